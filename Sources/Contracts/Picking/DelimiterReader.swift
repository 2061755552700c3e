import Platform

/// Reads a regular expression and makes the steps of its matches.
struct DelimiterReader {
    private typealias Step = DelimiterPattern.Step
    /// An expression with a mistake, one of another library (`(?:a)`, `a*?`, `\1`), or one with too many steps.
    private struct Refusal: Error {}

    private(set) var steps: [DelimiterPattern.Step] = []
    /// The sets of bytes, each with an entry for every byte.
    private(set) var sets: [[Bool]] = []
    private var rest: ArraySlice<UInt8>

    init(_ text: String) throws {
        rest = Array(text.utf8)[...]
        steps = try alternatives(inGroup: false)
    }

    private mutating func alternatives(inGroup: Bool) throws -> [Step] {
        var all = try sequence(inGroup: inGroup)
        while take("|") {
            let other = try sequence(inGroup: inGroup)
            all.insert(.fork(all.count + 2), at: 0)
            all.append(.jump(other.count + 1))
            all = try Self.bounded(all + other)
        }
        return all
    }

    /// A closing parenthesis that no group has opened is a sign like others.
    private mutating func sequence(inGroup: Bool) throws -> [Step] {
        var all: [Step] = []
        while let byte = rest.first, byte != UInt8(ascii: "|"), !inGroup || byte != UInt8(ascii: ")") {
            all = try Self.bounded(all + repeated())
        }
        return all
    }

    private mutating func repeated() throws -> [Step] {
        let atom = try atom()
        var steps = atom.steps
        while let (least, most) = try counts() {
            let once = steps
            guard atom.mayBeRepeated, (once.count + 1) * max(least, most ?? 1) <= DelimiterPattern.mostSteps else {
                throw Refusal()
            }
            steps = (0..<least).flatMap { _ in once }
            if let most {
                // Each may be the last, so a fork leads behind all of them.
                steps += (least..<most).flatMap { [Step.fork((most - $0) * (once.count + 1))] + once }
            } else if least == 0 {
                steps = [.fork(once.count + 2)] + once + [.jump(-once.count - 1)]
            } else {
                steps.append(.fork(-once.count))
            }
        }
        return steps
    }

    /// How often the steps before it may come, without a limit if there is no other number; nil if no count follows.
    private mutating func counts() throws -> (least: Int, most: Int?)? {
        let counts: (Int, Int?)
        switch rest.first.map({ Unicode.Scalar($0) }) {
        case "*": counts = (0, nil)
        case "+": counts = (1, nil)
        case "?": counts = (0, 1)
        case "{":
            guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else { throw Refusal() }
            let words = rest[..<end].dropFirst().split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            // POSIX allows 255.
            let numbers = words.map { UInt8(String(decoding: $0, as: UTF8.self)).map { Int($0) } }
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
        if rest.first == UInt8(ascii: "?") { throw Refusal() }
        return counts
    }

    private mutating func atom() throws -> (steps: [Step], mayBeRepeated: Bool) {
        let byte = rest.removeFirst()
        switch Unicode.Scalar(byte) {
        case "*", "+", "?", "{": throw Refusal()
        case "^": return ([.rowBegins], false)
        case "$": return ([.rowEnds], false)
        case ".": return ([one { _ in true }], true)
        case "[": return ([try brackets()], true)
        case "(":
            let steps = try alternatives(inGroup: true)
            guard take(")") else { throw Refusal() }
            return (steps, true)
        case "\\":
            guard let sign = rest.popFirst() else { throw Refusal() }
            if let isMember = Self.escaped(sign) { return ([one(isMember)], true) }
            guard !sign.isAlphanumeric else { throw Refusal() }
            return (character(sign), true)
        default: return (character(byte), true)
        }
    }

    /// All bytes of a character in UTF-8.
    private mutating func character(_ first: UInt8) -> [Step] {
        var steps = [one { $0 == first }]
        while let byte = rest.first, 0x80..<0xC0 ~= byte {
            rest.removeFirst()
            steps.append(one { $0 == byte })
        }
        return steps
    }

    private mutating func brackets() throws -> Step {
        let isNegated = take("^")
        var members = Array(repeating: false, count: 256)
        func add(_ isMember: (UInt8) -> Bool) {
            for byte in UInt8.min...UInt8.max where isMember(byte) { members[Int(byte)] = true }
        }
        // Right after the beginning, a closing bracket is a sign.
        var isFirst = true
        while isFirst || rest.first != UInt8(ascii: "]") {
            isFirst = false
            guard var first = rest.popFirst() else { throw Refusal() }
            if first == UInt8(ascii: "["), let sign = rest.first, ":.=".utf8.contains(sign) {
                add(try named())
                continue
            }
            if first == UInt8(ascii: "\\") {
                guard let sign = rest.popFirst() else { throw Refusal() }
                if let isMember = Self.escaped(sign) {
                    add(isMember)
                    continue
                }
                first = sign
            }
            let after = rest.prefix(2)
            if after.count == 2, after.first == UInt8(ascii: "-"), let last = after.last, last != UInt8(ascii: "]") {
                guard first <= last, !"[\\".utf8.contains(last) else { throw Refusal() }
                rest.removeFirst(2)
                add { first...last ~= $0 }
            } else {
                add { $0 == first }
            }
        }
        rest.removeFirst()
        return one { members[Int($0)] != isNegated }
    }

    /// The members of a class such as `[:alpha:]`, whose opening bracket was read.
    private mutating func named() throws -> (UInt8) -> Bool {
        let classes: [String: (Int32) -> Int32] = [
            "alnum": isalnum, "alpha": isalpha, "blank": isblank, "cntrl": iscntrl, "digit": isdigit, "graph": isgraph,
            "lower": islower, "print": isprint, "punct": ispunct, "space": isspace, "upper": isupper,
            "xdigit": isxdigit,
        ]
        guard take(":"), let end = rest.firstIndex(of: UInt8(ascii: ":")),
            let isMember = classes[String(decoding: rest[..<end], as: UTF8.self)]
        else { throw Refusal() }
        rest = rest[(end + 1)...]
        guard take("]") else { throw Refusal() }
        return { $0 < 0x80 && isMember(Int32($0)) != 0 }
    }

    /// The members of a class such as `\d` or `\D`; nil for other signs.
    private static func escaped(_ sign: UInt8) -> ((UInt8) -> Bool)? {
        let isCapital = sign.lowercased != sign
        let isMember: (UInt8) -> Bool
        switch Unicode.Scalar(sign.lowercased) {
        case "t" where !isCapital: isMember = { $0 == 0x09 }
        case "n" where !isCapital: isMember = { $0 == 0x0A }
        case "d": isMember = { $0.isDigit }
        case "s": isMember = { $0 == 0x20 || 0x09...0x0D ~= $0 }
        case "w": isMember = { $0.isAlphanumeric || $0 == UInt8(ascii: "_") }
        default: return nil
        }
        return isCapital ? { !isMember($0) } : isMember
    }

    private mutating func one(_ isMember: (UInt8) -> Bool) -> Step {
        sets.append((UInt8.min...UInt8.max).map(isMember))
        return .byte(sets.count - 1)
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard let byte = rest.first, Unicode.Scalar(byte) == sign else { return false }
        rest.removeFirst()
        return true
    }

    private static func bounded(_ steps: [Step]) throws -> [Step] {
        guard steps.count < DelimiterPattern.mostSteps else { throw Refusal() }
        return steps
    }
}
