/// `$VAR` and `${VAR…}` in a value (Compose Specification, "Interpolation"): `${VAR:-default}`, `${VAR-default}`,
/// `${VAR:?error}`, `${VAR?error}`, `${VAR:+replacement}`, `${VAR+replacement}`, nested, and `$$` for a dollar sign. A
/// `$` before anything else stays as it is.
///
/// Stricter than Compose in one thing: a variable that is unset and has no default is a mistake, not an empty string.
package struct Interpolation {
    package enum Problem: Error, Equatable {
        case unset(variable: String)
        /// A required variable, with the error text of `${VAR?error}`.
        case required(variable: String, message: String)
        case syntax(String)
        /// The values of the variables are longer than the limit.
        case tooLong
    }

    private let variable: (String) -> String?
    private let source: [Unicode.Scalar]
    private var position = 0
    private var hasFailed = false
    private var depth = 0
    /// The greatest depth, which no useful default has; without a limit a malicious file could overflow the stack.
    private static let depthLimit = 64
    private var problems: [Problem] = []
    /// The bytes that variables may still add.
    private var room: Int
    private var hasExpressions = false
    private var dropsValues = false

    /// - Parameter limit: the most bytes that the values may add. A variable may come from an untrusted file, and other values may contain
    ///   it many times.
    package static func expand(
        _ text: String, limit: Int = 1 << 20, variable: (String) -> String?
    ) -> (text: String, problems: [Problem]) {
        guard text.unicodeScalars.contains("$") else { return (text, []) }
        return withoutActuallyEscaping(variable) { variable in
            var interpolation = Interpolation(
                source: Array(text.unicodeScalars), room: limit, variable: variable)
            let expanded = interpolation.expand(isNested: false, isUsed: true)
            return (expanded, interpolation.problems)
        }
    }

    /// The text outside of expressions; nil if there are none.
    package static func literal(of text: String) -> String? {
        var interpolation = Interpolation(source: Array(text.unicodeScalars), room: 0, variable: { _ in "" })
        interpolation.dropsValues = true
        let literal = interpolation.expand(isNested: false, isUsed: true)
        return interpolation.hasExpressions ? literal : nil
    }

    private init(source: [Unicode.Scalar], room: Int, variable: @escaping (String) -> String?) {
        self.source = source
        self.room = room
        self.variable = variable
    }

    private var next: Unicode.Scalar? { position < source.count ? source[position] : nil }

    /// Expands up to the end, or up to the brace that closes the current expression.
    ///
    /// - Parameter isUsed: whether the result is used; an unset variable in an unused default is not a problem.
    private mutating func expand(isNested: Bool, isUsed: Bool) -> String {
        var output = String.UnicodeScalarView()
        while let scalar = next, !(isNested && scalar == "}") {
            position += 1
            guard scalar == "$" else {
                output.append(scalar)
                continue
            }
            switch next {
            case "$":
                position += 1
                output.append("$")
            case "{":
                position += 1
                append(braced(isUsed: isUsed), to: &output)
            case let first? where first.beginsVariableName:
                append(value(of: name(), isUsed: isUsed), to: &output)
            default:
                output.append("$")
            }
        }
        return String(output)
    }

    private mutating func append(_ value: String, to output: inout String.UnicodeScalarView) {
        hasExpressions = true
        // Scalars are appended one by one: to append several copies all that is there.
        if !dropsValues { for scalar in value.unicodeScalars { output.append(scalar) } }
    }

    /// Expands what is between `${` and its `}`.
    private mutating func braced(isUsed: Bool) -> String {
        let start = position - 2
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else { return bad(from: start, "nested too deep") }
        let name = name()
        guard !name.isEmpty else { return bad(from: start, "a variable's name must follow \"${\"") }
        let colon = next == ":"
        if colon { position += 1 }
        let sign = next
        if let sign, "-?+".unicodeScalars.contains(sign) {
            position += 1
        } else if colon || sign != "}" {
            return bad(
                from: start, sign == nil ? "the closing brace is missing" : "after the name comes :- - :? ? :+ + or }")
        }
        let current = variable(name)
        let isMissing = current == nil || (colon && current?.isEmpty == true)
        let operandIsUsed = isUsed && (sign == "+" ? !isMissing : sign != "}" && isMissing)
        let operand = sign == "}" ? "" : expand(isNested: true, isUsed: operandIsUsed)
        guard !hasFailed else { return "" }
        guard next == "}" else { return bad(from: start, "the closing brace is missing") }
        position += 1
        switch sign {
        case "-": return isMissing ? operand : bounded(current ?? "")
        case "+": return isMissing ? "" : operand
        case "?":
            if isMissing, isUsed { problems.append(.required(variable: name, message: operand)) }
            return bounded(current ?? "")
        default: return value(of: name, isUsed: isUsed)
        }
    }

    private mutating func name() -> String {
        let start = position
        if next?.beginsVariableName == true {
            while let scalar = next, scalar.continuesVariableName { position += 1 }
        }
        return String(String.UnicodeScalarView(source[start..<position]))
    }

    private mutating func value(of name: String, isUsed: Bool) -> String {
        if let value = variable(name) { return bounded(value) }
        if isUsed { problems.append(.unset(variable: name)) }
        return ""
    }

    /// A value, if there is room for it; if not, everything stops.
    private mutating func bounded(_ value: String) -> String {
        room -= value.utf8.count
        guard room < 0 else { return value }
        if !hasFailed { problems.append(.tooLong) }
        position = source.count
        hasFailed = true
        return ""
    }

    /// Reports an expression up to its first closing brace, and stops: the rest may be part of it.
    private mutating func bad(from start: Int, _ message: String) -> String {
        let end = source[start...].firstIndex(of: "}").map { $0 + 1 } ?? source.count
        let expression = String(String.UnicodeScalarView(source[start..<end])).shortened
        problems.append(.syntax("bad interpolation \"\(expression)\": \(message); a literal dollar sign is written $$"))
        position = source.count
        hasFailed = true
        return ""
    }
}

extension Unicode.Scalar {
    fileprivate var beginsVariableName: Bool {
        self == "_" || ("a"..."z").contains(self) || ("A"..."Z").contains(self)
    }

    fileprivate var continuesVariableName: Bool { beginsVariableName || ("0"..."9").contains(self) }
}
