import Platform

/// Splits a command line into words as a POSIX shell does (XCU 2.2, "Quoting"), but without a shell: there are no
/// variables, patterns, pipes or comments in it.
package enum ShellWords {
    package enum Failure: Error, Equatable, Sendable {
        case unclosedQuote(String)
        case trailingBackslash
    }

    /// A command as a line that a shell splits into the same words, so that it can be copied.
    package static func joined(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

    package static func quoted(_ word: String) -> String {
        word.utf8.isWord(with: "%+,-./:=@_")
            ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    package static func split(_ line: String) throws(Failure) -> [String] {
        var words: [String] = []
        var word: String.UnicodeScalarView?
        // Scalars are appended one by one: to append several copies all that is there.
        func add(_ scalars: some Sequence<Unicode.Scalar>) {
            word = word ?? .init()
            for scalar in scalars { word?.append(scalar) }
        }
        var rest = line.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case " ", "\t", "\n", "\r":
                if let word { words.append(String(word)) }
                word = nil
            case "'":
                guard let end = rest.firstIndex(of: "'") else { throw .unclosedQuote("'") }
                add(rest[..<end])
                rest = rest[rest.index(after: end)...]
            case "\"": add(try doubleQuoted(&rest))
            case "\\":
                guard let escaped = rest.popFirst() else { throw .trailingBackslash }
                // A backslash before a newline joins the two lines.
                if escaped != "\n" { add(CollectionOfOne(escaped)) }
            default: add(CollectionOfOne(scalar))
            }
        }
        if let word { words.append(String(word)) }
        return words
    }

    /// The first sign outside of quotes that only a shell understands: of a pipe, a redirection, a list, a variable, a pattern. Within double
    /// quotes, only `$` and a backquote are.
    /// - Parameter line: one that ``split(_:)`` can split.
    package static func sign(in line: String) -> Character? {
        var (isQuoted, isDoubleQuoted, isEscaped) = (false, false, false)
        for scalar in line.unicodeScalars {
            if isEscaped {
                isEscaped = false
            } else if isQuoted {
                isQuoted = scalar != "'"
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "\"" {
                isDoubleQuoted.toggle()
            } else if scalar == "'", !isDoubleQuoted {
                isQuoted = true
            } else if "$`".unicodeScalars.contains(scalar)
                || !isDoubleQuoted && "|&;<>()*?".unicodeScalars.contains(scalar)
            {
                return Character(scalar)
            }
        }
        return nil
    }

    private static func doubleQuoted(_ rest: inout Substring.UnicodeScalarView) throws(Failure) -> [Unicode.Scalar] {
        var text: [Unicode.Scalar] = []
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"": return text
            case "\\":
                guard let escaped = rest.popFirst() else { throw .unclosedQuote("\"") }
                switch escaped {
                case "\n": break
                case "$", "`", "\"", "\\": text.append(escaped)
                default: text += [scalar, escaped]
                }
            default: text.append(scalar)
            }
        }
        throw .unclosedQuote("\"")
    }
}

extension ShellWords.Failure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unclosedQuote(let quote): "the quote \(quote) is not closed"
        case .trailingBackslash: "a backslash at the end escapes nothing"
        }
    }
}
