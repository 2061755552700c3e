extension StringProtocol {
    /// True if the text is printable ASCII, as most is: nothing in it needs a closer look, and each byte is a character of one cell.
    @inlinable package var isPrintableASCII: Bool {
        utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0.isPrintableASCII } }
            ?? utf8.allSatisfy { $0.isPrintableASCII }
    }

    /// The text, safe for a terminal and a log, with nothing lost: what a terminal could take for a command, or for another order of the
    /// letters, becomes an escape such as `\u{1B}`.
    package var printable: String { printable(keeping: []) }

    /// The text as ``printable``, except for the scalars in `kept`, such as line feeds.
    package func printable(keeping kept: Unicode.Scalar...) -> String { printable(keeping: kept) }

    private func printable(keeping kept: [Unicode.Scalar]) -> String {
        let isShown = { (scalar: Unicode.Scalar) in !scalar.isUnprintable || kept.contains(scalar) }
        guard !unicodeScalars.allSatisfy(isShown) else { return String(self) }
        var output = ""
        for scalar in unicodeScalars {
            if isShown(scalar) {
                output.unicodeScalars.append(scalar)
            } else {
                output += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
        return output
    }
}

/// A line of JSON that strangers wrote, safe for a terminal.
package enum PrintableJSON {
    /// The line as ``StringProtocol/printable``, with JSON's escapes, so that it keeps its meaning. Invalid UTF-8 becomes U+FFFD.
    package static func escaping(_ line: some Collection<UInt8>) -> [UInt8] {
        guard !line.allSatisfy({ $0.isPrintableASCII }) else { return Array(line) }
        var output = ""
        for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
            if scalar.isUnprintable {
                let digits = String(scalar.value, radix: 16)
                output += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            } else {
                output.unicodeScalars.append(scalar)
            }
        }
        return Array(output.utf8)
    }
}

/// Text to be drawn: what could move the cursor, control the terminal or reorder its surroundings is dropped. An escape
/// sequence loses its ESC and shows as the harmless text after it.
package enum StrippedText {
    /// Marks stacked higher than this on one character bleed into the lines above and below.
    private static let marksPerCharacter = 8

    /// - Parameters:
    ///   - newline: replaces each kind of line end; CRLF is one.
    ///   - tab: replaces each tab.
    package static func strip(_ text: String, newline: String, tab: String) -> String {
        guard !text.isPrintableASCII else { return text }
        let scalars = text.unicodeScalars
        var (output, copied, marks, previous) = ("", scalars.startIndex, 0, Unicode.Scalar?.none)
        for index in scalars.indices {
            let scalar = scalars[index]
            defer { previous = scalar }
            marks = scalar.isMark ? marks + 1 : 0
            let replacement: String
            switch scalar {
            case "\n" where previous == "\r", _ where marks > marksPerCharacter: replacement = ""
            case "\n", "\r", "\u{2028}", "\u{2029}": replacement = newline
            case "\t": replacement = tab
            case _ where scalar.isControl || scalar.isBidirectionalControl || scalar.isByteOrderMark: replacement = ""
            default: continue
            }
            output += text[copied..<index] + replacement
            copied = scalars.index(after: index)
        }
        return copied == scalars.startIndex ? text : output + text[copied...]
    }
}

extension UInt8 {
    @inlinable package var isPrintableASCII: Bool { 0x20..<0x7F ~= self }
}

extension Unicode.Scalar {
    /// True if a terminal may take the scalar for a command: C0, DEL, C1.
    var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F: true
        default: false
        }
    }

    /// True if the scalar reorders text around it: bidirectional embeddings, overrides and isolates (UAX #9, section 2).
    var isBidirectionalControl: Bool {
        switch value {
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    var isByteOrderMark: Bool { value == 0xFEFF }

    /// True if the scalar has to be shown as an escape where every character counts, as in a file's name: controls, line
    /// separators, the byte order mark, and all that reorders letters, marks of direction among them.
    var isUnprintable: Bool {
        switch value {
        case 0x061C, 0x200E...0x200F, 0x2028...0x2029: true
        default: isControl || isBidirectionalControl || isByteOrderMark
        }
    }

    /// True if the scalar is a mark that combines with the character before it.
    var isMark: Bool {
        guard value >= 0x300 else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return true
        default: return false
        }
    }
}
