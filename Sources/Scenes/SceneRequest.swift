package import InteractorMessages
import JSON
package import RouterMessages
package import Wire

/// A request of a scene to another role.
package enum SceneRequest: Equatable, Sendable {
    case search(InteractorInput.Search)
    case list(InteractorInput.List)
    case lookup(InteractorInput.Lookup)
    case picture(InteractorInput.Get)
    case open(RouterInput.Open)
    case back
    case openURL(RouterInput.OpenURL)
    case play(RouterInput.Play)

    /// Opens the settings, over the scene that the person comes from.
    package static let settings = SceneRequest.open(
        RouterInput.Open(name: ControlName.settings, presentation: .modal))

    /// The same; a scene that it opens asks the store of that country, where the item was found.
    /// - Parameter country: nil for the store's own choice.
    package func inStore(of country: String?) -> SceneRequest {
        guard let country, case .open(var open) = self else { return self }
        open.parameters["country"] = country
        return .open(open)
    }

    /// The kinds of answers of the interactor.
    enum Answer: String, JSONCodable {
        case items, picture
    }

    /// The answer that the scene waits for; nil when the router answers.
    var answer: Answer? {
        switch self {
        case .search, .list, .lookup: .items
        case .picture: .picture
        case .open, .back, .openURL, .play: nil
        }
    }

    /// Whether it changes the stack.
    var isNavigation: Bool {
        switch self {
        case .open, .back: true
        case .search, .list, .lookup, .picture, .openURL, .play: false
        }
    }

    /// Whether a type is one of those that scenes request by.
    static func isRequest(_ type: String) -> Bool {
        type.hasPrefix("interactor.input.") || type.hasPrefix("router.input.")
    }

    package func event(answering cause: Event, subject: String) -> Event {
        func event(_ type: String, _ message: some JSONWritable) -> Event {
            Event(type, message, answering: cause, subject: subject)
        }
        return switch self {
        case .search(let search): event(InteractorInput.Search.type, search)
        case .list(let list): event(InteractorInput.List.type, list)
        case .lookup(let lookup): event(InteractorInput.Lookup.type, lookup)
        case .picture(let get): event(InteractorInput.Get.type, get)
        case .open(let open): event(RouterInput.Open.type, open)
        case .back: event(RouterInput.Back.type, RouterInput.Back())
        case .openURL(let page): event(RouterInput.OpenURL.type, page)
        case .play(let medium): event(RouterInput.Play.type, medium)
        }
    }
}
