import ViewMessages
package import Wire

/// The lines that the bus has dropped and that nothing has made good yet. Whoever wrote one is told as well and may send a shorter
/// one, so the person is told only after a second. The clock is the caller's.
package struct LostLines: Equatable, Sendable {
    /// Milliseconds in which a shorter line may come.
    private static let grace = 1000

    /// The newest.
    package private(set) var line: LostLine?
    /// When the first was noticed.
    private var since: Int?
    /// What the person was told, so that a screen that is sent again and again is not told again and again.
    private var told: LostLine?

    package init() {}

    package mutating func note(_ line: LostLine) { self.line = line }

    /// A screen has come in the place of what was lost.
    package mutating func settle(by show: Event) {
        if let line, isFor(line, show) { (self.line, since) = (nil, nil) }
        if let told, isFor(told, show) { self.told = nil }
    }

    private func isFor(_ line: LostLine, _ show: Event) -> Bool {
        line.failure.scene == nil || line.failure.scene == show.subject
            || line.correlation != nil && line.correlation == show.correlationID
    }

    /// Milliseconds from `now` until ``take(now:)`` has something to do; nil while nothing is lost.
    package func remaining(now: Int) -> Int? {
        guard line != nil else { return nil }
        return since.map { max(Self.grace - (now - $0), 0) } ?? 0
    }

    /// - Returns: the line for which nothing has come, and whether the person has not been told of it yet.
    package mutating func take(now: Int) -> (line: LostLine, isNew: Bool)? {
        guard let line else { return nil }
        since = since ?? now
        guard remaining(now: now) == 0 else { return nil }
        (self.line, since) = (nil, nil)
        return (line, isNews(line))
    }

    /// Whether the person has not been told of it, or of a screen of the scene for the same action. From now on they have.
    package mutating func isNews(_ line: LostLine) -> Bool {
        defer { told = line }
        return told.map { $0.failure.scene != line.failure.scene || $0.correlation != line.correlation } ?? true
    }
}
