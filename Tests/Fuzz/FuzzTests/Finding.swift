import SafeText

/// A property that does not hold for an input.
struct Finding: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Ends the trial of an input with a finding, unless the property holds.
func claim(_ holds: Bool, _ otherwise: @autoclosure () -> String) throws(Finding) {
    if !holds { throw Finding(otherwise()) }
}

/// A text that users see must not control their terminal.
/// - Parameter what: names the text.
func claimPrintable(_ text: String, _ what: @autoclosure () -> String) throws(Finding) {
    try claim(text.printable == text, "\(what()) is not printable: \(text.printable)")
}

/// A text that is drawn must not move the cursor, control the terminal or reorder what is around it. Marks of direction may stay.
/// - Parameter what: names the text.
func claimHarmless(_ text: String, _ what: @autoclosure () -> String) throws(Finding) {
    let isHarmless = text.unicodeScalars.allSatisfy { scalar in
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
        default: true
        }
    }
    try claim(isHarmless, "\(what()) is harmful: \(text.printable)")
}

extension [UInt8] {
    /// The input in pieces of 1 to 13 bytes, as pipes and terminals may divide it. The same input has the same pieces.
    var pieces: [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var at = 0
        while at < count {
            let end = Swift.min(count, at + 1 + Int(self[at] % 13))
            pieces.append(self[at..<end])
            at = end
        }
        return pieces
    }

    /// The input as text, in parts that a NUL divides, for targets with several files or texts.
    var texts: [String] {
        split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }
}
