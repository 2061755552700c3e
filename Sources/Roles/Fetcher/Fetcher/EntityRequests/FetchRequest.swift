import Encodings
import HTTPTransfer
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

    /// Time-out of the request's own.
    var timeout: Duration? { if case .get(let get) = self { get.timeout.map { .seconds($0) } } else { nil } }

    /// Action and object, for the beginning of a message.
    var action: String {
        switch self {
        case .search(let search): "search \(search.source.quotable) for \"\(search.term.quotable)\""
        case .list(let list): "list \(list.id.map { "\($0.quotable) of " } ?? "")\(list.source.quotable)"
        case .lookup(let lookup): "look up \(lookup.id.quotable) in \(lookup.source.quotable)"
        case .get(let get): "get \(get.url.withoutSecrets)"
        }
    }

    /// Advice for an answer that is longer than a line may be.
    var adviceWhenTooLarge: String {
        switch self {
        case .search, .list: "ask for fewer, with limit"
        case .lookup, .get: "raise VIPERLINE_LINE_LIMIT, or leave the bus out with --items"
        }
    }
}

/// The first step of a request.
extension FetchRequest {
    func step(_ sources: [String: any Source]) throws(FetchError) -> FetchStep {
        switch self {
        case .get(let get):
            .transfer(try get.transfer(), FetchStep.Reading { (response) throws(FetchError) in try got(response) })
        case .search(let search):
            try source(search.source, in: sources).checked(search).search(search)
        case .list(let list): try source(list.source, in: sources).list(list)
        case .lookup(let lookup): try source(lookup.source, in: sources).lookup(lookup)
        }
    }

    private func source(_ name: String, in sources: [String: any Source]) throws(FetchError) -> any Source {
        if let source = sources[name] { return source }
        let names = sources.keys.sorted().joined(separator: ", ")
        throw .invalidRequest("there is no such source; there are: \(names)")
    }
}

extension Source {
    /// Refuses a search that no source understands, or that this one cannot sort.
    fileprivate func checked(_ search: InteractorInput.Search) throws(FetchError) -> Self {
        guard search.term.contains(where: { !$0.isWhitespace }) else { throw .invalidRequest("the term is empty") }
        guard let order = search.order, !orders.contains(order.by) else { return self }
        let orders = orders.joined(separator: ", ")
        throw .invalidRequest(
            orders.isEmpty
                ? "the source offers no sort orders"
                : "the source does not sort by \"\(order.by.quotable)\"; it sorts by: \(orders)")
    }
}

extension InteractorInput.Get {
    private static let timeouts = 0.001...86_400

    fileprivate func transfer() throws(FetchError) -> HTTPRequest {
        if let timeout, !Self.timeouts.contains(timeout) {
            throw .invalidRequest("timeout \(timeout) is not within a day")
        }
        return try FetchError.wrapping { () throws(TransferError) in
            var request = HTTPRequest(try HTTPURL(url))
            // Sorted: a dictionary has no order, and equal requests should be equal bytes.
            for (name, value) in (headers ?? [:]).sorted(by: { $0.key < $1.key }) {
                request.headers.append(try HTTPHeader(name, value))
            }
            return request
        }
    }
}

/// The answer to a `get`: the body as text if it is UTF-8, otherwise in Base64.
private func got(_ response: HTTPResponse) throws(FetchError) -> FetchStep {
    if let error = FetchError(statusOf: response) { throw error }
    let text = String(validating: response.body, as: UTF8.self)
    let got = InteractorOutput.Got(
        url: response.url.text, status: response.status, contentType: response.header("Content-Type"),
        body: text, base64: text == nil ? Base64.encode(response.body) : nil)
    return .answer(Event(InteractorOutput.Got.type, got))
}
