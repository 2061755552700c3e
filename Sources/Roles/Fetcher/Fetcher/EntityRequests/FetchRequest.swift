import InteractorMessages
import Wire

/// A request with its payload decoded.
enum FetchRequest {
    case search(InteractorInput.Search)
    case list(InteractorInput.List)
    case lookup(InteractorInput.Lookup)
    case get(InteractorInput.Get)

    /// Nil for any other type.
    init?(_ event: Event) throws(PayloadError) {
        switch event.type {
        case InteractorInput.Search.type: self = .search(try event.decode(InteractorInput.Search.self))
        case InteractorInput.List.type: self = .list(try event.decode(InteractorInput.List.self))
        case InteractorInput.Lookup.type: self = .lookup(try event.decode(InteractorInput.Lookup.self))
        case InteractorInput.Get.type: self = .get(try event.decode(InteractorInput.Get.self))
        default: return nil
        }
    }

    var source: String? {
        switch self {
        case .search(let search): search.source
        case .list(let list): list.source
        case .lookup(let lookup): lookup.source
        case .get: nil
        }
    }

    /// Action and object, for the beginning of a message.
    var action: String {
        switch self {
        case .search(let search): "search \(search.source.quotable) for \"\(search.term.quotable)\""
        case .list(let list): "list \(list.id.map { "\($0.quotable) of " } ?? "")\(list.source.quotable)"
        case .lookup(let lookup): "look up \(lookup.id.quotable) in \(lookup.source.quotable)"
        case .get(let get): "get \(get.url.withoutSecrets)"
        }
    }

    /// What to do if the answer is longer than a line may be.
    var adviceWhenTooLarge: String {
        switch self {
        case .search, .list: "ask for fewer, with limit"
        case .lookup, .get: "raise VIPERLINE_LINE_LIMIT, or leave the bus out with --items"
        }
    }
}
