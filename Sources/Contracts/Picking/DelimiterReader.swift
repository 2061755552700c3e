import Platform

/// Reads a regular expression and makes the steps of its matches.
struct DelimiterReader {
    private typealias Step = DelimiterPattern.Step
    /// An expression with a mistake, one of another library (`(?:a)`, `a*?`, `\1`), or one with too many steps.
    private struct Refusal: Error {}

    private(set) var steps: [DelimiterPattern.Step] = []
    /// The sets of bytes, each with an entry for every byte.
    private(set) var sets: [[Bool]] = []
    private var rest: Substring.UnicodeScalarView

    init(_ text: String) throws {
        rest = text[...].unicodeScalars
        steps = try alternatives(inGroup: false)
    }

    private mutating func alternatives(inGroup: Bool) throws -> [Step] {
        var all = try sequence(inGroup: inGroup)
        while take("|") { all = try Self.either(all, sequence(inGroup: inGroup)) }
        return all
    }

    /// A closing parenthesis that no group has opened is a sign like others.
    private mutating func sequence(inGroup: Bool) throws -> [Step] {
        var all: [Step] = []
        while let sign = rest.first, sign != "|", !inGroup || sign != ")" { all = try Self.bounded(all + repeated()) }
        return all
    }

    private mutating func repeated() throws -> [Step] {
        let isAnchor = rest.first == "^" || rest.first == "$"
        var steps = try atom()
        while let (least, most) = try counts() {
            let once = steps
            guard !isAnchor, (once.count + 1) * max(least, most ?? 1) <= DelimiterPattern.mostSteps else {
                throw Refusal()
            }
            steps = (0..<least).flatMap { _ in once }
            if let most {
                // Each may be the last, so a branch leads behind all of them.
                steps += (least..<most).flatMap { [Step.branch((most - $0) * (once.count + 1))] + once }
            } else if least == 0 {
                steps = [.branch(once.count + 2)] + once + [.jump(-once.count - 1)]
            } else {
                steps.append(.branch(-once.count))
            }
        }
        return steps
    }

    /// How often the steps before it may come, without a limit if there is no other number; nil if no count follows.
    private mutating func counts() throws -> (least: Int, most: Int?)? {
        let counts: (Int, Int?)
        switch rest.first {
        case "*": counts = (0, nil)
        case "+": counts = (1, nil)
        case "?": counts = (0, 1)
        case "{":
            guard let end = rest.firstIndex(of: "}") else { throw Refusal() }
            let words = rest[..<end].dropFirst().split(separator: ",", omittingEmptySubsequences: false)
            // POSIX allows 255.
            let numbers = words.map { UInt8(String($0)).map { Int($0) } }
            guard zip(words, numbers).allSatisfy({ $0.isEmpty == ($1 == nil) }), words.count <= 2,
                let least = numbers[0] ?? (words.count == 2 ? 0 : nil)
            else { throw Refusal() }
            let most: Int? = words.count == 1 ? least : numbers[1]
            guard least <= most ?? least else { throw Refusal() }
            counts = (least, most)
            rest = rest[end...]
        default: return nil
        }
        rest.removeFirst()
        // In other libraries, the shortest match.
        if rest.first == "?" { throw Refusal() }
        return counts
    }

    private mutating func atom() throws -> [Step] {
        let sign = try next()
        switch sign {
        case "*", "+", "?", "{": throw Refusal()
        case "^": return [.rowBegins]
        case "$": return [.rowEnds]
        case ".": return [one { _ in true }]
        case "[": return try brackets()
        case "(":
            let steps = try alternatives(inGroup: true)
            guard take(")") else { throw Refusal() }
            return steps
        case "\\":
            let escaped = try next()
            if let isMember = Self.members(of: escaped) { return [one(isMember)] }
            guard !escaped.isASCII || !UInt8(ascii: escaped).isAlphanumeric else { throw Refusal() }
            return bytes(of: escaped)
        default: return bytes(of: sign)
        }
    }

    private mutating func brackets() throws -> [Step] {
        let isNegated = take("^")
        var members = Array(repeating: false, count: 256)
        var others: [Unicode.Scalar] = []
        func add(_ isMember: (UInt8) -> Bool) {
            for byte in UInt8.min...UInt8.max where isMember(byte) { members[Int(byte)] = true }
        }
        // Right after the beginning, a closing bracket is a sign.
        var isFirst = true
        while isFirst || rest.first != "]" {
            isFirst = false
            var first = try next()
            if first == "[", let sign = rest.first, sign == ":" || sign == "." || sign == "=" {
                add(try named())
                continue
            }
            if first == "\\" {
                first = try next()
                if let isMember = Self.members(of: first) {
                    add(isMember)
                    continue
                }
            }
            let after = rest.prefix(2)
            if after.count == 2, after.first == "-", let last = after.last, last != "]" {
                guard first <= last, last.isASCII, last != "[", last != "\\" else { throw Refusal() }
                rest.removeFirst(2)
                add { first...last ~= Unicode.Scalar($0) }
            } else if first.isASCII {
                add { Unicode.Scalar($0) == first }
            } else {
                others.append(first)
            }
        }
        rest.removeFirst()
        guard !isNegated || others.isEmpty else { throw Refusal() }
        let steps = [one { members[Int($0)] != isNegated }]
        return try others.reduce(steps) { try Self.either($0, bytes(of: $1)) }
    }

    /// The members of a class such as `[:alpha:]`, whose opening bracket was read.
    private mutating func named() throws -> (UInt8) -> Bool {
        let classes: [String: (Int32) -> Int32] = [
            "alnum": isalnum, "alpha": isalpha, "blank": isblank, "cntrl": iscntrl, "digit": isdigit, "graph": isgraph,
            "lower": islower, "print": isprint, "punct": ispunct, "space": isspace, "upper": isupper,
            "xdigit": isxdigit,
        ]
        guard take(":"), let end = rest.firstIndex(of: ":"), let isMember = classes[String(rest[..<end])] else {
            throw Refusal()
        }
        rest = rest[end...].dropFirst()
        guard take("]") else { throw Refusal() }
        return { $0 < 0x80 && isMember(Int32($0)) != 0 }
    }

    /// The members of a class such as `\d`; nil for other signs.
    private static func members(of sign: Unicode.Scalar) -> ((UInt8) -> Bool)? {
        switch sign {
        case "t": return { $0 == 0x09 }
        case "n": return { $0 == 0x0A }
        case "d": return { $0.isDigit }
        case "D": return { !$0.isDigit }
        case "s": return { $0 == 0x20 || 0x09...0x0D ~= $0 }
        case "S": return { $0 != 0x20 && !(0x09...0x0D ~= $0) }
        case "w": return { $0.isAlphanumeric || $0 == 0x5F }
        case "W": return { !$0.isAlphanumeric && $0 != 0x5F }
        default: return nil
        }
    }

    private mutating func bytes(of sign: Unicode.Scalar) -> [Step] {
        String(sign).utf8.map { byte in one { $0 == byte } }
    }

    private mutating func one(_ isMember: (UInt8) -> Bool) -> Step {
        sets.append((UInt8.min...UInt8.max).map(isMember))
        return .byte(sets.count - 1)
    }

    private mutating func next() throws -> Unicode.Scalar {
        guard let sign = rest.popFirst() else { throw Refusal() }
        return sign
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard rest.first == sign else { return false }
        rest.removeFirst()
        return true
    }

    private static func either(_ one: [Step], _ other: [Step]) throws -> [Step] {
        try bounded([Step.branch(one.count + 2)] + one + [Step.jump(other.count + 1)] + other)
    }

    private static func bounded(_ steps: [Step]) throws -> [Step] {
        guard steps.count < DelimiterPattern.mostSteps else { throw Refusal() }
        return steps
    }
}
