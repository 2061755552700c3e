/// Makes sense of a row of reports: tells double clicks, and takes turns of the wheel that came together for one. The clock is
/// the caller's.
package struct MouseInput: Sendable {
    private var last: (position: Position, moment: Int, clicks: Int)?

    /// Milliseconds between two clicks that belong together.
    private static let pause = 500
    /// The most lines that the wheel turns at once, however many reports have come.
    private static let mostLines = 1000

    package init() {}

    /// When the mouse was used last; nil if it never was.
    package private(set) var lastUse: Int?

    /// - Parameter keys: those of one read.
    package mutating func take(_ keys: [Key], now: Int) -> [Key] {
        var taken: [Key] = []
        for key in keys {
            guard case .mouse(var event) = key else {
                taken.append(key)
                continue
            }
            lastUse = now
            switch event.kind {
            case .press: event.clicks = count(event.position, now)
            case .release: event.clicks = last?.clicks ?? 1
            case .wheel(let lines):
                if case .mouse(let before) = taken.last, case .wheel(let sum) = before.kind,
                    before.position == event.position
                {
                    taken.removeLast()
                    event.kind = .wheel(max(-Self.mostLines, min(sum + lines, Self.mostLines)))
                }
            }
            taken.append(.mouse(event))
        }
        return taken
    }

    private mutating func count(_ position: Position, _ now: Int) -> Int {
        var clicks = 1
        if let last, last.position == position, now - last.moment <= Self.pause { clicks = min(last.clicks + 1, 100) }
        last = (position, now, clicks)
        return clicks
    }
}
