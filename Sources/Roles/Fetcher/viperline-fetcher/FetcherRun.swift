import Commands
import Declarations
import Fetcher
import HTTPTransfer
import JQClient
import Platform
import Processes
import Wire

/// Runs a service on the process's streams, and determines the exit code.
struct FetcherRun {
    static let program = "viperline-fetcher"
    /// The status by which a shell reports a program ended by SIGINT.
    private static let interrupted: Int32 = 130

    let transfers: TransferOptions
    let report: ReportOptions
    let environment = RoleEnvironment.current(role: "fetcher")
    let upstreams: FetcherEnvironment

    /// - Parameter application: the file whose sources replace the shipped ones.
    init(_ transfers: TransferOptions, _ report: ReportOptions, application: String? = nil) throws {
        self.transfers = transfers
        self.report = report
        do {
            upstreams =
                try application.map { path in
                    try FetcherEnvironment(DeclarationFile.read(path), runner: ProgramProcess())
                } ?? FetcherEnvironment()
        } catch {
            throw Self.failure("\(error)", .usage)
        }
    }

    /// - Parameters:
    ///   - total: the number of requests, if known.
    ///   - fails: whether the exit code is the verdict on the requests.
    ///   - destination: the destination of bodies that are not part of answers.
    ///   - next: makes the next requests when all are answered.
    /// - Returns: the exit status for the failures.
    func serve<Service: RequestService>(
        _ service: Service, _ feed: consuming RequestFeed<Service.Reader>, total: @autoclosure () -> Int?,
        cache: CacheMode, fails: Bool = true, destination: BodyDestination = .nowhere,
        next: (inout Service) -> RequestFeed<Service.Reader>? = { _ in nil }
    ) throws -> ExitStatus {
        StandardStream.ignoreBrokenPipes()
        viperline_return_large_blocks()
        var (status, signal) = try run(service, feed, total: total(), cache: cache, destination, next: next)
        if signal == SIGPIPE, !fails || status != .done { signal = nil }
        if let signal {
            // The files are gone, so this program ends as if it had not caught or ignored the signal.
            SignalPipe.uninstall(signal)
            raise(signal)
        }
        return status
    }

    /// - Returns: the exit status, and the signal that has ended everything at once.
    private func run<Service: RequestService>(
        _ service: Service, _ feed: consuming RequestFeed<Service.Reader>, total: @autoclosure () -> Int?,
        cache: CacheMode, _ destination: BodyDestination, next: (inout Service) -> RequestFeed<Service.Reader>?
    ) throws -> (status: ExitStatus, signal: Int32?) {
        var loop = try FetcherLoop(
            service, client(cache: cache), parallel: transfers.parallel,
            order: AnswerOrder(isKept: report.ordered),
            output: destination.takesOutput ? StandardStream.diagnostics : StandardStream.output,
            report: destination.takesOutput ? ProgressReport() : progress(of: total()), isVerbose: report.verbose,
            interruption: interruption(hasFiles: destination.hasFiles))
        do throws(StandardStream.Failure) {
            try loop.run(&feed)
            while !loop.isInterrupted, var feed = next(&loop.service) { try loop.run(&feed) }
        } catch .closed {
            // The reader of the answers has closed the pipe, and so nothing is known of the requests without one.
            return (loop.service.failures.status, SIGPIPE)
        } catch {
            throw Self.failure("read requests or write answers: \(error)", .unavailable)
        }
        if let signal = loop.fatalSignal { return (.done, signal) }
        if report.summary { Self.diagnose(loop.report.summary) }
        if loop.isInterrupted { throw ExitCode(Self.interrupted) }
        return (loop.service.failures.status, nil)
    }

    func end(_ status: ExitStatus) throws {
        if status != .done { throw ExitCode(status) }
    }

    private func client(cache: CacheMode) throws -> HTTPClient {
        do throws(TransferError) {
            return try HTTPClient(transfers.settings(rates: upstreams.rates, standardCache: cache))
        } catch {
            throw Self.failure("start libcurl: \(FetchError(error).cause)", .unavailable)
        }
    }

    /// - Parameter hasFiles: whether there are files to remove, if this program ends.
    private func interruption(hasFiles: Bool) throws -> Interruption {
        do throws(SystemError) {
            let signals = [SIGINT] + (hasFiles ? [SIGTERM, SIGHUP] : [])
            return Interruption(try SignalPipe(signals), hasFiles: hasFiles)
        } catch {
            throw Self.failure("wait for signals: \(error)", .unavailable)
        }
    }

    private func progress(of total: @autoclosure () -> Int?) -> ProgressReport {
        // Answers printed on the terminal are progress enough.
        guard !report.quiet, Self.isOnTerminal, isatty(StandardStream.output) == 0 else { return ProgressReport() }
        let terminal = ProgressReport.Terminal(columns: { Self.columns }) { text in
            try? StandardStream.write(Array(text.utf8), to: StandardStream.diagnostics)
        }
        return ProgressReport(on: terminal, total: total())
    }
}

/// Output to stderr.
extension FetcherRun {
    private static var isOnTerminal: Bool { isatty(StandardStream.diagnostics) == 1 }

    private static var columns: Int {
        var size = winsize()
        return ioctl(StandardStream.diagnostics, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
            ? Int(size.ws_col) : 80
    }

    /// Prints a message in place of the progress line.
    @Sendable static func diagnose(_ message: String) {
        StandardStream.diagnose((isOnTerminal ? ProgressReport.lineClearing : "") + program, message)
    }

    static func failure(_ message: String, _ status: ExitStatus) -> ExitCode {
        diagnose(message)
        return ExitCode(status)
    }
}

/// The two forms of input.
extension FetcherRun {
    /// Serves requests from stdin. Failed requests are answered; they affect the exit code only if `fails` is set.
    fileprivate func stream<Service: RequestService>(
        _ service: Service, _ reader: Service.Reader, cache: CacheMode, fails: Bool,
        destination: BodyDestination = .nowhere
    ) throws {
        let status = try serve(
            service, RequestFeed(StandardStream.input, reader), total: LineCount.rest(of: StandardStream.input),
            cache: cache, fails: fails, destination: destination)
        if fails { try end(status) }
    }

    /// Carries out known requests; the exit code depends on the failures.
    fileprivate func answer<Service: RequestService>(
        _ requests: [Service.Reader.Request], _ service: Service, _ reader: Service.Reader, cache: CacheMode,
        destination: BodyDestination = .nowhere
    ) throws {
        let feed = RequestFeed(requests, reader)
        try end(serve(service, feed, total: requests.count, cache: cache, destination: destination))
    }
}

/// Requests for entities: events, from stdin or made from arguments.
struct EventRun {
    private let run: FetcherRun
    private let asItems: Bool

    init(_ options: EntityOptions) throws {
        run = try FetcherRun(options.transfers, options.report, application: options.source.application)
        asItems = options.items.items
    }

    func stream(fails: Bool) throws {
        let reader = EventReader(limit: run.environment.lineLimit, aliases: run.environment.aliases)
        try run.stream(service(), reader, cache: .on, fails: fails)
    }

    func requests(_ events: [Event]) throws {
        try run.answer(
            events.enumerated().map { .event(Self.name($1, $0 + 1)) }, service(), EventReader(), cache: .on)
    }

    /// Carries out a request page by page.
    /// - Parameter request: makes the request for a cursor's page, or for the first one.
    func pages(_ count: Int, _ request: (_ cursor: String?) -> Event) throws {
        var page = 1
        var asked: Set<String> = []
        var isCircle = false
        let first = RequestFeed([.event(Self.name(request(nil), page))], EventReader())
        let status = try run.serve(service(), first, total: nil, cache: .on) { service in
            guard let cursor = service.takeCursor(), page < count else { return nil }
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

    private func service() -> Fetcher {
        Fetcher(
            sources: run.upstreams.sources, standIns: run.upstreams.standIns,
            timeout: .seconds(run.transfers.timeout), lineLimit: asItems ? .max : run.environment.lineLimit,
            format: asItems
                ? ItemFormat(diagnose: FetcherRun.diagnose)
                : EventFormat(run.environment.stamp, run.environment.aliases))
    }
}

/// Requests without an envelope: URLs, or plain JSON.
struct ExchangeRun {
    private let run: FetcherRun
    private let defaults: RequestDefaults
    private let format: ExchangeFormat
    private let destination: BodyDestination

    init(
        _ transfers: TransferOptions, _ report: ReportOptions, _ output: ExchangeOptions, _ requests: RequestOptions
    ) throws {
        run = try FetcherRun(transfers, report)
        defaults = try requests.defaults(timeout: .seconds(transfers.timeout))
        format = output.format(isHead: requests.head)
        destination = output.destination
        if destination != .nowhere, cacheMode != .off {
            throw FetcherRun.failure("--cache keeps nothing that goes into files; leave one of the two out", .usage)
        }
        if output.bodies == .lines, cacheMode != .off {
            throw FetcherRun.failure(
                "--cache keeps no values that are answered as they arrive; leave it or --bodies lines out", .usage)
        }
        guard case .folder(let path) = destination else { return }
        do { try PrivateFolder.makeAll(path, mode: 0o777) } catch { throw FetcherRun.failure("\(error)", .unavailable) }
    }

    func stream(_ form: ExchangeReader.Form, fails: Bool) throws {
        try run.stream(service(), reader(form), cache: cacheMode, fails: fails, destination: destination)
    }

    func get(_ urls: [String]) throws {
        try run.answer(
            urls.map { ExchangeRequest(url: $0, defaults) }, service(), reader(.urls), cache: cacheMode,
            destination: destination)
    }

    private var cacheMode: CacheMode { run.transfers.cache ?? .off }

    private func reader(_ form: ExchangeReader.Form) -> ExchangeReader {
        ExchangeReader(form, defaults, reserved: format.members, lineLimit: run.environment.lineLimit)
    }

    private func service() -> ExchangeService {
        ExchangeService(
            format, standIns: run.upstreams.standIns, destination: destination, keepsBodies: cacheMode != .off,
            diagnose: FetcherRun.diagnose)
    }
}
