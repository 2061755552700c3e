import JSON
import Platform

/// The beginning of a source's complete lines whose members are in order. All of it but type and id is constant, so it is
/// compared, not parsed.
package struct EnvelopeHead: Sendable {
    /// The bytes before the type.
    private static let beginning = Array(#"{"specversion":"1.0","type":"#.utf8)
    private static let version = 15..<20
    /// `,"source":"NAME","id":`
    private let middle: [UInt8]
    /// The source within `middle`.
    private let source: Range<Int>

    package init(source: String) {
        var middle = Array(#","source":"#.utf8)
        let start = middle.count
        JSONText.append(source, to: &middle)
        self.source = start..<middle.count
        middle += #","id":"#.utf8
        self.middle = middle
    }

    /// - Parameters:
    ///   - line: without its LF.
    ///   - layout: becomes that of the line. Every line on the bus passes here, and a result would be copied.
    /// - Returns: false if the line begins differently, is not an event, or must not be passed on unchanged: with escapes in its type, without
    ///   an id, or with a mark that only the bus may set.
    package func read(_ line: UnsafeRawBufferPointer, into layout: inout EnvelopeLayout) -> Bool {
        layout = EnvelopeLayout()
        guard line.count <= EnvelopeLayout.limit, let base = line.bindMemory(to: UInt8.self).baseAddress,
            Self.matches(Self.beginning, at: 0, in: line)
        else { return false }
        let pass = JSONScanner(base: base, end: line.count)
        let typeStart = Self.beginning.count
        let typeEnd = pass.plainString(typeStart)
        guard typeEnd > typeStart + 2, Self.matches(middle, at: typeEnd, in: line) else { return false }
        layout[.specversion] = Self.version
        layout[.type] = typeStart..<typeEnd
        layout[.source] = typeEnd + source.lowerBound..<typeEnd + source.upperBound
        return Self.finish(&layout, pass, id: typeEnd + middle.count)
    }

    /// - Parameter start: the expected offset of the id's quote.
    private static func finish(_ layout: inout EnvelopeLayout, _ pass: JSONScanner, id start: Int) -> Bool {
        guard start < pass.end, pass.base[start] == UInt8(ascii: "\"") else { return false }
        var idEnd = pass.plainString(start)
        let isText = idEnd > 0
        if !isText { idEnd = pass.string(start + 1) }
        guard idEnd > start + 2 else { return false }
        layout[.id] = start..<idEnd
        do throws(EnvelopeError) {
            if !isText { try EnvelopeScanner.checkText(start..<idEnd, of: .id, pass) }
            var at = pass.blanks(idEnd)
            guard at < pass.end else { return false }
            if pass.base[at] == UInt8(ascii: ",") {
                at = try EnvelopeScanner.members(pass, at + 1, into: &layout)
            } else {
                guard pass.base[at] == UInt8(ascii: "}") else { return false }
                at += 1
            }
            try EnvelopeScanner.end(pass, at)
        } catch {
            return false
        }
        return !layout.has(.replayed) && !layout.has(.injected)
    }

    private static func matches(_ text: [UInt8], at start: Int, in line: UnsafeRawBufferPointer) -> Bool {
        guard let base = line.baseAddress, start + text.count < line.count else { return false }
        return memcmp(base + start, text, text.count) == 0
    }
}

/// The members of an event as ranges of bytes in its line; values include their quotes or braces.
///
/// Made for every line on the bus, so it allocates memory for unknown members only.
package struct EnvelopeLayout: Equatable, Sendable {
    /// The ranges of the known attributes, by ``EnvelopeAttribute/position``: the value's offset in the upper half, its end in the lower
    /// half; 0 if absent.
    @usableFromInline var ranges = InlineArray<12, UInt64>(repeating: 0)
    /// Members with unknown keys, unchanged: `"key":value`.
    package var extensions: [Range<Int>] = []

    package init() {}

    @inline(__always) func has(_ attribute: EnvelopeAttribute) -> Bool { ranges[attribute.position] != 0 }

    /// The longest line that the head can describe.
    static let limit = Int(Int32.max)

    @inlinable package subscript(attribute: EnvelopeAttribute) -> Range<Int>? {
        @inline(__always) get {
            let range = ranges[attribute.position]
            return range == 0 ? nil : Int(range >> 32)..<Int(range & 0xFFFF_FFFF)
        }
        @inline(__always) set {
            ranges[attribute.position] = newValue.map { UInt64($0.lowerBound) << 32 | UInt64($0.upperBound) } ?? 0
        }
    }

    package static func == (one: EnvelopeLayout, other: EnvelopeLayout) -> Bool {
        one.ranges.indices.allSatisfy { one.ranges[$0] == other.ranges[$0] } && one.extensions == other.extensions
    }

    /// The text of a string attribute; nil if absent or empty.
    package func text(_ attribute: EnvelopeAttribute, in line: Span<UInt8>) throws(EnvelopeError) -> String? {
        guard let range = self[attribute] else { return nil }
        guard let text = JSONText.decode(line.extracting(range)) else {
            throw .notAString(attribute: attribute.rawValue)
        }
        return text.isEmpty ? nil : text
    }
}

extension EnvelopeAttribute {
    @inlinable @inline(__always) var position: Int {
        switch self {
        case .specversion: 0
        case .type: 1
        case .source: 2
        case .id: 3
        case .subject: 4
        case .correlationid: 5
        case .causationid: 6
        case .causationsource: 7
        case .time: 8
        case .replayed: 9
        case .injected: 10
        case .data: 11
        }
    }
}
