import JSON
import Platform

/// The beginning of a source's complete lines whose members are in order. All of it but type and id is constant, so it is
/// compared, not parsed.
package struct EnvelopeHead: Sendable {
    /// Everything before the type.
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

    /// - Parameter line: without its LF.
    /// - Returns: its layout; nil if the line begins differently, is not an event, or must not be passed on unchanged: with
    ///   escapes in its type, without an id, or with a mark that only the bus may set.
    package func layout(of line: UnsafeRawBufferPointer) -> EnvelopeLayout? {
        guard line.count <= EnvelopeLayout.limit, let base = line.bindMemory(to: UInt8.self).baseAddress,
            Self.stands(Self.beginning, at: 0, in: line)
        else { return nil }
        let pass = JSONScanner(base: base, end: line.count)
        let typeStart = Self.beginning.count
        let typeEnd = pass.plainString(typeStart)
        guard typeEnd > typeStart + 2, Self.stands(middle, at: typeEnd, in: line) else { return nil }
        var layout = EnvelopeLayout()
        layout[.specversion] = Self.version
        layout[.type] = typeStart..<typeEnd
        layout[.source] = typeEnd + source.lowerBound..<typeEnd + source.upperBound
        return Self.finish(&layout, pass, id: typeEnd + middle.count) ? layout : nil
    }

    /// - Parameter start: the expected offset of the id's quote.
    private static func finish(_ layout: inout EnvelopeLayout, _ pass: JSONScanner, id start: Int) -> Bool {
        guard start < pass.end, pass.base[start] == UInt8(ascii: "\"") else { return false }
        let idEnd = pass.string(start + 1)
        guard idEnd > start + 2 else { return false }
        layout[.id] = start..<idEnd
        do throws(EnvelopeError) {
            try EnvelopeScanner.checkText(start..<idEnd, of: .id, pass)
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
        return layout[.replayed] == nil
    }

    private static func stands(_ text: [UInt8], at start: Int, in line: UnsafeRawBufferPointer) -> Bool {
        guard let base = line.baseAddress, start + text.count < line.count else { return false }
        return memcmp(base + start, text, text.count) == 0
    }
}
