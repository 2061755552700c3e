import Fetcher
import HTTPTransfer
import InteractorMessages
import JSON
import Testing
import Wire

/// All sources, configured with hosts that do not exist.
func makeFetcher(
    lineLimit: Int = LineBuffer.standardLimit, environment: [String: String] = [:]
) throws -> Fetcher {
    let offline = [
        "ITUNES_BASE_URL": "http://catalog.invalid/itunes", "GITHUB_BASE_URL": "http://catalog.invalid/github",
        "YOUTUBE_BASE_URL": "http://catalog.invalid/youtube", "YOUTUBE_API_KEY": "a-key-of-nobody",
        "VIPERLINE_UNIX_HOSTS": "catalog.invalid=/run/catalog",
    ]
    let upstreams = try FetcherEnvironment { name in
        // An empty variable counts as unset.
        (environment[name] ?? offline[name]).flatMap { $0.isEmpty ? nil : $0 }
    }
    return Fetcher(
        sources: upstreams.sources, hosts: upstreams.hosts, timeout: .seconds(7), lineLimit: lineLimit)
}

func event(_ id: String, _ type: String, _ payload: some JSONWritable) -> Event {
    var event = Event(type, payload, subject: "apps-1")
    event.id = id
    event.correlationID = "user-1"
    return event
}

func search(
    _ id: String = "s1", in source: String = "itunes.apps", term: String = "music", limit: Int? = nil,
    country: String? = nil, order: SearchOrder? = nil, cursor: String? = nil
) -> Event {
    event(
        id, InteractorInput.Search.type,
        InteractorInput.Search(
            source: source, term: term, limit: limit, country: country, order: order, cursor: cursor))
}

func list(
    _ id: String = "i1", in source: String = "youtube.playlist", _ list: String? = nil, limit: Int? = nil,
    cursor: String? = nil
) -> Event {
    event(
        id, InteractorInput.List.type,
        InteractorInput.List(source: source, id: list, limit: limit, cursor: cursor))
}

func lookup(_ id: String = "l1", in source: String = "itunes.apps", _ entity: String = "42") -> Event {
    event(id, InteractorInput.Lookup.type, InteractorInput.Lookup(source: source, id: entity))
}

func get(_ id: String = "g1", _ url: String = "http://a.example/", timeout: Double? = nil) -> Event {
    event(id, InteractorInput.Get.type, InteractorInput.Get(url: url, timeout: timeout))
}

func response(
    _ status: Int = 200, _ body: String = "", from url: String = "http://a.example/", headers: [HTTPHeader] = [],
    retryAfter: Int? = nil, receivedAt: Int = 0
) throws -> HTTPResponse {
    HTTPResponse(
        url: try HTTPURL(url), status: status, headers: headers, body: Array(body.utf8), retryAfter: retryAfter,
        receivedAt: receivedAt)
}

extension Fetcher {
    /// The transfer that an event asks for.
    mutating func transfer(_ event: Event) -> (id: TransferID, request: HTTPRequest)? {
        guard case .transfer(let id, let request)? = receive(event).first else { return nil }
        return (id, request)
    }

    /// Accepts a request that must lead to a transfer.
    mutating func begin(_ event: Event) throws -> TransferID {
        let transfer = transfer(event)
        return try #require(transfer).id
    }

    /// The answer to a request whose transfer ended with this result.
    mutating func answer(_ event: Event, _ result: Result<HTTPResponse, TransferError>) -> Event? {
        guard let (id, _) = transfer(event) else { return nil }
        return completed(id, result).first
    }

    /// The answer to a request that needs no transfer.
    mutating func answerAtOnce(_ event: Event) -> Event? {
        let effects = receive(event)
        guard effects.count == 1, case .answer(_, let answer) = effects[0] else { return nil }
        return answer
    }
}

/// The answer that a request and its response lead to.
func found<Item: Entity>(
    _ event: Event, _ response: HTTPResponse, of _: Item.Type = Item.self
) throws -> InteractorOutput.Found<Item> {
    var fetcher = try makeFetcher()
    let answer = fetcher.answer(event, .success(response))
    return try #require(answer).decode(InteractorOutput.Found<Item>.self)
}

func failed(_ event: Event, _ response: HTTPResponse) throws -> InteractorOutput.Failed {
    var fetcher = try makeFetcher()
    let answer = fetcher.answer(event, .success(response))
    return try #require(answer).decode(InteractorOutput.Failed.self)
}
