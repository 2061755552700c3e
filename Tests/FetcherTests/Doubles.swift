import Fetcher
import HTTPTransfer
import InteractorMessages
import Testing
import Wire

func makeFetcher(lineLimit: Int = LineBuffer.standardLimit) throws -> Fetcher {
    let apps = ITunesApps(base: try HTTPURL("http://catalog.invalid/itunes"))
    return Fetcher(
        sources: [apps], hosts: try UnixHosts("catalog.invalid=/run/catalog"), timeout: .seconds(7),
        lineLimit: lineLimit)
}

func event(_ id: String, _ type: String, _ payload: some Encodable) -> Event {
    var event = Event(type, payload, subject: "apps-1")
    event.id = id
    event.correlationID = "user-1"
    return event
}

func search(_ id: String = "s1", term: String = "music", limit: Int? = nil, country: String? = nil) -> Event {
    event(
        id, InteractorInput.Search.type,
        InteractorInput.Search(source: "itunes.apps", term: term, limit: limit, country: country))
}

func lookup(_ id: String = "l1", _ app: String = "42") -> Event {
    event(id, InteractorInput.Lookup.type, InteractorInput.Lookup(source: "itunes.apps", id: app))
}

func get(_ id: String = "g1", _ url: String = "http://a.example/", timeout: Double? = nil) -> Event {
    event(id, InteractorInput.Get.type, InteractorInput.Get(url: url, timeout: timeout))
}

func response(
    _ status: Int = 200, _ body: String = "", from url: String = "http://a.example/", headers: [HTTPHeader] = [],
    retryAfter: Int? = nil
) throws -> HTTPResponse {
    HTTPResponse(
        url: try HTTPURL(url), status: status, headers: headers, body: Array(body.utf8), retryAfter: retryAfter)
}

extension Fetcher {
    /// The transfer that an event asks for.
    mutating func transfer(_ event: Event) -> (id: TransferID, request: HTTPRequest)? {
        guard case .transfer(let id, let request)? = receive(event).first else { return nil }
        return (id, request)
    }

    /// Takes a request up that must lead to a transfer.
    mutating func begin(_ event: Event) throws -> TransferID {
        let transfer = transfer(event)
        return try #require(transfer).id
    }

    /// The answer to a request whose transfer ended so.
    mutating func answer(_ event: Event, _ result: Result<HTTPResponse, TransferError>) -> Event? {
        guard let (id, _) = transfer(event) else { return nil }
        return completed(id, result).first
    }
}
