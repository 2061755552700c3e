import Yams

/// Text to Yams' nodes, with what Yams says about a bad text put into our words.
enum YAMLText {
    /// Yams ends its reading at a mapping with a duplicate key. So that the rest of the file is checked as well, we
    /// rename the earlier of the two, with a mark in front that no name has, and read again.
    private static let renamingMark: Unicode.Scalar = "\u{E000}"
    private static let renamingLimit = 50

    static func originalKey(ofRenamed key: String) -> String? {
        guard key.unicodeScalars.first == renamingMark else { return nil }
        let rest = key.unicodeScalars.drop { $0 == renamingMark }
        return String(String.UnicodeScalarView(rest)).trimming { $0 == "\"" || $0 == "'" }
    }

    static func compose(_ text: String, file: String) -> (node: Node?, mistakes: [Mistake]) {
        var text = text
        var duplicate: Mistake?
        for _ in 0..<renamingLimit {
            do {
                // No rules for what a scalar may mean: we decide that by the key, and the rules are regular
                // expressions, which cost more than all the rest. The encoding, too, is said: Yams' default asks the
                // environment.
                let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
                guard let node = try parser.singleRoot() else {
                    return (nil, [Mistake(place: Place(origin: file), message: "the file is empty")])
                }
                return (node, [])
            } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
                let place = Place(origin: file, line: context.mark.line)
                duplicate = Mistake(place: place, message: "duplicate key \"\(keys.first ?? "")\"")
                guard let renamed = insertRenamingMark(into: text, at: context.mark) else { break }
                text = renamed
            } catch {
                return (nil, [duplicate ?? mistake(for: error, in: text, file: file)])
            }
        }
        return (nil, duplicate.map { [$0] } ?? [])
    }

    /// Lines and columns count from 1, columns in scalars.
    private static func insertRenamingMark(into text: String, at mark: Mark) -> String? {
        var scalars = text.unicodeScalars
        var index = scalars.startIndex
        for _ in 1..<max(mark.line, 1) {
            guard let newline = scalars[index...].firstIndex(of: "\n") else { return nil }
            index = scalars.index(after: newline)
        }
        guard let start = scalars.index(index, offsetBy: mark.column - 1, limitedBy: scalars.endIndex) else {
            return nil
        }
        scalars.insert(renamingMark, at: start)
        return String(scalars)
    }

    private static func mistake(for error: any Error, in text: String, file: String) -> Mistake {
        func syntax(_ problem: String, _ context: YamlError.Context?, line: Int?) -> Mistake {
            let during = context.map { " \($0.text) of line \($0.mark.line)" } ?? ""
            let hint = problem.contains("cannot start any token") ? " (YAML is indented with spaces, not tabs)" : ""
            return Mistake(
                place: Place(origin: file, line: line), message: "not valid YAML: \(problem)\(during)\(hint)")
        }
        switch error as? YamlError {
        case .parser(_, let problem, let mark, _) where problem.contains("nesting level"):
            return Mistake(place: Place(origin: file, line: mark.line), message: "nested too deep")
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _):
            return syntax(problem, context, line: mark.line)
        case .composer(_, let problem, let mark, _):
            return problem.contains("another document")
                ? Mistake(
                    place: Place(origin: file, line: mark.line),
                    message: "a second document begins here; a compose file is one document")
                : syntax(problem, nil, line: mark.line)
        case .reader(let problem, let offset, _, _):
            let line = offset.map { text.prefix($0).count { $0.isNewline } + 1 }
            return syntax(problem, nil, line: line)
        default:
            return syntax("\(error)", nil, line: nil)
        }
    }
}

extension String {
    /// Without the characters at either end for which the predicate holds.
    func trimming(while predicate: (Character) -> Bool) -> String {
        var rest = self[...].drop(while: predicate)
        while let last = rest.last, predicate(last) { rest.removeLast() }
        return String(rest)
    }
}
