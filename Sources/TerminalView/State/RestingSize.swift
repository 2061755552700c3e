/// Whether the terminal's size rests: while somebody drags a window, nobody is told of each size. The clock is the caller's.
struct RestingSize: Equatable, Sendable {
    /// Milliseconds without a change.
    private static let rest = 100

    private var size: Size?
    /// When it changed; nil while it rests.
    private var since: Int?

    init() {}

    /// The first size rests at once.
    mutating func rests(_ new: Size, now: Int) -> Bool {
        if let size, size != new { since = now }
        size = new
        if let since, now - since >= Self.rest { self.since = nil }
        return since == nil
    }

    /// Milliseconds from `now` until it rests; nil while it does.
    func remaining(now: Int) -> Int? { since.map { max(Self.rest - (now - $0), 0) } }
}
