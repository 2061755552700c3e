import Encodings
import JSON

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
        DecodedText.Escapes.allCases.filter { text.contains($0.rawValue) && ($0 != .form || isForm) }
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
    /// The kinds of escapes, by the bytes with which they begin.
    enum Escapes: UInt8, CaseIterable {
        /// `%2B` (RFC 3986).
        case percent = 0x25
        /// `+` for a blank, and percent-encoding (HTML forms).
        case form = 0x2B
        /// `\"`, `\u00e9` (RFC 8259).
        case backslash = 0x5C
        /// `&quot;`, `&#39;` (HTML).
        case entity = 0x26
    }

    let bytes: [UInt8]
    /// The place of each byte in the original, and its end; those of an escape's bytes are the escape's.
    private let places: [UInt32]

    /// - Returns: nil without such escapes.
    init?(_ text: [UInt8], without escapes: Escapes) {
        guard text.count < UInt32.max else { return nil }
        var (bytes, places) = ([UInt8](), [UInt32]())
        bytes.reserveCapacity(text.count)
        places.reserveCapacity(text.count + 1)
        var (at, isDecoded) = (0, false)
        while at < text.count {
            if let (decoded, length) = Self.escape(text, at, escapes) {
                bytes += decoded
                places += repeatElement(UInt32(at), count: decoded.count)
                at += length
                isDecoded = true
            } else {
                bytes.append(text[at])
                places.append(UInt32(at))
                at += 1
            }
        }
        guard isDecoded else { return nil }
        self.bytes = bytes
        self.places = places + [UInt32(text.count)]
    }

    func original(_ range: Range<Int>) -> Range<Int> {
        Int(places[range.lowerBound])..<Int(places[range.upperBound])
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
        guard at + 1 < text.count, #""\/'nrtu"#.utf8.contains(text[at + 1]),
            let (character, end) = JSONText.unescape(text.span, at)
        else { return nil }
        return (Array(String(character).utf8), end - at)
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
