/// Formats a span of time.
package enum Latency {
    /// Such as `0.4 ms`, `12 ms`, `1.2 s`, `75 s`.
    package static func text(_ seconds: Double) -> String {
        let milliseconds = seconds * 1000
        return switch milliseconds {
        case ..<9.95: "\(tenths(milliseconds)) ms"
        case ..<999.5: "\(Int(milliseconds.rounded())) ms"
        case ..<9950: "\(tenths(seconds)) s"
        default: "\(Int(clamping: Int64(min(seconds, 1e15).rounded()))) s"
        }
    }

    private static func tenths(_ number: Double) -> Double { (max(0, number) * 10).rounded() / 10 }
}
