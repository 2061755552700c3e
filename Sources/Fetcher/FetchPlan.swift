import HTTPTransfer
import InteractorMessages
import Wire

/// How a request is carried out: what to transfer, and how the response becomes the answer.
struct FetchPlan: Sendable {
    private(set) var transfer: HTTPRequest
    let read: @Sendable (HTTPResponse, _ answering: Event) throws(FetchError) -> Event

    private static let timeouts = 0.001...86_400

    /// - Parameter timeout: for requests that name none of their own.
    init(_ request: FetchRequest, sources: [any Source], timeout: Duration) throws(FetchError) {
        switch request {
        case .search(let search):
            let source = try Self.source(search.source, in: sources)
            transfer = try source.request(for: search)
            transfer.timeout = timeout
            read = Self.reading(source)
        case .lookup(let lookup):
            let source = try Self.source(lookup.source, in: sources)
            transfer = try source.request(for: lookup)
            transfer.timeout = timeout
            read = Self.reading(source)
        case .get(let get):
            transfer = try Self.transfer(get, timeout: timeout)
            read = BodyReading.got
        }
    }

    /// The same plan, on the Unix socket where the host listens on one.
    func through(_ hosts: UnixHosts) -> FetchPlan {
        guard transfer.url.scheme == "http" else { return self }
        var plan = self
        plan.transfer.unixSocket = hosts[host: transfer.url.host]
        return plan
    }

    private static func source(_ name: String, in sources: [any Source]) throws(FetchError) -> any Source {
        if let source = sources.first(where: { $0.name == name }) { return source }
        let names = sources.map(\.name).sorted().joined(separator: ", ")
        throw .invalidRequest("there is no such source; there are: \(names)")
    }

    private static func reading(
        _ source: some Source
    ) -> @Sendable (HTTPResponse, Event) throws(FetchError) -> Event {
        { (response, request) throws(FetchError) in try source.found(in: response, answering: request) }
    }

    private static func transfer(_ get: InteractorInput.Get, timeout: Duration) throws(FetchError) -> HTTPRequest {
        if let own = get.timeout, !timeouts.contains(own) {
            throw .invalidRequest("timeout \(own) is not within a day")
        }
        do throws(TransferError) {
            var request = HTTPRequest(try HTTPURL(get.url))
            request.timeout = get.timeout.map { .seconds($0) } ?? timeout
            // Sorted, because a dictionary has no order and the same request should be the same bytes.
            for (name, value) in (get.headers ?? [:]).sorted(by: { $0.key < $1.key }) {
                request.headers.append(try HTTPHeader(name, value))
            }
            return request
        } catch {
            throw FetchError(error)
        }
    }
}
