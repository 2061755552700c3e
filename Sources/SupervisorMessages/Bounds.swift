/// Limits for the values in a supervisor's answer, which may come from a broken program.
package enum Bounds {
    /// A hundred years in seconds.
    package static let longestTime = 3_155_760_000.0
    /// Characters of a name or text.
    package static let longestText = 200

    package static func seconds(_ seconds: Double) -> Double {
        seconds.isFinite ? min(max(0, seconds), longestTime) : 0
    }

    package static func text(_ text: String) -> String {
        text.count > longestText ? "\(text.prefix(longestText))…" : text
    }
}
