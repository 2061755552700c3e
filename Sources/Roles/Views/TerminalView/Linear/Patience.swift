package import Languages
import Platform
import RouterMessages
import ScreenModel
import TerminalText
import ViewMessages
import Wire

/// Limits how long the view waits for one thing. The clock is the caller's.
package struct Patience: Sendable {
    private struct Wait {
        let awaited: Awaited
        let since: Instant
    }

    private let limit: Duration
    private var wait: Wait?
    /// The last thing that the view has waited for too long.
    private var overdue: Awaited?

    package init(_ limit: Duration) { self.limit = limit }

    /// The limit, for messages.
    var text: String {
        let milliseconds = Int(limit / .milliseconds(1))
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }

    /// The time restarts when the view waits for something else.
    /// - Returns: the time from `now` on; nil while the view waits for nothing, or has waited for it too long.
    mutating func remaining(_ awaited: Awaited?, now: Instant) -> Duration? {
        if wait?.awaited != awaited { wait = awaited.map { Wait(awaited: $0, since: now) } }
        guard let wait else {
            overdue = nil
            return nil
        }
        return wait.awaited == overdue ? nil : max(limit - (now - wait.since), .zero)
    }

    /// - Returns: whether the time is over now, and was not before.
    mutating func takeEnd(_ awaited: Awaited, now: Instant) -> Bool {
        guard remaining(awaited, now: now) == .zero else { return false }
        overdue = awaited
        return true
    }
}

/// Event that must come before the screen has settled.
package enum Awaited: Equatable, Sendable {
    case firstScene
    case screen(scene: String)
    case answer(type: String, id: String)
    case activity(String, title: String)

    package func description(in words: Words) -> String {
        switch self {
        case .firstScene: words["the router has not reported a scene"]
        case .screen(let scene): words("the scene % has no screen yet", scene)
        case .answer(let type, let id): words("% (%) has no reply", type, id)
        case .activity(let activity, let title): words("% is still at “%”", title, activity)
        }
    }

    /// Text that a user at a terminal reads meanwhile.
    func hint(in words: Words) -> String {
        if case .activity(let activity, _) = self { activity } else { words["Waiting…"] }
    }
}

extension SizedSession {
    /// Nil when the screen has settled.
    package var awaited: Awaited? {
        if let event = pending.oldest { return .answer(type: event.type, id: event.id) }
        guard let scene = stack?.last?.scene else { return isFinished ? nil : .firstScene }
        guard let screen = top?.screen else { return .screen(scene: Sanitizer.line(scene)) }
        return screen.activity.map { .activity($0, title: screen.title) }
    }
}
