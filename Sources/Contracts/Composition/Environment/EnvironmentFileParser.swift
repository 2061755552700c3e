import YAML

/// The text of an env file, as Compose reads it (".env file syntax"): a variable a line, `NAME=VALUE` or `NAME: VALUE`, perhaps
/// after `export`; comments; values in single quotes, literal, and in double quotes, with escapes, both over several lines;
/// `$NAME` and `${NAME…}` in unquoted and double-quoted values. A name alone takes its value from the variables.
struct EnvironmentFileParser {
    /// Variables of one file; more would not fit into a process's environment.
    static let mostVariables = 1000
    /// The most bytes that variables may add to one file.
    static let longestExpansion = 1 << 20

    private let source: [Unicode.Scalar]
    private let variable: (String) -> String?
    private let place: (_ line: Int) -> Place
    private var position = 0
    private var line = 1
    /// Variables of earlier lines; a value may use them.
    private var values: [String: String] = [:]
    private var names: [String] = []
    private var mistakes: [Mistake] = []
    private var room = Self.longestExpansion

    /// Reads a file. If a name appears twice, the last value counts. Messages never quote a value, which may be a secret.
    /// - Parameter variable: goes before earlier lines of the file, as in Compose.
    static func read(
        _ text: String, file: String, variable: (String) -> String?
    ) -> (variables: [(name: String, value: String)], mistakes: [Mistake]) {
        withoutActuallyEscaping(variable) { variable in
            var reader = EnvironmentFileParser(text, file, variable)
            reader.lines()
            return (reader.names.compactMap { name in reader.values[name].map { (name, $0) } }, reader.mistakes)
        }
    }

    private init(_ text: String, _ file: String, _ variable: @escaping (String) -> String?) {
        let scalars = Array(text.unicodeScalars)
        let body = scalars.first == "\u{FEFF}" ? scalars.dropFirst() : scalars[...]
        // Lines of Windows, in quotes too: nobody means the carriage return.
        source = body.indices.filter { body[$0] != "\r" || $0 + 1 == body.endIndex || body[$0 + 1] != "\n" }.map {
            body[$0]
        }
        self.variable = variable
        place = { Place(origin: file, line: $0) }
    }

    private var next: Unicode.Scalar? { position < source.count ? source[position] : nil }

    @discardableResult
    private mutating func take() -> Unicode.Scalar? {
        guard let scalar = next else { return nil }
        position += 1
        if scalar == "\n" { line += 1 }
        return scalar
    }

    private mutating func skip(while condition: (Unicode.Scalar) -> Bool) {
        while let scalar = next, condition(scalar) { take() }
    }

    private mutating func skipLine() { skip { $0 != "\n" } }

    private mutating func mistake(_ message: String, at line: Int? = nil) {
        mistakes.append(Mistake(place: place(line ?? self.line), message: message))
    }

    private mutating func lines() {
        while true {
            skip { $0.isBlank || $0 == "\n" }
            guard let scalar = next else { return }
            if scalar == "#" { skipLine() } else { assignment() }
            guard names.count <= Self.mostVariables else {
                return mistake("more than \(Self.mostVariables) variables")
            }
        }
    }

    private mutating func assignment() {
        let start = line
        guard var name = word() else { return notAVariable() }
        if name == "export", next?.isBlank == true {
            skip(while: \.isBlank)
            guard let exported = word() else { return notAVariable() }
            name = exported
        }
        skip(while: \.isBlank)
        guard let sign = next, sign != "\n", sign != "#" else {
            skipLine()
            if let value = variable(name) { set(name, value) }
            return
        }
        guard sign == "=" || sign == ":" else { return notAVariable() }
        take()
        skip(while: \.isBlank)
        // A name whose value is wrong counts as set: its use is no second mistake.
        set(name, value(of: name, from: start) ?? "")
    }

    private mutating func set(_ name: String, _ value: String) {
        if values.updateValue(value, forKey: name) == nil { names.append(name) }
    }

    private mutating func notAVariable() {
        let isDigit = next.map { ("0"..."9").contains($0) } ?? false
        mistake(
            isDigit
                ? "not a variable; a name begins with a letter or _, not with a digit"
                : "not a variable; a line is NAME=VALUE, and a comment begins with #")
        skipLine()
    }

    private mutating func word() -> String? {
        let start = position
        if let first = next, ("0"..."9").contains(first) { return nil }
        skip { $0.isInVariableName }
        let word = source[start..<position]
        guard !word.isEmpty else { return nil }
        return String(String.UnicodeScalarView(word))
    }

    private mutating func value(of name: String, from start: Int) -> String? {
        switch next {
        case "'":
            guard let text = quoted("'", isLiteral: true, from: start) else { return nil }
            return isFinished(at: start) ? text : nil
        case "\"":
            guard let text = quoted("\"", isLiteral: false, from: start) else { return nil }
            return isFinished(at: start) ? expand(text, name, start) : nil
        default: return expand(unquoted(), name, start)
        }
    }

    /// Up to the end of the line, or to a comment after a blank.
    private mutating func unquoted() -> String {
        var text = String.UnicodeScalarView()
        var isBlank = false
        while let scalar = next, scalar != "\n", !(scalar == "#" && isBlank) {
            isBlank = scalar.isBlank
            text.append(scalar)
            take()
        }
        skipLine()
        while text.last?.isBlank == true { text.removeLast() }
        return String(text)
    }

    /// - Parameter isLiteral: whether nothing is escaped but the quote. If not, `\$` becomes `$$`, a dollar sign for ``Interpolation``.
    private mutating func quoted(_ quote: Unicode.Scalar, isLiteral: Bool, from start: Int) -> String? {
        take()
        var text = String.UnicodeScalarView()
        while let scalar = take() {
            if scalar == quote { return String(text) }
            guard scalar == "\\", let escaped = next else {
                text.append(scalar)
                continue
            }
            if escaped == quote {
                text.append(escaped)
            } else if !isLiteral, escaped == "0", let octal {
                text.append(octal)
                position += 3
            } else if !isLiteral, let character = Self.escapes[escaped] {
                for scalar in character.unicodeScalars { text.append(scalar) }
            } else {
                text.append(scalar)
                continue
            }
            take()
        }
        mistake("the quote \(quote) is not closed", at: start)
        return nil
    }

    private static let escapes: [Unicode.Scalar: String] = [
        "a": "\u{7}", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t", "v": "\u{B}", "\\": "\\", "$": "$$",
    ]

    /// The character of the three octal digits behind the next one.
    private var octal: Unicode.Scalar? {
        let digits = source[position...].dropFirst().prefix(3)
        guard digits.count == 3, digits.allSatisfy({ ("0"..."7").contains($0) }) else { return nil }
        return UInt8(String(String.UnicodeScalarView(digits)), radix: 8).map { Unicode.Scalar($0) }
    }

    /// True if nothing but a comment follows a quoted value.
    private mutating func isFinished(at start: Int) -> Bool {
        skip(while: \.isBlank)
        guard let rest = next, rest != "\n", rest != "#" else {
            skipLine()
            return true
        }
        mistake("there is text after the closing quote")
        skipLine()
        return false
    }

    private mutating func expand(_ text: String, _ name: String, _ start: Int) -> String? {
        let (variable, values) = (variable, values)
        let (expanded, problems) = Interpolation.expand(text, limit: room) { variable($0) ?? values[$0] }
        guard problems.isEmpty else {
            for problem in problems {
                mistake("\(name): \(sentence(problem)); in single quotes, a value is literal", at: start)
            }
            return nil
        }
        room -= max(0, expanded.utf8.count - text.utf8.count)
        guard !expanded.utf8.contains(0) else {
            mistake("\(name): a NUL character cannot be passed to a program", at: start)
            return nil
        }
        return expanded
    }

    /// The text without possible pieces of a secret.
    private func sentence(_ problem: Interpolation.Problem) -> String {
        switch problem {
        case .unset(let other): "the variable \(other) is not set"
        case .required(let other, _): "the variable \(other) is required"
        case .tooLong: "too long with its variables"
        case .syntax: "a \"$\" that begins no variable"
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isBlank: Bool { self == " " || self == "\t" || self == "\r" }

    fileprivate var isInVariableName: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_", ".", "-": true
        default: false
        }
    }
}
