/// Sequences in a text that are only for a terminal: colours, links, titles, character sets (ECMA-48 and xterm), and letters that are
/// struck over others to make them bold or underlined.
package enum TerminalSequences {
    package static func removed(from text: String) -> String {
        String(decoding: removed(from: Array(text.utf8)[...]), as: UTF8.self)
    }

    /// - Parameter styled: takes the parameters of each sequence that sets a style (SGR), and the number of bytes that are left before it.
    package static func removed(
        from text: ArraySlice<UInt8>, styled: ((ArraySlice<UInt8>, Int) -> Void)? = nil
    ) -> [UInt8] {
        guard text.contains(where: { [escape, backspace, 0x0E, 0x0F].contains($0) }) else { return Array(text) }
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var rest = text
        while let byte = rest.popFirst() {
            switch byte {
            case escape:
                let sequence = rest.prefix(length(of: rest))
                rest = rest[sequence.endIndex...]
                if let styled, sequence.first == UInt8(ascii: "["), sequence.last == UInt8(ascii: "m") {
                    styled(sequence.dropFirst().dropLast(), output.count)
                }
            case backspace: strikeOver(&output)
            // Shifts to another character set.
            case 0x0E, 0x0F: continue
            default: output.append(byte)
            }
        }
        return output
    }

    private static let escape: UInt8 = 0x1B
    private static let backspace: UInt8 = 0x08

    /// - Parameter rest: the bytes after ESC.
    /// - Returns: the number of these bytes that belong to the sequence.
    private static func length(of rest: ArraySlice<UInt8>) -> Int {
        guard let first = rest.first else { return 0 }
        switch first {
        case UInt8(ascii: "["):
            // Parameters and intermediate bytes, then a final one.
            let end = rest.dropFirst().firstIndex { !(0x20...0x3F ~= $0) } ?? rest.endIndex
            return end - rest.startIndex + (end < rest.endIndex && 0x40...0x7E ~= rest[end] ? 1 : 0)
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            return string(in: rest) ?? 1
        case 0x20...0x2F:
            let end = rest.firstIndex { !(0x20...0x2F ~= $0) } ?? rest.endIndex
            return end - rest.startIndex + (end < rest.endIndex && 0x30...0x7E ~= rest[end] ? 1 : 0)
        case 0x30...0x7E: return 1
        default: return 0
        }
    }

    /// A string of a command, up to BEL or ESC \\. Nil if it has no end before another control: then its text belongs to the user.
    private static func string(in rest: ArraySlice<UInt8>) -> Int? {
        guard let end = rest.firstIndex(where: { $0 < 0x20 }) else { return nil }
        if rest[end] == 0x07 { return end + 1 - rest.startIndex }
        let isEnd = rest[end] == escape && end + 1 < rest.endIndex && rest[end + 1] == UInt8(ascii: "\\")
        return isEnd ? end + 2 - rest.startIndex : nil
    }

    /// Removes the last character of the line.
    private static func strikeOver(_ output: inout [UInt8]) {
        guard let last = output.last, last != 0x0A else { return }
        var left = 3
        while left > 0, output.last.map({ $0 & 0xC0 == 0x80 }) ?? false {
            output.removeLast()
            left -= 1
        }
        if last < 0x80 || output.last.map({ $0 >= 0xC0 }) ?? false { output.removeLast() }
    }
}
