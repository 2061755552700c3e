import Wire

extension String {
    /// The text with everything that a terminal could take for a command, or for another order of the letters, shown
    /// as an escape: controls, DEL, C1, line separators and bidirectional controls. Names come from files that somebody
    /// else may have written.
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

    /// Enough of the text to find it by.
    var shortened: String { count > 60 ? "\(prefix(60))…" : self }
}
