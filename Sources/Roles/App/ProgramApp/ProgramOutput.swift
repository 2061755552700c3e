/// The output of one call so far.
struct ProgramOutput: Sendable {
    /// Nil until there are enough bytes to detect it.
    private(set) var format: OutputFormat?
    private var bytes: [UInt8] = []
    /// The place where the unread bytes begin.
    private var start = 0
    /// Bytes that the extent has scanned.
    private var scanned = 0
    private var extent = JSONExtent()
    private(set) var isTooLong = false
    /// A value that was read and is not a report of progress.
    private var held: [UInt8]?

    /// The most bytes of one screen, or of a list in JSON; the rest is dropped.
    static let most = 16 << 20
    /// The bytes that decide the format.
    private static let mostLooked = 4096

    mutating func append(_ chunk: [UInt8]) {
        bytes.removeFirst(start)
        scanned -= start
        start = 0
        guard bytes.count + chunk.count <= Self.most else { return isTooLong = true }
        bytes += chunk
        if format == nil { format = formatOfBeginning }
    }

    /// Many blanks are lines, and nothing to wait behind.
    private var formatOfBeginning: OutputFormat? {
        let first = bytes[start...].prefix(Self.mostLooked)
        return OutputFormat.of(first, isWhole: first.count == Self.mostLooked)
    }

    mutating func finish() { if format == nil { format = OutputFormat.of(bytes[start...], isWhole: true) } }

    mutating func takeAll() -> [UInt8] {
        defer {
            bytes = []
            (start, scanned) = (0, 0)
        }
        return Array(bytes[start...])
    }

    /// Treats as lines what looked like JSON.
    mutating func becomeLines() {
        bytes.replaceSubrange(..<start, with: held ?? [])
        (format, held, start) = (.lines, nil, 0)
    }

    /// True if output that looks like JSON is text: something follows the value.
    /// - Parameter mayRepeat: whether it may be another value, and text after an object is a mistake.
    mutating func isText(mayRepeat: Bool) -> Bool {
        guard format == .json else { return false }
        if held == nil { held = takeValue() }
        guard let first = held?.first(where: { !Self.isBlank($0) }) else { return extent.isBroken && !mayRepeat }
        guard let next = bytes[start...].first(where: { !Self.isBlank($0) }) else { return false }
        return !mayRepeat || first == UInt8(ascii: "[") && next != UInt8(ascii: "{") && next != UInt8(ascii: "[")
    }

    /// Takes the reports of progress before the answer, whose format they do not decide.
    /// - Returns: the newest one.
    mutating func takeProgress() -> CallProgress? {
        var newest: CallProgress?
        while format == .json, held == nil, let value = takeValue() {
            if let progress = CallProgress(value) {
                newest = progress
                if bytes[start...].first == 0x0A { (start, scanned) = (start + 1, start + 1) }
                format = formatOfBeginning
            } else {
                held = value
            }
        }
        return newest
    }

    /// Takes the next complete JSON value.
    mutating func takeValue() -> [UInt8]? {
        guard format == .json else { return nil }
        if let value = held {
            held = nil
            return value
        }
        guard let count = extent.end(in: bytes[scanned...]) else {
            scanned = bytes.count
            return nil
        }
        let end = scanned + count
        defer {
            (start, scanned) = (end, end)
            extent = JSONExtent()
        }
        return Array(bytes[start..<end])
    }

    var isBlank: Bool { held == nil && bytes[start...].allSatisfy(Self.isBlank) }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
}

/// The format of a program's output, detected from its first bytes: JSON begins with an object, or with an array of
/// objects or texts; both may be empty. Anything else is plain lines, such as a log's `[info] …` or a C program's `{`.
enum OutputFormat: Equatable {
    case json, lines

    /// - Parameter isWhole: whether nothing follows.
    /// - Returns: nil while more bytes are needed.
    static func of(_ output: some Collection<UInt8>, isWhole: Bool) -> OutputFormat? {
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        var rest = output[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        rest = rest.drop(while: blanks.contains)
        guard let first = rest.popFirst() else { return isWhole ? .lines : nil }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return .lines }
        guard let next = rest.first(where: { !blanks.contains($0) }) else { return isWhole ? .lines : nil }
        switch (first, next) {
        case (UInt8(ascii: "{"), UInt8(ascii: "\"")), (UInt8(ascii: "{"), UInt8(ascii: "}")),
            (UInt8(ascii: "["), UInt8(ascii: "\"")), (UInt8(ascii: "["), UInt8(ascii: "{")),
            (UInt8(ascii: "["), UInt8(ascii: "]")):
            return .json
        default: return .lines
        }
    }
}

/// Finds the end of a JSON value as its bytes arrive, looking at each byte once. It does not check the syntax, but it recognises most text.
struct JSONExtent: Sendable {
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var hasBegun = false
    /// True after bytes that JSON has nowhere, or not in a string.
    private(set) var isBroken = false
    /// The bytes of punctuation, numbers and words.
    private static let outside = Set("{}[],:\"+-.0123456789eEtrufalsn \t\r\n".utf8)

    /// - Returns: the number of these bytes that belong to the value, once its end is among them.
    mutating func end(in bytes: some Collection<UInt8>) -> Int? {
        for (offset, byte) in bytes.enumerated() {
            if isInString {
                if byte < 0x20 { isBroken = true }
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                hasBegun = true
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if hasBegun, depth <= 0 { return offset + 1 }
            default:
                if !Self.outside.contains(byte) { isBroken = true }
            }
        }
        return nil
    }
}
