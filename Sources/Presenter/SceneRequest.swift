import InteractorMessages
import RouterMessages
import Wire

/// What a scene asks of the other roles.
enum SceneRequest: Equatable, Sendable {
    case search(InteractorInput.Search)
    case lookup(InteractorInput.Lookup)
    case open(RouterInput.Open)
    case openURL(RouterInput.OpenURL)
    case back

    enum Receiver {
        /// Will be answered by what was found, or by a failure.
        case interactor
        /// Will change the stack.
        case navigation
        /// Changes nothing here.
        case outside
    }

    var receiver: Receiver {
        switch self {
        case .search, .lookup: .interactor
        case .open, .back: .navigation
        case .openURL: .outside
        }
    }

    func event(answering cause: Event, subject: String) -> Event {
        switch self {
        case .search(let search):
            Event(InteractorInput.Search.type, search, answering: cause, subject: subject)
        case .lookup(let lookup):
            Event(InteractorInput.Lookup.type, lookup, answering: cause, subject: subject)
        case .open(let open):
            Event(RouterInput.Open.type, open, answering: cause, subject: subject)
        case .openURL(let page):
            Event(RouterInput.OpenURL.type, page, answering: cause, subject: subject)
        case .back:
            Event(RouterInput.Back.type, RouterInput.Back(), answering: cause, subject: subject)
        }
    }
}
