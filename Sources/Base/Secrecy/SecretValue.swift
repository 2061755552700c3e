import Platform

/// Recognises secrets by their form, not by their names.
enum SecretValue {
    private static let shortest = 12
    /// Names of keyboard keys, which look like tokens.
    private static let keyboard = SecretTable.set("keyboard")

    /// True if it looks random: long, without blanks, with letters of both cases or with digits, and not a path.
    static func isTokenLike(_ text: String) -> Bool {
        text.utf8.count >= shortest && isMixed(text) && !keyboard.contains(text) && !isPath(text)
    }

    private static func isPath(_ text: String) -> Bool {
        text.hasPrefix("/") && text.utf8.dropFirst().contains(UInt8(ascii: "/"))
    }

    static func isMixed(_ text: String) -> Bool {
        guard let kinds = Kinds(text) else { return false }
        return kinds.digit && (kinds.upper || kinds.lower) || kinds.upper && kinds.lower
    }

    static func hasAllKinds(_ text: String) -> Bool { Kinds(text).map { $0.digit && $0.upper && $0.lower } ?? false }

    /// True if a word in the middle of a sentence looks like a password.
    static func isRemarkable(_ text: String) -> Bool {
        text.utf8.count >= 6 && isMixed(text) && text.utf8.contains { 0x30...0x39 ~= $0 }
    }

    /// True if it may be a password that a user has chosen: a word with a digit, a symbol, or a capital within.
    static func looksChosen(_ text: String) -> Bool {
        guard text.utf8.count >= 4, let kinds = Kinds(text), kinds.lower || kinds.upper, !text.contains("://"),
            !isVariable(text)
        else { return false }
        return kinds.digit || text.utf8.contains { "!@#$%^&*+=~?".utf8.contains($0) } || hasInnerCapital(text)
    }

    private static func hasInnerCapital(_ text: String) -> Bool {
        zip(text.utf8, text.utf8.dropFirst()).contains {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 && UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $1
        }
    }

    /// True if it names what holds the secret: `$TOKEN`, `${{ x }}`, `%TOKEN%`, `<token>`, `{{token}}`.
    static func isVariable(_ text: String) -> Bool {
        switch text.utf8.first {
        case UInt8(ascii: "$"):
            // `$ecret1` is a password.
            let name = text.utf8.dropFirst()
            return name.first.map { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "(") } ?? true
                || name.allSatisfy {
                    $0 == UInt8(ascii: "_") || 0x30...0x39 ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
                }
                || name.allSatisfy {
                    $0 == UInt8(ascii: "_") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= TextReader.lower($0)
                }
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
        if text.utf8.contains(where: { "{[".utf8.contains($0) })
            && text.utf8.contains(where: { "}]".utf8.contains($0) })
        {
            return false
        }
        return !text.utf8.contains(UInt8(ascii: "(")) && !text.contains(" + ") && !text.contains(" = ")
            && !text.hasSuffix("{")
    }

    /// True if it is a value although it begins like an option.
    static func isDashed(_ text: String) -> Bool {
        !text.hasPrefix("--") && text.utf8.count >= 4 && isMixed(text) && text.utf8.contains { 0x30...0x39 ~= $0 }
    }

    private struct Kinds {
        private(set) var (upper, lower, digit) = (false, false, false)

        /// Nil for a text with a byte that is not a visible ASCII character.
        init?(_ text: String) {
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): upper = true
                case UInt8(ascii: "a")...UInt8(ascii: "z"): lower = true
                case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = true
                case 0x21...0x7E: break
                default: return nil
                }
            }
        }
    }
}
