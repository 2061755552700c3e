import Wire

/// Makes a line of untrusted JSON safe for a terminal.
enum PrintableJSON {
    /// Characters that could control a terminal or reorder text become JSON escapes, so the line keeps its meaning. Invalid
    /// UTF-8 becomes U+FFFD.
    static func escaping(_ line: some Collection<UInt8>) -> [UInt8] {
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
