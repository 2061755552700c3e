import ArgumentParser
import Declarations
import Evaluation
import Fetcher
import HTTPTransfer
import Platform
import Processes
import Version
import Wire

/// Runs a service on the process's streams, and determines the exit code.
struct FetcherRun {
    static let program = "viperline-fetcher"
    /// As a shell reports a program ended by SIGINT.
    private static let interrupted: Int32 = 130

    let transfers: TransferOptions
    let report: ReportOptions
    let environment = RoleEnvironment.current(role: "fetcher")
    let upstreams: FetcherEnvironment

    init(_ transfers: TransferOptions, _ report: ReportOptions) throws {
        self.transfers = transfers
        self.report = report
        do {
            upstreams =
                try transfers.application.map { path in
                    try FetcherEnvironment(DeclarationFile.read(path), runner: ProgramProcess())
                } ?? FetcherEnvironment()
        } catch {
            throw Self.failure("\(error)", .usage)
        }
    }

    /// - Parameters:
    ///   - total: the number of requests, if known.
    ///   - next: makes the next requests when all are answered.
    /// - Returns: the exit status for the failures.
    func serve<Service: RequestService>(
        _ service: Service, _ feed: consuming RequestFeed<Service.Reader>, total: @autoclosure () -> Int?,
        cache: CacheMode,
        next: (inout Service) -> RequestFeed<Service.Reader>? = { _ in nil }
    ) throws -> ExitStatus {
        StandardStream.ignoreBrokenPipes()
        viperline_return_large_blocks()
        var loop = FetcherLoop(
            service, try client(cache: cache), parallel: transfers.parallel,
            order: AnswerOrder(isKept: report.ordered), report: progress(of: total()), isVerbose: report.verbose,
            interrupts: try interrupts())
        do throws(StandardStream.Failure) {
            try loop.run(&feed)
            while !loop.isInterrupted, var feed = next(&loop.service) { try loop.run(&feed) }
        } catch .closed {
            // The reader of the answers has closed the pipe.
            return .done
        } catch {
            throw Self.failure("read requests or write answers: \(error)", .unavailable)
        }
        if report.summary { Self.diagnose(loop.report.summary) }
        if loop.isInterrupted { throw ExitCode(Self.interrupted) }
        return loop.service.failures.status
    }

    func end(_ status: ExitStatus) throws {
        if status != .done { throw ExitCode(status.rawValue) }
    }

    private func client(cache: CacheMode) throws -> HTTPClient {
        do throws(TransferError) {
            let userAgent = "\(Self.program)/\(Version.current)"
            return try HTTPClient(
                transfers.settings(userAgent: userAgent, rates: upstreams.rates, standardCache: cache))
        } catch {
            throw Self.failure("start libcurl: \(FetchError(error).cause)", .unavailable)
        }
    }

    private func interrupts() throws -> SignalPipe {
        do throws(SystemError) {
            // A background job inherits an ignored SIGINT and leaves it so.
            return try SignalPipe(SignalPipe.isIgnored(SIGINT) ? [] : [SIGINT])
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
        return ExitCode(status.rawValue)
    }
}
