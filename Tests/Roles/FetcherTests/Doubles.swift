import Fetcher
import HTTPTransfer
import InteractorMessages
import JSON
import TestSupport
import Testing
import Wire

/// All sources, configured with hosts that do not exist.
func makeFetcher(
    lineLimit: Int = LineBuffer.standardLimit, environment: [String: String] = [:]
) throws -> FetcherDouble {
    let offline = [
        "ITUNES_BASE_URL": "http://catalog.invalid/itunes", "GITHUB_BASE_URL": "http://catalog.invalid/github",
        "YOUTUBE_BASE_URL": "http://catalog.invalid/youtube", "YOUTUBE_API_KEY": "a-key-of-nobody",
        "VIPERLINE_UNIX_HOSTS": "catalog.invalid=/run/catalog",
    ]
    let upstreams = try FetcherEnvironment { name in
        // An empty variable counts as unset.
        (environment[name] ?? offline[name]).flatMap { $0.isEmpty ? nil : $0 }
    }
    return FetcherDouble(upstreams, timeout: .seconds(7), lineLimit: lineLimit)
}

func event(_ id: String, _ type: String, _ payload: some JSONWritable) -> Event {
    var event = Event(type, payload, subject: "apps-1")
    event.id = id
    event.correlationID = "user-1"
    return event
}

func search(
    _ id: String = "s1", in source: String = "itunes.apps", term: String = "music", limit: Int? = nil,
    country: String? = nil, order: SearchOrder? = nil, filters: [String: String]? = nil, cursor: String? = nil
) -> Event {
    event(
        id, InteractorInput.Search.type,
        InteractorInput.Search(
            source: source, term: term, limit: limit, country: country, order: order, filters: filters,
            cursor: cursor))
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
        url: try HTTPURL(url), status: status,
        headers: headers + (retryAfter.map { [HTTPHeader(received: "Retry-After", "\($0)")] } ?? []),
        body: Array(body.utf8), receivedAt: receivedAt)
}

/// The items of a declared source.
func values(_ items: [JSONItem]) throws -> [JSONValue] {
    try items.map { try JSONValue(String(decoding: $0.json.bytes, as: UTF8.self)) }
}

/// A fetcher with what the loop does for it: keeps what responses lead to, and does slow work, here at once. Unlike the loop
/// it also reports the ends of transfers that are not wanted any more.
struct FetcherDouble {
    typealias Numbered = (number: TransferID, step: FetchStep)

    private var fetcher: Fetcher
    private var readings: [TransferID: FetchStep.Reading] = [:]

    init(
        _ upstreams: FetcherEnvironment, timeout: Duration = HTTPRequest.standardTimeout,
        lineLimit: Int = LineBuffer.standardLimit
    ) {
        fetcher = Fetcher(
            sources: upstreams.sources, standIns: upstreams.standIns, timeout: timeout, lineLimit: lineLimit,
            format: ItemFormat { _ in })
    }

    mutating func receive(_ event: Event) -> [Numbered] {
        fetcher.receive(.event(event)).compactMap { number, step in perform(number, step).map { (number, $0) } }
    }

    /// The answer to a request whose transfer ended; nil if it has been cancelled.
    mutating func completed(_ number: TransferID, _ result: Result<HTTPResponse, TransferError>) -> Event? {
        guard let reading = readings[number] else { return nil }
        let step = result.mapError { FetchError($0) }.flatMap { response in
            Result { () throws(FetchError) in try reading.step(response) }
        }
        guard case .answer(let answer)? = perform(number, fetcher.completed(number, step, nil)) else { return nil }
        return answer
    }

    /// The answer to a request whose transfer ended with this response.
    mutating func answer(_ number: TransferID, _ response: HTTPResponse) throws -> Event {
        let answer = completed(number, .success(response))
        return try require(answer)
    }

    private mutating func perform(_ number: TransferID, _ step: FetchStep?) -> FetchStep? {
        if case .work(let work)? = step {
            return perform(number, fetcher.completed(number, Result(catching: work.step), nil))
        }
        if case .transfer(_, let reading)? = step { readings[number] = reading }
        return step
    }

    /// The transfer that an event asks for.
    mutating func transfer(_ event: Event) -> (id: TransferID, request: HTTPRequest)? {
        guard case (let id, .transfer(let request, _))? = receive(event).first else { return nil }
        return (id, request)
    }

    /// Accepts a request that must lead to a transfer.
    mutating func begin(_ event: Event) throws -> TransferID {
        let transfer = transfer(event)
        return try require(transfer).id
    }

    /// The answer to a request whose transfer ended with this result.
    mutating func answer(_ event: Event, _ result: Result<HTTPResponse, TransferError>) -> Event? {
        guard let (id, _) = transfer(event) else { return nil }
        return completed(id, result)
    }

    /// The answer to a request that needs no transfer.
    mutating func answerAtOnce(_ event: Event) -> Event? {
        let steps = receive(event)
        guard steps.count == 1, case .answer(let answer) = steps[0].step else { return nil }
        return answer
    }
}

/// The answer that a request and its response lead to.
func found<Item: Entity>(
    _ event: Event, _ response: HTTPResponse, of _: Item.Type = Item.self
) throws -> InteractorOutput.Found<Item> {
    var fetcher = try makeFetcher()
    let answer = fetcher.answer(event, .success(response))
    return try require(answer).decode(InteractorOutput.Found<Item>.self)
}

func failed(_ event: Event, _ response: HTTPResponse) throws -> InteractorOutput.Failed {
    var fetcher = try makeFetcher()
    let answer = fetcher.answer(event, .success(response))
    return try require(answer).decode(InteractorOutput.Failed.self)
}
