import Languages
import Platform
import RouterMessages
import ScreenModel
import TerminalText
import ViewMessages
import Wire

/// Limits how long the view waits for one thing. The clock is the caller's.
package struct Patience: Sendable {
    private let limit: Duration
    /// What the view was waiting for at the last look, and since when.
    private var waiting: (awaited: Awaited, since: Instant)?

    package init(_ limit: Duration) { self.limit = limit }

    /// The limit, for messages.
    var text: String {
        let milliseconds = Int(limit / .milliseconds(1))
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }

    /// The time restarts when the view waits for something else.
    /// - Returns: the time from `now` on; nil while the view waits for nothing.
    mutating func remaining(_ awaited: Awaited?, now: Instant) -> Duration? {
        guard let awaited else {
            waiting = nil
            return nil
        }
        if waiting?.awaited != awaited { waiting = (awaited, now) }
        return max(limit - (now - (waiting?.since ?? now)), .zero)
    }
}

/// What must come before the screen has settled.
package enum Awaited: Equatable, Sendable {
    case firstScene
    case screen(scene: String)
    case answer(type: String, id: String)
    case activity(String, title: String)
}

extension Awaited {
    func description(in words: Words) -> String {
        switch self {
        case .firstScene: words["the router has not reported a scene"]
        case .screen(let scene): words("the scene % has no screen yet", scene)
        case .answer(let type, let id): words("% (%) has no reply", type, id)
        case .activity(let activity, let title): words("% is still at “%”", title, activity)
        }
    }
}

extension SizedSession {
    /// Nil when the screen has settled.
    var awaited: Awaited? {
        if let event = pending.oldest { return .answer(type: event.type, id: event.id) }
        guard let scene = stack?.last?.scene else { return isFinished ? nil : .firstScene }
        guard let screen = top?.screen else { return .screen(scene: Sanitizer.line(scene)) }
        return screen.activity.map { .activity($0, title: screen.title) }
    }
}

/// Shows a user once what the view is waiting for. The clock is the caller's.
package struct WaitingWord: Sendable {
    private var patience: Patience
    private var shown: Awaited?

    /// - Parameter silence: how long to wait silently.
    package init(after silence: Duration) { patience = Patience(silence) }

    mutating func remaining(_ awaited: Awaited?, now: Instant) -> Duration? {
        let remaining = patience.remaining(awaited, now: now)
        if awaited == nil { shown = nil }
        return awaited == shown ? nil : remaining
    }

    /// - Returns: what to print; nil before it is time, and after it was printed.
    mutating func take(_ awaited: Awaited, now: Instant, _ words: Words = Words()) -> String? {
        guard remaining(awaited, now: now) == .zero else { return nil }
        shown = awaited
        return if case .activity(let activity, _) = awaited { activity } else { words["Waiting…"] }
    }
}
