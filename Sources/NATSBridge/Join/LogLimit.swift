/// Keeps a flood of complaints out of the log: so many are said in a while, the others are counted.
struct LogLimit {
    typealias Instant = ContinuousClock.Instant

    private var since: Instant?
    private var said = 0
    private var unsaid = 0

    static let most = 20
    static let interval = Duration.seconds(60)

    /// - Returns: what to say; nil for nothing.
    mutating func admit(_ text: String, at now: Instant) -> String? {
        if since.map({ now - $0 >= Self.interval }) ?? true { (since, said) = (now, 0) }
        guard said < Self.most else {
            unsaid += 1
            return nil
        }
        said += 1
        defer { unsaid = 0 }
        return unsaid == 0 ? text : "\(text) (and \(unsaid) more like it)"
    }
}
