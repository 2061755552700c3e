import Composition
import Encodings
import Platform

/// A time as a user gives it to `--since`: a duration before now (`5m`, `1h30m`), or a point in time (RFC 3339), in UTC
/// unless it names an offset: `2026-11-22T10:05:00Z`, `2026-11-22T12:05+02:00`, `2026-11-22`.
package enum LogTime {
    /// - Parameter now: milliseconds since 1970.
    /// - Returns: the time as a log has it, such as `2026-11-22T10:05:00.000Z`; nil for a text that is neither, and
    ///   before 1970.
    package static func parse(_ text: String, now: Int) -> String? {
        if let duration = ComposeDuration.parse(text) {
            let (seconds, attoseconds) = duration.components
            let milliseconds = Int(seconds).multipliedReportingOverflow(by: 1000)
            guard !milliseconds.overflow else { return nil }
            return LogClock.text(
                milliseconds: max(0, now - milliseconds.partialValue - Int(attoseconds / 1_000_000_000_000_000)))
        }
        guard let time = Timestamp(text, isBrief: true), time.seconds >= 0 else { return nil }
        return LogClock.text(milliseconds: time.seconds * 1000 + time.milliseconds)
    }
}

/// The time of a line in the log: UTC in milliseconds (RFC 3339). The text of a second is kept, since many lines share
/// it.
package struct LogClock {
    private var second = time_t.min
    /// The text of ``second``, without the zone.
    private var text = ""

    mutating func now() -> String {
        var moment = timespec()
        clock_gettime(CLOCK_REALTIME, &moment)
        return text(seconds: moment.tv_sec, milliseconds: moment.tv_nsec / 1_000_000)
    }

    mutating func text(seconds: time_t, milliseconds: Int) -> String {
        if seconds != second {
            second = seconds
            text = String(Timestamp.text(seconds: seconds).dropLast())
        }
        return "\(text).\(Timestamp.padded(milliseconds, 3))Z"
    }

    /// - Parameter milliseconds: since 1970.
    package static func text(milliseconds: Int) -> String {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        var clock = LogClock()
        return clock.text(seconds: seconds, milliseconds: rest)
    }
}
