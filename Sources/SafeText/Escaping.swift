extension StringProtocol {
    /// Safe for a terminal and a log, with nothing lost: what a terminal could take for a command, or for another order of
    /// the letters, becomes an escape such as `\u{1B}`.
    package var printable: String { printable(keeping: []) }

    /// As ``printable``, except for the scalars in `kept`, such as line feeds.
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
    /// As ``StringProtocol/printable``, with JSON's escapes, so that the line keeps its meaning. Invalid UTF-8 becomes U+FFFD.
    package static func escaping(_ line: some Collection<UInt8>) -> [UInt8] {
        guard !line.allSatisfy({ 0x20..<0x7F ~= $0 }) else { return Array(line) }
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
