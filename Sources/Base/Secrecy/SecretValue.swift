import Platform

/// Recognises secrets by their form, not by their names.
enum SecretValue {
    private static let shortest = 12
    /// Names of keyboard keys, which look like tokens.
    private static let keyboard = SecretTable.set("keyboard")

    /// True if it looks random: long, without blanks, with letters of both cases or with digits, and not a path.
    static func isTokenLike(_ text: String) -> Bool {
        text.utf8.count >= shortest && isMixed(text) && !keyboard.contains(text)
            && !(text.hasPrefix("/") && text.dropFirst().contains("/"))
    }

    static func isMixed(_ text: String) -> Bool {
        guard let kinds = Kinds(text) else { return false }
        return kinds.digit && (kinds.upper || kinds.lower) || kinds.upper && kinds.lower
    }

    static func hasAllKinds(_ text: String) -> Bool { Kinds(text).map { $0.digit && $0.upper && $0.lower } ?? false }

    /// True if a word in the middle of a sentence looks like a password.
    static func isRemarkable(_ text: String) -> Bool {
        text.utf8.count >= 6 && isMixed(text) && text.utf8.contains(where: \.isDigit)
    }

    /// True if it may be a password that a user has chosen: a word with a digit, a symbol, or a capital within.
    static func looksChosen(_ text: String) -> Bool {
        guard text.utf8.count >= 4, let kinds = Kinds(text), kinds.lower || kinds.upper, !text.contains("://"),
            !isVariable(text)
        else { return false }
        return kinds.digit || kinds.innerCapital || text.utf8.contains { "!@#$%^&*+=~?".utf8.contains($0) }
    }

    /// True if it names what holds the secret: `$TOKEN`, `${{ x }}`, `%TOKEN%`, `<token>`, `{{token}}`.
    static func isVariable(_ text: String) -> Bool {
        switch text.utf8.first {
        case UInt8(ascii: "$"):
            guard let first = text.utf8.dropFirst().first, first != UInt8(ascii: "{"), first != UInt8(ascii: "(") else {
                return true
            }
            // `$ecret1` is a password.
            guard let kinds = Kinds(String(text.dropFirst())), !(kinds.lower && kinds.digit) else { return false }
            return text.utf8.dropFirst().allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "_") }
        case UInt8(ascii: "%"): return text.utf8.count > 2 && text.utf8.last == UInt8(ascii: "%")
        case UInt8(ascii: "<"): return text.utf8.last == UInt8(ascii: ">")
        case UInt8(ascii: "{"): return text.hasPrefix("{{")
        default: return false
        }
    }

    private static let constants = SecretTable.set("constants")

    /// True if the rest of an assignment is a value, not code that computes one.
    static func isLiteral(_ text: String) -> Bool {
        guard !text.isEmpty, !isVariable(text), !constants.contains(text.lowercased()) else { return false }
        let isList = text.utf8.contains { "{[".utf8.contains($0) } && text.utf8.contains { "}]".utf8.contains($0) }
        return !isList && !["(", " + ", " = "].contains(where: text.contains) && !text.hasSuffix("{")
    }

    /// True if it is a value although it begins like an option.
    static func isDashed(_ text: String) -> Bool {
        !text.hasPrefix("--") && text.utf8.count >= 4 && isMixed(text) && text.utf8.contains(where: \.isDigit)
    }

    private struct Kinds {
        private(set) var (upper, lower, digit) = (false, false, false)
        /// True if a capital follows a small letter.
        private(set) var innerCapital = false

        /// Nil for a text with a byte that is not a visible ASCII character.
        init?(_ text: String) {
            var previous: UInt8 = 0
            for byte in text.utf8 {
                guard 0x21...0x7E ~= byte else { return nil }
                let isLower = byte.isLetter && byte & 0x20 != 0
                let isUpper = byte.isLetter && !isLower
                innerCapital = innerCapital || isUpper && UInt8(ascii: "a")...UInt8(ascii: "z") ~= previous
                (upper, lower, digit) = (upper || isUpper, lower || isLower, digit || byte.isDigit)
                previous = byte
            }
        }
    }
}
