import Platform
import SafeText
import YAML

extension TextDocument {
    /// Mistakes, as a check of the whole file prints them; an editor needs no more.
    private static let mostDiagnostics = 1000

    /// The mistakes that `viperline check` finds in the document, at their places there.
    func diagnostics(_ mistakes: [Mistake]) -> [Diagnostic] {
        mistakes.prefix(Self.mostDiagnostics).map { mistake in
            guard mistake.place.origin == path else {
                return Diagnostic(range: range(ofOther: mistake), message: mistake.description)
            }
            let words = [mistake.path, mistake.message].filter { !$0.isEmpty }.joined(separator: ": ").printable
            return Diagnostic(range: range(of: mistake), message: words)
        }
    }

    /// The word that the message quotes, if it is in the line, or else the whole line.
    private func range(of mistake: Mistake) -> TextRange {
        let line = content(ofLine: mistake.place.line)
        let content = text(line)
        let parts = mistake.message.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[1].isEmpty, let word = content.firstRange(of: parts[1]) else {
            return range(line)
        }
        let start = line.lowerBound + content.utf8.distance(from: content.startIndex, to: word.lowerBound)
        return range(start..<start + parts[1].utf8.count)
    }

    /// The place where the other file is named; the first line if it is named nowhere.
    private func range(ofOther mistake: Mistake) -> TextRange {
        let name = mistake.place.origin.split(separator: "/").last.map(String.init) ?? mistake.place.origin
        let stem = name.hasSuffix(".yaml") ? String(name.dropLast(5)) : name
        let named = outline.nodes.first { node in
            let last = node.text.split(separator: "/").last.map(String.init)
            return node.kind == .scalar && (last == name || last == stem)
        }
        return range(named?.range ?? content(ofLine: nil))
    }
}
