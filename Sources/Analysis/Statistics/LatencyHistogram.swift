/// A histogram of times in constant memory.
///
/// Buckets are a microsecond wide up to 64 µs, and above that a thirty-second of a power of two, as in an HDR
/// histogram: percentiles are within 1.6 %. The maximum is exact.
package struct LatencyHistogram: Equatable, Sendable {
    private static let bucketsPerOctave = 32

    package private(set) var count = 0
    /// Seconds.
    package private(set) var maximum = 0.0
    private var buckets: [Int: Int] = [:]

    package init() {}

    /// - Parameter seconds: negative values count as 0.
    package mutating func record(_ seconds: Double) {
        count += 1
        maximum = max(maximum, seconds)
        buckets[Self.bucket(of: Int(clamping: Int64((max(0, min(seconds, 1e9)) * 1e6).rounded()))), default: 0] += 1
    }

    /// The percentile by nearest rank, in seconds; nil for an empty histogram.
    package func percentile(_ percent: Double) -> Double? {
        guard count > 0 else { return nil }
        let rank = max(1, Int((percent / 100 * Double(count)).rounded(.up)))
        guard rank < count else { return maximum }
        var seen = 0
        for (bucket, number) in buckets.sorted(by: { $0.key < $1.key }) {
            seen += number
            if seen >= rank { return min(maximum, Self.middle(of: bucket) / 1e6) }
        }
        return maximum
    }

    private static func bucket(of microseconds: Int) -> Int {
        guard microseconds >= 2 * bucketsPerOctave else { return microseconds }
        let shift = Int.bitWidth - microseconds.leadingZeroBitCount - 6
        return shift * bucketsPerOctave + microseconds >> shift
    }

    private static func middle(of bucket: Int) -> Double {
        guard bucket >= 2 * bucketsPerOctave else { return Double(bucket) }
        let shift = bucket / bucketsPerOctave - 1
        let first = (bucket - shift * bucketsPerOctave) << shift
        return Double(first) + Double(1 << shift - 1) / 2
    }
}
