import JSON
package import Platform
import TerminalText
import ViewMessages
package import Wire

/// The lines that the bus has dropped and that nothing has replaced yet. The supervisor notifies the sender too, which may send a
/// shorter one, so the view shows the loss only after a second. The clock is the caller's.
package struct LostLines: Equatable, Sendable {
    /// Time in which a shorter line may come.
    private static let grace = Duration.seconds(1)

    /// The newest of them.
    package private(set) var line: LostLine?
    /// The time when the first was noticed.
    private var since: Instant?
    /// The loss that was shown last, so that a screen that is sent again and again is reported once.
    private var shown: LostLine?

    package init() {}

    package mutating func note(_ line: LostLine) { self.line = line }

    /// A screen has replaced what was lost.
    package mutating func settle(by show: Event) {
        if let line, isFor(line, show) { (self.line, since) = (nil, nil) }
        if let shown, isFor(shown, show) { self.shown = nil }
    }

    private func isFor(_ line: LostLine, _ show: Event) -> Bool {
        line.failure.scene == nil || line.failure.scene == show.subject
            || line.correlation != nil && line.correlation == show.correlationID
    }

    /// Time from `now` until ``take(now:)`` has something to do; nil while nothing is lost.
    package func remaining(now: Instant) -> Duration? {
        guard line != nil else { return nil }
        return since.map { max(Self.grace - (now - $0), .zero) } ?? .zero
    }

    /// - Returns: the line that nothing has replaced, and whether the user has not seen it yet.
    package mutating func take(now: Instant) -> (line: LostLine, isNew: Bool)? {
        guard let line else { return nil }
        since = since ?? now
        guard remaining(now: now) == .zero else { return nil }
        (self.line, since) = (nil, nil)
        return (line, isNews(line))
    }

    /// True if the user has not seen it, or another of the scene for the same action. From now on it counts as seen.
    package mutating func isNews(_ line: LostLine) -> Bool {
        defer { shown = line }
        return shown.map { $0.failure.scene != line.failure.scene || $0.correlation != line.correlation } ?? true
    }
}

/// A line that the bus has dropped because it was too long. The user may wait for what it contained.
package struct LostLine: JSONCodable, Equatable, Sendable {
    package let failure: Failure
    /// The user action that the line answers, in whole or in part.
    package let correlation: String?

    package init(_ line: ProcessInput.Notice.Dropped, in event: Event) {
        let wayOut =
            line.type == ViewInput.Show.type
            ? "Send the rows of a long list or table a piece at a time, with offset and total" : "Send less at a time"
        failure = Failure(
            action: Failure.screen,
            message: Sanitizer.line(
                "\(line.service) wrote \(line.type) with \(line.bytes) bytes, over the limit of \(line.limit); it was "
                    + "dropped. \(wayOut), or raise line_limit in the compose file."),
            url: nil, scene: event.subject)
        correlation = event.correlationID
    }

    /// A screen that arrived and cannot be read.
    package init(unreadable show: Event, because error: PayloadError) {
        failure = Failure(
            action: Failure.screen, message: Sanitizer.line("the screen cannot be read: \(error)"), url: nil,
            scene: show.subject)
        correlation = show.correlationID
    }
}
