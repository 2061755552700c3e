import ArgumentParser
import Fetcher
import HTTPTransfer
import Wire

/// Binds the fetcher to the process's own streams, and ends with the exit code that follows.
struct Run {
    private static let program = "viperline-fetcher"
    private let options: TransferOptions
    private let asItems: Bool
    private let environment = RoleEnvironment(role: "fetcher")

    init(_ options: TransferOptions, asItems: Bool) {
        self.options = options
        self.asItems = asItems
    }

    /// Serves requests from stdin. What fails is answered, and no failure of the program.
    func stream() throws {
        _ = try run(RequestFeed(StandardStream.input, lineLimit: environment.lineLimit))
    }

    /// Carries out requests that are all there, and fails when one of them did.
    func requests(_ events: [Event]) throws {
        try end(run(RequestFeed(events.enumerated().map { Self.name($1, $0 + 1) })))
    }

    /// Carries out a request that has pages, one after the other while there are more.
    /// - Parameter request: makes the request for what is behind a cursor, or for the first page.
    func pages(_ count: Int, _ request: (_ cursor: String?) -> Event) throws {
        var page = 1
        let first = RequestFeed([Self.name(request(nil), page)])
        try end(
            run(first) { cursor in
                guard page < count else { return nil }
                page += 1
                return Self.name(request(cursor), page)
            })
    }

    private static func name(_ event: Event, _ number: Int) -> Event {
        var event = event
        event.id = "request-\(number)"
        return event
    }

    private var format: any AnswerFormat {
        asItems ? ItemFormat { StandardStream.diagnose(Self.program, $0) } : EventFormat(environment.stamp)
    }

    private func end(_ status: ExitStatus) throws {
        if status != .done { throw ExitCode(status.rawValue) }
    }

    /// - Parameter next: what to ask when all is answered, where the last answer has a cursor.
    private func run(
        _ feed: consuming RequestFeed, next: (_ cursor: String) -> Event? = { _ in nil }
    ) throws -> ExitStatus {
        StandardStream.ignoreBrokenPipes()
        var loop = FetcherLoop(try fetcher(), try client())
        var format = CursorWatch(format)
        do throws(StandardStream.Failure) {
            try loop.run(&feed, as: &format)
            while let request = format.takeCursor().flatMap(next) {
                var feed = RequestFeed([request])
                try loop.run(&feed, as: &format)
            }
        } catch .closed {
            // Whoever read the answers has had enough.
            return .done
        } catch {
            StandardStream.diagnose(Self.program, "read requests or write answers: \(error)")
            throw ExitCode(ExitStatus.unavailable.rawValue)
        }
        return loop.failures.status
    }

    private func fetcher() throws -> Fetcher {
        do throws(FetcherEnvironment.Malformed) {
            let upstreams = try FetcherEnvironment()
            return Fetcher(
                sources: upstreams.sources, hosts: upstreams.hosts, timeout: .seconds(options.timeout),
                lineLimit: asItems ? .max : environment.lineLimit)
        } catch {
            StandardStream.diagnose(Self.program, "\(error)")
            throw ExitCode(ExitStatus.usage.rawValue)
        }
    }

    private func client() throws -> HTTPClient {
        var settings = ClientSettings(userAgent: "\(Self.program)/\(ViperlineFetcher.version)")
        settings.parallel = options.parallel
        do throws(TransferError) {
            return try HTTPClient(settings)
        } catch {
            StandardStream.diagnose(Self.program, "start libcurl: \(FetchError(error).cause)")
            throw ExitCode(ExitStatus.unavailable.rawValue)
        }
    }
}
