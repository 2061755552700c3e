import CUTF8Proc

/// Properties of one Unicode scalar for filters.
enum Letter {
    enum Kind: Equatable {
        case blank, delimiter, sign, lower, upper, other, digit

        var isPartOfWord: Bool {
            switch self {
            case .blank, .delimiter, .sign: false
            case .lower, .upper, .other, .digit: true
            }
        }
    }

    /// The scalar in lower case, where that is one scalar.
    static func folded(_ scalar: UInt32) -> UInt32 {
        if scalar < 128 { return 0x41...0x5A ~= scalar ? scalar + 32 : scalar }
        return UInt32(bitPattern: utf8proc_tolower(Int32(bitPattern: scalar)))
    }

    /// The scalar without its accents: `é` is `e`, `ø` is `o`. Signs that make another letter in their script stay, such as those of kana.
    /// - Returns: nil for an accent alone.
    static func bare(_ scalar: UInt32) -> UInt32? {
        guard mayHaveAccents(scalar) else { return scalar }
        if accents.contains(scalar) { return nil }
        if let letter = strokes[scalar] { return letter }
        return withUnsafeTemporaryAllocation(of: Int32.self, capacity: 8) { parts in
            let count = utf8proc_decompose_char(
                Int32(bitPattern: scalar), parts.baseAddress, parts.count,
                utf8proc_option_t(UTF8PROC_DECOMPOSE.rawValue), nil)
            guard 1...parts.count ~= count else { return scalar }
            let isAccented = parts[1..<count].allSatisfy { accents.contains(UInt32(bitPattern: $0)) }
            return isAccented ? UInt32(bitPattern: parts[0]) : scalar
        }
    }

    /// Latin, Greek, Cyrillic and the like, and the signs that are other names of their letters.
    static func mayHaveAccents(_ scalar: UInt32) -> Bool { 0xC0..<0x2000 ~= scalar || 0x2126...0x212B ~= scalar }

    private static let accents: ClosedRange<UInt32> = 0x300...0x36F

    /// Letters with a stroke, which Unicode does not take apart.
    private static let strokes: [UInt32: UInt32] = [
        0xD8: 0x4F, 0xF8: 0x6F, 0x110: 0x44, 0x111: 0x64, 0x126: 0x48, 0x127: 0x68, 0x131: 0x69, 0x141: 0x4C,
        0x142: 0x6C,
        0x166: 0x54, 0x167: 0x74,
    ]

    /// True if no text has the scalar in another form: neither alone nor beside others of these.
    static func isSteady(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0..<0x300, 0x400...0x481, 0x48A...0x52F, 0x1E00...0x1EFF, 0x2002...0x20CF, 0x2190...0x22FF,
            0x2500...0x27BF,
            0x3001...0x3029, 0x3041...0x3096, 0x309B...0x9FFF, 0xAC00...0xD7A3, 0xFE0F, 0xFFFD, 0x1F000...0x1FAFF:
            scalar != 0x2126 && scalar != 0x212A && scalar != 0x212B
        default: false
        }
    }

    static func isBlank(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x20, 0x09...0x0D, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    static func kind(_ scalar: UInt32) -> Kind {
        switch scalar {
        case 0x2F, 0x2C, 0x3A, 0x3B, 0x7C: .delimiter
        case 0x61...0x7A: .lower
        case 0x41...0x5A: .upper
        case 0x30...0x39: .digit
        case _ where isBlank(scalar): .blank
        case 0..<128: .sign
        default: otherKind(scalar)
        }
    }

    private static func otherKind(_ scalar: UInt32) -> Kind {
        switch utf8proc_category(Int32(bitPattern: scalar)) {
        case UTF8PROC_CATEGORY_LU: .upper
        case UTF8PROC_CATEGORY_LL: .lower
        case UTF8PROC_CATEGORY_ND, UTF8PROC_CATEGORY_NL, UTF8PROC_CATEGORY_NO: .digit
        case UTF8PROC_CATEGORY_LT, UTF8PROC_CATEGORY_LM, UTF8PROC_CATEGORY_LO, UTF8PROC_CATEGORY_MN,
            UTF8PROC_CATEGORY_MC, UTF8PROC_CATEGORY_ME:
            .other
        default: .sign
        }
    }
}

/// A text as letters that can be compared: texts that Unicode calls equal have the same ones (its form NFC).
struct LetterText: Sendable {
    /// Letters, of which only the first ones belong to the text.
    private(set) var cased: [UInt32] = []
    /// The same letters in lower case.
    private(set) var folded: [UInt32] = []
    private(set) var count = 0
    private(set) var mayHaveAccents = false
    /// The scalars of the text that each letter stands for; nil if each is one.
    private var spans: [Range<Int>]?

    /// Scalars of a character that are put together; a longer one stays as it is.
    private static let longestCharacter = 32

    /// - Parameter text: one in which each byte is a scalar.
    mutating func read(ascii text: UnsafeBufferPointer<UInt8>) {
        begin(atMost: text.count)
        count = text.count
        cased.withUnsafeMutableBufferPointer { letters in
            folded.withUnsafeMutableBufferPointer { folded in
                for place in 0..<text.count {
                    let byte = text[place]
                    letters[place] = UInt32(byte)
                    folded[place] = UInt32(byte &- 0x41 < 26 ? byte | 0x20 : byte)
                }
            }
        }
    }

    mutating func read(_ text: String) {
        begin(atMost: text.utf8.count)
        var isSteady = true
        for scalar in text.unicodeScalars {
            isSteady = isSteady && Letter.isSteady(scalar.value)
            add(scalar.value)
        }
        guard !isSteady else { return }
        begin(atMost: text.utf8.count * 2)
        spans = []
        var start = 0
        for character in text {
            let span = start..<start + character.unicodeScalars.count
            for letter in Self.composed(character) { add(letter, span) }
            start = span.upperBound
        }
    }

    /// Becomes the other text without its accents.
    mutating func read(bare text: LetterText) {
        begin(atMost: text.count)
        var spans: [Range<Int>] = []
        for place in 0..<text.count {
            let span = text.scalars(of: place)
            if let letter = Letter.bare(text.cased[place]) {
                add(letter)
                spans.append(span)
            } else if let last = spans.popLast() {
                spans.append(last.lowerBound..<max(last.upperBound, span.upperBound))
            }
        }
        self.spans = spans
    }

    func scalars(of place: Int) -> Range<Int> { spans.map { $0[place] } ?? place..<place + 1 }

    private mutating func begin(atMost most: Int) {
        (count, mayHaveAccents, spans) = (0, false, nil)
        guard cased.count < most else { return }
        cased = Array(repeating: 0, count: max(most, 256))
        folded = cased
    }

    private mutating func add(_ letter: UInt32, _ span: Range<Int>? = nil) {
        cased[count] = letter
        folded[count] = Letter.folded(letter)
        count += 1
        mayHaveAccents = mayHaveAccents || Letter.mayHaveAccents(letter)
        if let span { spans?.append(span) }
    }

    /// - Returns: at most two letters for each byte.
    private static func composed(_ character: Character) -> [UInt32] {
        let scalars = character.unicodeScalars.map(\.value)
        guard scalars.count <= longestCharacter, !scalars.allSatisfy(Letter.isSteady) else { return scalars }
        var text = String(character)
        let letters = text.withUTF8 { bytes in
            // A scalar of two bytes or more has at most four parts.
            withUnsafeTemporaryAllocation(of: Int32.self, capacity: bytes.count * 2 + 1) { parts -> [UInt32] in
                let (apart, together) = (
                    UTF8PROC_DECOMPOSE.rawValue, UTF8PROC_COMPOSE.rawValue | UTF8PROC_STABLE.rawValue
                )
                let count = utf8proc_decompose(
                    bytes.baseAddress, bytes.count, parts.baseAddress, parts.count - 1, utf8proc_option_t(apart))
                guard 1..<parts.count ~= count else { return [] }
                let composed = utf8proc_normalize_utf32(parts.baseAddress, count, utf8proc_option_t(together))
                return parts.prefix(max(0, min(composed, count))).map { UInt32(bitPattern: $0) }
            }
        }
        return letters.isEmpty ? scalars : letters
    }
}

/// Finds letters side by side. Its time does not depend on what repeats (Knuth, Morris, Pratt).
struct Needle: Equatable, Sendable {
    let letters: [UInt32]
    /// The length of the longest beginning that is its end, too, for each beginning of the letters.
    private let borders: [Int]

    init(_ letters: [UInt32]) {
        self.letters = letters
        var borders = letters.isEmpty ? [] : [0]
        var length = 0
        for letter in letters.dropFirst() {
            while length > 0, letters[length] != letter { length = borders[length - 1] }
            if letters[length] == letter { length += 1 }
            borders.append(length)
        }
        self.borders = borders
    }

    /// - Parameter body: gets each place where the letters begin; places may overlap.
    func forEachStart(in text: [UInt32], count: Int, _ body: (Int) -> Void) {
        guard !letters.isEmpty else { return }
        var length = 0
        for place in 0..<count {
            while length > 0, length == letters.count || letters[length] != text[place] { length = borders[length - 1] }
            if letters[length] == text[place] { length += 1 }
            if length == letters.count { body(place + 1 - length) }
        }
    }
}
