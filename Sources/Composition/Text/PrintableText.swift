import Wire

extension String {
    /// The text with escapes for all characters that could steer a terminal or reorder a line: controls, DEL, C1, line
    /// separators and bidirectional controls. Names come from files that a stranger may have written.
    package var printable: String {
        guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
        var output = ""
        for scalar in unicodeScalars {
            if scalar.isUnprintable {
                output += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                output.unicodeScalars.append(scalar)
            }
        }
        return output
    }

    /// Enough of the text to recognize it.
    var shortened: String { count > 60 ? "\(prefix(60))…" : self }
}
