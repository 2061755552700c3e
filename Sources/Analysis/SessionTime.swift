/// Formats a moment of a session.
package enum SessionTime {
    /// Seconds since the session began, with three decimals, such as `1.024`.
    package static func text(_ seconds: Double) -> String {
        let milliseconds = Int(clamping: Int64((max(0, min(seconds, 1e12)) * 1000).rounded()))
        let fraction = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}
