/// Notices of the last minute, for requests that arrive after their notice.
struct RememberedNotices: Sendable {
    private struct Notice {
        let caller: SessionName
        let place: Place
        let line: [UInt8]
        let since: ContinuousClock.Instant
    }

    private var notices: [Notice] = []
    private var bytes = 0

    private static let age = Duration.seconds(60)
    private static let (mostNotices, mostBytes) = (1024, 1 << 20)

    mutating func insert(_ line: [UInt8], of caller: SessionName, at place: Place, now: ContinuousClock.Instant) {
        notices.append(Notice(caller: caller, place: place, line: line, since: now))
        bytes += line.count
        while let first = notices.first,
            notices.count > Self.mostNotices || bytes > Self.mostBytes || now - first.since > Self.age
        {
            bytes -= first.line.count
            notices.removeFirst()
        }
    }

    /// Notices that the caller wrote after a request.
    func lines(of caller: SessionName, behind place: Place, now: ContinuousClock.Instant) -> [[UInt8]] {
        notices.filter {
            $0.caller == caller && $0.place.word == place.word && $0.place.number > place.number
                && now - $0.since <= Self.age
        }.map(\.line)
    }
}
