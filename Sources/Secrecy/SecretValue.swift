/// Recognises secrets by their form, whatever their names.
enum SecretValue {
    private static let shortest = 12
    /// Names of keyboard keys, which look like tokens.
    private static let keyboard: Set = [
        "ArrowLeft", "ArrowRight", "ArrowDown", "Backspace", "ScrollLock", "PrintScreen", "ContextMenu", "BackBracket",
        "BracketLeft", "BracketRight",
    ]

    /// Whether it looks random: long, without blanks, with letters of both cases or with digits.
    static func isTokenLike(_ text: String) -> Bool {
        text.utf8.count >= shortest && isMixed(text) && !keyboard.contains(text)
    }

    static func isMixed(_ text: String) -> Bool {
        var (hasUpper, hasLower, hasDigit) = (false, false, false)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): hasUpper = true
            case UInt8(ascii: "a")...UInt8(ascii: "z"): hasLower = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): hasDigit = true
            case 0x21...0x7E: break
            default: return false
            }
        }
        return hasDigit && (hasUpper || hasLower) || hasUpper && hasLower
    }

    /// Prefixes of well-known services' secrets, and the least number of characters after each.
    private static let beginnings: [(text: [UInt8], rest: Int)] = [
        ("ghp_", 20), ("gho_", 20), ("ghu_", 20), ("ghs_", 20), ("ghr_", 20), ("github_pat_", 20), ("glpat-", 16),
        ("gldt-", 16), ("glrt-", 16), ("xoxb-", 10), ("xoxp-", 10), ("xoxa-", 10), ("xoxs-", 10), ("xoxr-", 10),
        ("xapp-", 10), ("sk_live_", 10), ("sk_test_", 10), ("rk_live_", 10), ("rk_test_", 10), ("whsec_", 16),
        ("sk-ant-", 16), ("sk-proj-", 16), ("sk-", 32), ("AIza", 30), ("ya29.", 16), ("AKIA", 16), ("ASIA", 16),
        ("npm_", 30), ("pypi-", 40), ("SG.", 30), ("hf_", 30), ("dop_v1_", 40), ("shpat_", 30), ("shpss_", 30),
        ("hvs.", 20), ("glsa_", 30), ("lin_api_", 30), ("AGE-SECRET-KEY-1", 30), ("PMAK-", 30), ("eyJ", 20),
    ].map { (Array($0.0.utf8), $0.1) }
    private static let firstBytes = Set(beginnings.map { $0.text[0] })

    /// A well-known service's secret that begins here, at the start of a word.
    static func known(in text: [UInt8], at start: Int) -> Range<Int>? {
        guard start == 0 || !isInside(text[start - 1]), firstBytes.contains(text[start]) else { return nil }
        for (beginning, rest) in beginnings where text[start...].starts(with: beginning) {
            let end = text[start...].firstIndex { !isInside($0) } ?? text.count
            // A JSON web token has three parts.
            if beginning.starts(with: "eyJ".utf8), text[start..<end].count(where: { $0 == UInt8(ascii: ".") }) < 2 {
                return nil
            }
            return end - start >= beginning.count + rest ? start..<end : nil
        }
        return nil
    }

    /// Whether a token may contain this byte. A byte before a token may not, so each word is examined once.
    private static func isInside(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private static let schemes = [Array("bearer".utf8), Array("basic".utf8)]

    /// The credentials behind `Bearer` or `Basic` (RFC 6750, RFC 7617) in the middle of a text.
    static func credentials(in text: [UInt8], at start: Int) -> Range<Int>? {
        guard text[start] | 0x20 == UInt8(ascii: "b"), start == 0 || !isInside(text[start - 1]),
            let scheme = schemes.first(where: { text[start...].prefix($0.count).map { $0 | 0x20 } == $0 })
        else { return nil }
        let blanks = text[(start + scheme.count)...].prefix { $0 == 0x20 }
        guard !blanks.isEmpty else { return nil }
        let word = text[blanks.endIndex...].prefix { isInside($0) || "~+/=".utf8.contains($0) }
        let value = String(decoding: word, as: UTF8.self)
        let isSecret = scheme.count == 6 ? word.count >= 8 && isMixed(value) : decodesToPair(value)
        return isSecret ? word.indices : nil
    }

    /// Whether it is the Base64 of `name:password`.
    private static func decodesToPair(_ text: String) -> Bool {
        text.utf8.count >= 8 && Base64Text.decode(text).contains(UInt8(ascii: ":"))
    }

    private static let keyBegin = Array("-----BEGIN ".utf8)
    private static let keyEnd = Array("-----END ".utf8)

    /// The body of a private key in PEM (RFC 7468), even if truncated.
    static func privateKey(in text: [UInt8], at start: Int) -> Range<Int>? {
        guard text[start] == UInt8(ascii: "-"), text[start...].starts(with: keyBegin) else { return nil }
        let label = text[(start + keyBegin.count)...].prefix(48)
        guard let dashes = label.firstIndex(of: UInt8(ascii: "-")) else { return nil }
        guard String(decoding: label[..<dashes], as: UTF8.self).contains("PRIVATE KEY") else { return nil }
        let body = text[dashes...].drop { $0 == UInt8(ascii: "-") }
        var end = body.startIndex
        while end < text.count, !text[end...].starts(with: keyEnd) { end += 1 }
        return body.startIndex..<end
    }
}
