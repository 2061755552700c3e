/// How long something plays: "3:05", "1:02:09".
package enum PlayingTime {
    /// Nil for a negative length.
    package static func text(seconds: Int) -> String? {
        guard seconds >= 0 else { return nil }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let rest = padded(seconds % 60)
        return hours > 0 ? "\(hours):\(padded(minutes)):\(rest)" : "\(minutes):\(rest)"
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
