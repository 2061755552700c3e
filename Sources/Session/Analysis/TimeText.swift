package enum TimeText {
    /// A span, such as `0.4 ms`, `12 ms`, `1.2 s`, `75 s`.
    package static func span(_ seconds: Double) -> String {
        let milliseconds = seconds * 1000
        return switch milliseconds {
        case ..<9.95: "\(tenths(milliseconds)) ms"
        case ..<999.5: "\(Int(milliseconds.rounded())) ms"
        case ..<9950: "\(tenths(seconds)) s"
        default: "\(Int(clamping: Int64(min(seconds, 1e15).rounded()))) s"
        }
    }

    private static func tenths(_ number: Double) -> Double { (max(0, number) * 10).rounded() / 10 }

    /// A moment of a session: seconds since it began, with three decimals, such as `1.024`.
    package static func moment(_ seconds: Double) -> String {
        let milliseconds = Int(clamping: Int64((max(0, min(seconds, 1e12)) * 1000).rounded()))
        let fraction = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}
