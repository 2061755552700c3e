import Composition
import Wire

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Finds the id and the cause in complete lines. Those of one type from one sender begin alike, so that a comparison
/// mostly takes the place of a scan.
struct LineHeads {
    private struct Head {
        /// Up to where the id's text begins.
        let bytes: [UInt8]
        let type: String

        func begins(_ line: UnsafeRawBufferPointer) -> Bool {
            guard let base = line.baseAddress, line.count > bytes.count else { return false }
            return memcmp(base, bytes, bytes.count) == 0
        }
    }

    /// The last one used in front.
    private var heads: [Head] = []
    private static let headsKept = 8
    private static let causeKey = Array("causationid".utf8)

    /// The type of the line that was looked at last.
    var type: String { heads.first?.type ?? "" }

    /// - Parameter line: with its LF.
    /// - Returns: the id's text, as it stands; nil for what is no event.
    mutating func id(of line: UnsafeRawBufferPointer) -> Range<Int>? {
        if let known = heads.firstIndex(where: { $0.begins(line) }) {
            if known > 0 { heads.swapAt(0, known) }
            if let range = Self.text(in: line, from: heads[0].bytes.count) { return range }
        }
        guard let layout = Self.layout(of: line), let quoted = layout[.id], quoted.count > 2,
            let type = Self.withSpan(of: line, { try? layout.text(.type, in: $0) })
        else { return nil }
        let range = quoted.lowerBound + 1..<quoted.upperBound - 1
        heads.insert(Head(bytes: Array(line[..<range.lowerBound]), type: type), at: 0)
        if heads.count > Self.headsKept { heads.removeLast() }
        return range
    }

    /// - Returns: the text of the attribute that names the cause, as it stands; nil where there is none.
    mutating func cause(of line: UnsafeRawBufferPointer) -> Range<Int>? {
        guard var end = id(of: line)?.upperBound else { return nil }
        // Attributes of plain text follow, `"key":"value"` each; at anything else the whole line is looked at.
        while line[end + 1] == UInt8(ascii: ","), line[end + 2] == UInt8(ascii: "\""),
            let key = Self.text(in: line, from: end + 3), line[key.upperBound + 1] == UInt8(ascii: ":"),
            line[key.upperBound + 2] == UInt8(ascii: "\""),
            let value = Self.text(in: line, from: key.upperBound + 3)
        {
            if key.count == Self.causeKey.count, line[key].elementsEqual(Self.causeKey) { return value }
            end = value.upperBound
        }
        guard let quoted = Self.layout(of: line)?[.causationid], quoted.count > 2 else { return nil }
        return quoted.lowerBound + 1..<quoted.upperBound - 1
    }

    private static func layout(of line: UnsafeRawBufferPointer) -> EnvelopeLayout? {
        withSpan(of: line) { try? EnvelopeScanner.scan($0) }
    }

    private static func withSpan<Result>(of line: UnsafeRawBufferPointer, _ body: (Span<UInt8>) -> Result) -> Result {
        line.withMemoryRebound(to: UInt8.self) { body($0.span) }
    }

    /// The text from there to the next quote; nil where it is escaped.
    private static func text(in line: UnsafeRawBufferPointer, from start: Int) -> Range<Int>? {
        guard let base = line.baseAddress, let quote = memchr(base + start, 0x22, line.count - start) else {
            return nil
        }
        let end = UnsafeRawPointer(quote) - base
        return memchr(base + start, 0x5C, end - start) == nil ? start..<end : nil
    }
}
