import JSON
import Platform

/// How all complete lines of one type from one source begin, when their members are in order. One comparison tells what such
/// a line is and who wrote it; only what follows is still to be looked at.
package struct EnvelopeHead: Sendable {
    /// `{"specversion":"1.0","type":"T","source":"S","id":"`
    private let bytes: [UInt8]
    /// What stands in these bytes.
    private let layout: EnvelopeLayout

    package init(type: String, source: String) {
        var bytes = Array(#"{"specversion":"1.0","type":"#.utf8)
        JSONText.append(type, to: &bytes)
        bytes += #","source":"#.utf8
        JSONText.append(source, to: &bytes)
        bytes += #","id":""#.utf8
        self.bytes = bytes
        layout = EnvelopeScanner.scanBeginning(bytes.span)
    }

    package func begins(_ lines: UnsafeRawBufferPointer) -> Bool {
        guard let base = lines.baseAddress, lines.count > bytes.count else { return false }
        return memcmp(base, bytes, bytes.count) == 0
    }

    /// - Parameter line: without its LF.
    /// - Returns: its layout; nil where it begins otherwise, is no event, or is not as a receiver should get it: without an
    ///   id, or with a mark that is the bus's to set.
    package func layout(of line: UnsafeRawBufferPointer) -> EnvelopeLayout? {
        guard begins(line), line.count <= EnvelopeLayout.limit, let base = line.bindMemory(to: UInt8.self).baseAddress
        else { return nil }
        let pass = JSONScanner(base: base, end: line.count)
        let idEnd = pass.string(bytes.count)
        guard idEnd > bytes.count + 1 else { return nil }
        var layout = layout
        layout[.id] = bytes.count - 1..<idEnd
        do throws(EnvelopeError) {
            try EnvelopeScanner.checkText(bytes.count - 1..<idEnd, of: .id, pass)
            var at = pass.blanks(idEnd)
            guard at < pass.end else { return nil }
            if base[at] == UInt8(ascii: ",") {
                at = try EnvelopeScanner.members(pass, at + 1, into: &layout)
            } else {
                guard base[at] == UInt8(ascii: "}") else { return nil }
                at += 1
            }
            try EnvelopeScanner.end(pass, at)
        } catch {
            return nil
        }
        return layout[.replayed] == nil ? layout : nil
    }
}
