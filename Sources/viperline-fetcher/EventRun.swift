import Fetcher
import HTTPTransfer
import Wire

/// Requests for entities: events, from stdin or made from arguments.
struct EventRun {
    private let run: FetcherRun
    private let asItems: Bool

    init(_ transfers: TransferOptions, _ report: ReportOptions, asItems: Bool) throws {
        run = try FetcherRun(transfers, report)
        self.asItems = asItems
    }

    /// Serves requests from stdin. Failed requests are answered; they affect the exit code only if `fails` is set.
    func stream(fails: Bool) throws {
        let reader = EventReader(limit: run.environment.lineLimit, aliases: run.environment.aliases)
        let feed = RequestFeed(StandardStream.input, reader)
        let status = try run.serve(service(), feed, total: LineCount.rest(of: StandardStream.input), cache: .on)
        if fails { try run.end(status) }
    }

    /// Carries out known requests; the exit code tells failures.
    func requests(_ events: [Event]) throws {
        let feed = RequestFeed(events.enumerated().map { .event(Self.name($1, $0 + 1)) }, EventReader())
        try run.end(run.serve(service(), feed, total: events.count, cache: .on))
    }

    /// Carries out a request page by page.
    /// - Parameter request: makes the request for a cursor's page, or for the first one.
    func pages(_ count: Int, _ request: (_ cursor: String?) -> Event) throws {
        var page = 1
        var asked: Set<String> = []
        var isCircle = false
        let first = RequestFeed([.event(Self.name(request(nil), page))], EventReader())
        let status = try run.serve(service(), first, total: nil, cache: .on) { service in
            guard let cursor = service.format.takeCursor(), page < count else { return nil }
            guard asked.insert(cursor).inserted else {
                isCircle = true
                return nil
            }
            page += 1
            return RequestFeed([.event(Self.name(request(cursor), page))], EventReader())
        }
        if isCircle, status == .done {
            throw FetcherRun.failure(
                "ask for page \(page + 1): the source repeated a cursor; the pages before it are complete",
                .unavailable)
        }
        try run.end(status)
    }

    private static func name(_ event: Event, _ number: Int) -> Event {
        var event = event
        event.id = "request-\(number)"
        return event
    }

    private func service() -> EventService<CursorWatch> {
        let fetcher = Fetcher(
            sources: run.upstreams.sources, bases: run.upstreams.bases, hosts: run.upstreams.hosts,
            timeout: .seconds(run.transfers.timeout),
            lineLimit: asItems ? .max : run.environment.lineLimit)
        let format: any AnswerFormat =
            asItems
            ? ItemFormat(diagnose: FetcherRun.diagnose) : EventFormat(run.environment.stamp, run.environment.aliases)
        return EventService(fetcher, CursorWatch(format))
    }
}
