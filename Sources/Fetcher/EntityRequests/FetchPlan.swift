import HTTPTransfer
import InteractorMessages
import Wire

/// How to carry out a request.
enum FetchPlan: Sendable {
    typealias Reading = @Sendable (HTTPResponse, _ answering: Event) throws(FetchError) -> Event

    /// The answer needs no transfer.
    case answer(@Sendable (_ answering: Event) -> Event)
    /// What to transfer, and how the response becomes the answer.
    case transfer(HTTPRequest, Reading)

    private static let timeouts = 0.001...86_400

    /// - Parameters:
    ///   - bases: what is asked in the place of other hosts.
    ///   - hosts: hosts that listen on a Unix socket.
    ///   - timeout: for requests without a time-out of their own.
    init(
        _ request: FetchRequest, sources: [any Source], bases: BaseURLs, hosts: UnixHosts, timeout: Duration
    ) throws(FetchError) {
        let plan =
            switch request {
            case .get(let get): FetchPlan.transfer(try Self.transfer(get, timeout: timeout), BodyReading.got)
            case .search(let search): try Self.source(search.source, in: sources).plan(search)
            case .list(let list): try Self.source(list.source, in: sources).plan(list)
            case .lookup(let lookup): try Self.source(lookup.source, in: sources).plan(lookup)
            }
        self = try plan.at(bases).through(hosts)
        if request.source != nil { self = within(timeout) }
    }

    private func at(_ bases: BaseURLs) throws(FetchError) -> FetchPlan {
        guard case .transfer(var transfer, let reading) = self,
            let replacement = try bases.replacement(for: transfer.url)
        else { return self }
        transfer.url = replacement
        transfer.isConfigured = true
        return .transfer(transfer, reading)
    }

    private func through(_ hosts: UnixHosts) -> FetchPlan {
        guard case .transfer(var transfer, let reading) = self, transfer.url.scheme == "http" else { return self }
        transfer.unixSocket = hosts[host: transfer.url.host]
        return .transfer(transfer, reading)
    }

    private func within(_ timeout: Duration) -> FetchPlan {
        guard case .transfer(var transfer, let reading) = self else { return self }
        transfer.timeout = timeout
        return .transfer(transfer, reading)
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
            .transfer(request) { (response, event) throws(FetchError) in
                Event(InteractorOutput.found, try read(response), answering: event)
            }
        }
    }
}
