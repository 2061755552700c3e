import TerminalText

/// The reading of chafa's output: lines of printable characters of one cell, with Select Graphic Rendition (ECMA-48, 8.3.117) between
/// them. It is not trusted: anything else makes it no drawing.
package enum ChafaOutput {
    /// - Parameter limit: the requested size.
    /// - Returns: a buffer as large as the drawing; nil for anything else, or for a larger drawing.
    package static func cells(_ bytes: [UInt8], limit: Size) -> CellBuffer? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        var lines = [StyledText()]
        var columns = 0
        var style = CellStyle.plain
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\n":
                lines.append(StyledText())
                columns = 0
            case "\u{1B}":
                guard rest.popFirst() == "[" else { return nil }
                let parameters = rest.prefix { $0 == ";" || "0"..."9" ~= $0 }
                rest = rest.dropFirst(parameters.count)
                guard rest.popFirst() == "m" else { return nil }
                style.apply(Substring(parameters))
            default:
                columns += 1
                guard CellWidth.of(Character(scalar)) == 1, columns <= limit.columns else { return nil }
                lines[lines.count - 1].append(String(scalar), style)
            }
            guard lines.count <= limit.rows + 1 else { return nil }
        }
        if lines.last?.isEmpty == true { lines.removeLast() }
        let widest = lines.map(\.runs.count).max() ?? 0
        guard widest > 0, lines.count <= limit.rows else { return nil }
        var buffer = CellBuffer(Size(columns: widest, rows: lines.count))
        for (row, line) in lines.enumerated() { buffer.write(line, row: row, column: 0) }
        return buffer
    }
}

extension CellStyle {
    /// Unknown parameters change nothing.
    fileprivate mutating func apply(_ parameters: Substring) {
        var numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { UInt8($0) ?? 0 }[...]
        while let number = numbers.popFirst() {
            switch number {
            case 0: self = .plain
            case 1: isBold = true
            case 7: isReversed = true
            case 27: isReversed = false
            case 30...37: color = .palette(number - 30)
            case 38: color = Self.extendedColor(&numbers)
            case 39: color = nil
            case 40...47: background = .palette(number - 40)
            case 48: background = Self.extendedColor(&numbers)
            case 49: background = nil
            case 90...97: color = .palette(number - 82)
            case 100...107: background = .palette(number - 92)
            default: break
            }
        }
    }

    /// `5;n` or `2;r;g;b` (ITU-T T.416, as xterm has it).
    private static func extendedColor(_ numbers: inout ArraySlice<UInt8>) -> Color? {
        switch numbers.popFirst() {
        case 5: return numbers.popFirst().map { .palette($0) }
        case 2:
            guard let red = numbers.popFirst(), let green = numbers.popFirst(), let blue = numbers.popFirst() else {
                return nil
            }
            return .rgb(red, green, blue)
        default: return nil
        }
    }
}
