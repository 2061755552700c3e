import Encodings

/// The spellings of a text: unchanged, and with its escapes decoded, up to twice. So a secret is found percent-encoded, with
/// upper or lower digits and `+` for a blank, as JSON and as HTML, whichever of its characters were escaped.
///
/// Known secrets are also found in Base64, at each of the three places that they may have in a group of bytes.
struct SecretSpellings {
    struct Spelling {
        let bytes: [UInt8]
        /// The outermost first.
        fileprivate var layers: [DecodedText] = []

        /// The place in the original text.
        func original(_ range: Range<Int>) -> Range<Int> {
            layers.reversed().reduce(range) { range, layer in layer.original(range) }
        }
    }

    /// Escapes in escapes: a parameter of a URL that is a parameter, JSON in JSON.
    private static let deepest = 2
    private static let kinds: [DecodedText.Escapes] = [.percent, .backslash, .entity]

    /// The first is the text itself.
    let all: [Spelling]
    /// Bytes visited to make them.
    let steps: Int

    /// - Parameter isForm: whether `+` is a blank too.
    init(of text: [UInt8], isForm: Bool) {
        var all = [Spelling(bytes: text)]
        var (newest, steps) = (all, 0)
        for depth in 0..<Self.deepest {
            var next: [Spelling] = []
            for spelling in newest {
                steps += spelling.bytes.count
                let kinds = Self.kinds(in: spelling.bytes, isForm: isForm && depth == 0)
                steps += kinds.count * spelling.bytes.count
                next += kinds.compactMap { kind in
                    DecodedText(spelling.bytes, without: kind).map {
                        Spelling(bytes: $0.bytes, layers: spelling.layers + [$0])
                    }
                }
            }
            all += next
            newest = next
        }
        (self.all, self.steps) = (all, steps)
    }

    /// Kinds of escapes that may be there; mostly none is.
    private static func kinds(in text: [UInt8], isForm: Bool) -> [DecodedText.Escapes] {
        var (percent, plus, backslash, ampersand) = (false, false, false, false)
        for byte in text {
            switch byte {
            case UInt8(ascii: "%"): percent = true
            case UInt8(ascii: "+"): plus = true
            case UInt8(ascii: "\\"): backslash = true
            case UInt8(ascii: "&"): ampersand = true
            default: continue
            }
        }
        let present: [(DecodedText.Escapes, Bool)] = [
            (.percent, percent), (.form, isForm && plus), (.backslash, backslash), (.entity, ampersand),
        ]
        return present.filter(\.1).map(\.0)
    }

    /// Texts that are in all Base64 with this secret, for each of the three places: without the characters that
    /// have bits of a neighbour.
    static func base64(of secret: [UInt8]) -> [[UInt8]] {
        (0..<3).flatMap { before -> [[UInt8]] in
            var text: [UInt8] = []
            Base64.append([UInt8](repeating: 0, count: before) + secret, to: &text)
            let whole = text[(before * 8 + 5) / 6..<(before + secret.count) * 8 / 6]
            let urlSafe = Base64.urlSafe(whole)
            return whole.elementsEqual(urlSafe) ? [Array(whole)] : [Array(whole), urlSafe]
        }
    }
}

/// A text without one kind of escapes, and where its bytes stood.
struct DecodedText {
    enum Escapes: CaseIterable {
        /// `%2B` (RFC 3986).
        case percent
        /// Percent-encoding with `+` for a blank (HTML forms).
        case form
        /// `\"`, `\u00e9` (RFC 8259).
        case backslash
        /// `&quot;`, `&#39;` (HTML).
        case entity
    }

    let bytes: [UInt8]
    /// Behind each escape: the place in ``bytes``, and in the original.
    private let places: [(decoded: UInt32, original: UInt32)]

    /// - Returns: nil without such escapes.
    init?(_ text: [UInt8], without escapes: Escapes) {
        guard text.count < UInt32.max else { return nil }
        var bytes: [UInt8] = []
        var places: [(UInt32, UInt32)] = []
        var (at, copied) = (0, 0)
        while at < text.count {
            guard let (decoded, length) = Self.escape(text, at, escapes) else {
                at += 1
                continue
            }
            bytes += text[copied..<at]
            bytes += decoded
            at += length
            copied = at
            places.append((UInt32(bytes.count), UInt32(at)))
        }
        guard !places.isEmpty else { return nil }
        self.bytes = bytes + text[copied...]
        self.places = places
    }

    func original(_ range: Range<Int>) -> Range<Int> {
        let start = original(range.lowerBound)
        return start..<max(start, original(range.upperBound))
    }

    private func original(_ place: Int) -> Int {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].decoded <= place { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return place }
        return Int(places[low - 1].original) + place - Int(places[low - 1].decoded)
    }

    private static func escape(_ text: [UInt8], _ at: Int, _ escapes: Escapes) -> (decoded: [UInt8], length: Int)? {
        switch (escapes, text[at]) {
        case (.percent, UInt8(ascii: "%")), (.form, UInt8(ascii: "%")):
            guard at + 2 < text.count, let high = PercentEncoding.value(text[at + 1]),
                let low = PercentEncoding.value(text[at + 2])
            else { return nil }
            return ([high << 4 | low], 3)
        case (.form, UInt8(ascii: "+")): return ([0x20], 1)
        case (.backslash, UInt8(ascii: "\\")): return backslash(text, at)
        case (.entity, UInt8(ascii: "&")): return entity(text, at)
        default: return nil
        }
    }

    private static func backslash(_ text: [UInt8], _ at: Int) -> (decoded: [UInt8], length: Int)? {
        guard at + 1 < text.count else { return nil }
        switch text[at + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "'"): return ([text[at + 1]], 2)
        case UInt8(ascii: "n"): return ([0x0A], 2)
        case UInt8(ascii: "r"): return ([0x0D], 2)
        case UInt8(ascii: "t"): return ([0x09], 2)
        case UInt8(ascii: "u"):
            guard let unit = number(text, at + 2, digits: 4) else { return nil }
            if let scalar = Unicode.Scalar(unit) { return (Array(String(scalar).utf8), 6) }
            guard unit < 0xDC00, at + 7 < text.count, text[at + 6] == UInt8(ascii: "\\"),
                text[at + 7] == UInt8(ascii: "u"),
                let trail = number(text, at + 8, digits: 4), 0xDC00...0xDFFF ~= trail,
                let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (trail - 0xDC00))
            else { return nil }
            return (Array(String(scalar).utf8), 12)
        default: return nil
        }
    }

    private static func number(_ text: [UInt8], _ start: Int, digits: Int) -> UInt32? {
        guard start + digits <= text.count else { return nil }
        var number: UInt32 = 0
        for place in start..<start + digits {
            guard let digit = PercentEncoding.value(text[place]) else { return nil }
            number = number << 4 | UInt32(digit)
        }
        return number
    }

    private static let entities: [(name: [UInt8], text: UInt8)] = [
        ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("sol", "/"), ("colon", ":"),
        ("equals", "="), ("num", "#"), ("commat", "@"), ("plus", "+"), ("excl", "!"), ("dollar", "$"),
        ("percnt", "%"), ("ast", "*"), ("quest", "?"), ("semi", ";"), ("comma", ","), ("period", "."),
    ].map { (Array($0.0.utf8), $0.1 as Unicode.Scalar) }.map { ($0.0, UInt8(ascii: $0.1)) }
    /// Bytes of an entity, with `&` and `;`.
    private static let longestEntity = 10

    private static func entity(_ text: [UInt8], _ at: Int) -> (decoded: [UInt8], length: Int)? {
        let rest = text[at...].prefix(longestEntity)
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")), end > at + 1 else { return nil }
        let name = text[at + 1..<end]
        if name.first == UInt8(ascii: "#") {
            let digits = String(decoding: name.dropFirst(), as: UTF8.self)
            let number =
                digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return number.flatMap(Unicode.Scalar.init).map { (Array(String($0).utf8), end + 1 - at) }
        }
        return entities.first { name.elementsEqual($0.name) }.map { ([$0.text], end + 1 - at) }
    }
}
