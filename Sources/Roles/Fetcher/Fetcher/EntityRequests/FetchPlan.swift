import Encodings
import HTTPTransfer
import InteractorMessages
import Wire

/// How to carry out a request.
enum FetchPlan: Sendable {
    struct Reading: Sendable {
        /// The lane, if reading is slow work.
        var lane: String?
        let event: @Sendable (HTTPResponse, _ answering: Event) throws(FetchError) -> Event
    }

    /// The answer needs no transfer.
    case answer(@Sendable (_ answering: Event) -> Event)
    /// What to transfer, and how the response becomes the answer.
    case transfer(HTTPRequest, Reading)
    /// Slow work determines the plan.
    case later(lane: String, @Sendable () throws(FetchError) -> FetchPlan)

    private static let timeouts = 0.001...86_400

    /// - Parameters:
    ///   - bases: what to ask instead of other hosts.
    ///   - hosts: hosts that listen on a Unix socket.
    ///   - timeout: for requests without a time-out of their own.
    init(
        _ request: FetchRequest, sources: [any Source], bases: BaseURLs, hosts: UnixHosts, timeout: Duration
    ) throws(FetchError) {
        let plan =
            switch request {
            case .get(let get):
                FetchPlan.transfer(try Self.transfer(get, timeout: timeout), Reading(event: BodyReading.got))
            case .search(let search): try Self.source(search.source, in: sources).plan(search)
            case .list(let list): try Self.source(list.source, in: sources).plan(list)
            case .lookup(let lookup): try Self.source(lookup.source, in: sources).plan(lookup)
            }
        let isOfSource = request.source != nil
        self = try plan.changingTransfer { (transfer) throws(FetchError) in
            if let replacement = try bases.replacement(for: transfer.url) {
                transfer.url = replacement
                transfer.isConfigured = true
            }
            if transfer.url.scheme == "http" { transfer.unixSocket = hosts[host: transfer.url.host] }
            if isOfSource { transfer.timeout = timeout }
        }
    }

    private func changingTransfer(
        _ change: @escaping @Sendable (inout HTTPRequest) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchPlan {
        switch self {
        case .answer: return self
        case .transfer(var transfer, let reading):
            try change(&transfer)
            return .transfer(transfer, reading)
        case .later(let lane, let make):
            return .later(lane: lane) { () throws(FetchError) in try make().changingTransfer(change) }
        }
    }

    private static func source(_ name: String, in sources: [any Source]) throws(FetchError) -> any Source {
        if let source = sources.first(where: { $0.name == name }) { return source }
        let names = sources.map(\.name).sorted().joined(separator: ", ")
        throw .invalidRequest("there is no such source; there are: \(names)")
    }

    private static func transfer(_ get: InteractorInput.Get, timeout: Duration) throws(FetchError) -> HTTPRequest {
        if let own = get.timeout, !timeouts.contains(own) {
            throw .invalidRequest("timeout \(own) is not within a day")
        }
        do throws(TransferError) {
            var request = HTTPRequest(try HTTPURL(get.url))
            request.timeout = get.timeout.map { .seconds($0) } ?? timeout
            // Sorted: a dictionary has no order, and equal requests should be equal bytes.
            for (name, value) in (get.headers ?? [:]).sorted(by: { $0.key < $1.key }) {
                request.headers.append(try HTTPHeader(name, value))
            }
            return request
        } catch {
            throw FetchError(error)
        }
    }
}

/// Plans of a source, whatever its entities.
extension Source {
    fileprivate func plan(_ search: InteractorInput.Search) throws(FetchError) -> FetchPlan {
        guard search.term.contains(where: { !$0.isWhitespace }) else { throw .invalidRequest("the term is empty") }
        try Self.check(search.order)
        return plan(try self.search(search))
    }

    private static func check(_ order: SearchOrder?) throws(FetchError) {
        guard let order, !orders.contains(order.by) else { return }
        throw .invalidRequest(
            orders.isEmpty
                ? "the source sorts by nothing that can be named"
                : "the source does not sort by \"\(order.by.quotable)\"; it sorts by: \(orders.joined(separator: ", "))"
        )
    }

    fileprivate func plan(_ list: InteractorInput.List) throws(FetchError) -> FetchPlan {
        plan(try self.list(list))
    }

    fileprivate func plan(_ lookup: InteractorInput.Lookup) throws(FetchError) -> FetchPlan {
        plan(try self.lookup(lookup))
    }

    private func plan(_ answer: SourceAnswer<Item>) -> FetchPlan {
        switch answer {
        case .known(let page):
            .answer { Event(InteractorOutput.found, page, answering: $0) }
        case .asks(let request, let read):
            .transfer(
                request,
                FetchPlan.Reading(lane: lane) { (response, event) throws(FetchError) in
                    Event(InteractorOutput.found, try read(response), answering: event)
                })
        case .later(let make): .later(lane: lane ?? name) { () throws(FetchError) in plan(try make()) }
        }
    }
}

/// The answer to a `get`: the body as text if it is UTF-8, otherwise in Base64.
enum BodyReading {
    static func got(in response: HTTPResponse, answering request: Event) throws(FetchError) -> Event {
        if let error = FetchError(statusOf: response) { throw error }
        let text = String(validating: response.body, as: UTF8.self)
        let got = InteractorOutput.Got(
            url: response.url.text, status: response.status, contentType: response.header("Content-Type"),
            body: text, base64: text == nil ? Base64.encode(response.body) : nil)
        return Event(InteractorOutput.Got.type, got, answering: request)
    }
}
