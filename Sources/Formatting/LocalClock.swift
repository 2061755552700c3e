import Platform

/// The time of day where the reader is, by the C library's time zone (TZ, /etc/localtime).
package struct LocalClock: Sendable {
    /// The offset from UTC in seconds at a moment (seconds since 1970), and the zone's name.
    private let zone: @Sendable (_ moment: Int) -> (offset: Int, name: String)

    package init(zone: @escaping @Sendable (_ moment: Int) -> (offset: Int, name: String)) {
        self.zone = zone
    }

    package static let utc = LocalClock { _ in (0, "UTC") }

    package static let system = LocalClock { moment in
        var (moment, local) = (time_t(moment), tm())
        guard localtime_r(&moment, &local) != nil else { return (0, "UTC") }
        return (Int(local.tm_gmtoff), local.tm_zone.map { String(cString: $0) } ?? "")
    }

    /// The time of an RFC 3339 timestamp, rounded up to the minute: "14:05 CET". Nil for any other text.
    func time(_ timestamp: String) -> String? {
        guard let moment = Timestamp(timestamp) else { return nil }
        let minute = moment.minuteNotBefore
        let (offset, name) = zone(minute * 60)
        let time = ((minute + offset / 60) % 1440 + 1440) % 1440
        let digits = [time / 60, time % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(digits.joined(separator: ":")) \(name)"
    }
}
