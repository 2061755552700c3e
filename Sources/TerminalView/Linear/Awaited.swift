import RouterMessages
import ScreenModel
import TerminalText
import ViewMessages
import Wire

/// What must come before the screen has settled.
package enum Awaited: Equatable, Sendable {
    case firstScene
    case screen(scene: String)
    case answer(type: String, id: String)
    case activity(String, title: String)
}

extension Awaited: CustomStringConvertible {
    package var description: String {
        switch self {
        case .firstScene: "the router has not said which scene to show"
        case .screen(let scene): "the scene \(scene) has no screen yet"
        case .answer(let type, let id): "nobody has answered \(type) (\(id))"
        case .activity(let activity, let title): "\(title) is still at “\(activity)”"
        }
    }
}

extension ViewState {
    /// Nil when the screen has settled.
    var awaited: Awaited? {
        if let event = pending.oldest { return .answer(type: event.type, id: event.id) }
        guard let scene = stack?.last?.scene else { return isFinished ? nil : .firstScene }
        guard let screen = top?.screen else { return .screen(scene: Sanitizer.line(scene)) }
        return screen.activity.map { .activity($0, title: screen.title) }
    }
}
