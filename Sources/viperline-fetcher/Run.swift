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
        var feed = RequestFeed(StandardStream.input, lineLimit: environment.lineLimit)
        _ = try run(&feed)
    }

    /// Carries out requests that are all there, and fails when one of them did.
    func requests(_ events: [Event]) throws {
        let named = events.enumerated().map { index, event in
            var event = event
            event.id = "request-\(index + 1)"
            return event
        }
        var feed = RequestFeed(named)
        let status = try run(&feed)
        if status != .done { throw ExitCode(status.rawValue) }
    }

    private func run(_ feed: inout RequestFeed) throws -> ExitStatus {
        StandardStream.ignoreBrokenPipes()
        var loop = FetcherLoop(try fetcher(), try engine())
        do throws(StandardStream.Failure) {
            if asItems {
                var writer = ItemWriter { StandardStream.diagnose(Self.program, $0) }
                try loop.run(&feed, to: &writer)
            } else {
                var writer = EventWriter(stamp: environment.stamp)
                try loop.run(&feed, to: &writer)
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

    private func engine() throws -> TransferEngine {
        do throws(TransferError) {
            return try TransferEngine(
                parallel: options.parallel, userAgent: "\(Self.program)/\(ViperlineFetcher.version)")
        } catch {
            StandardStream.diagnose(Self.program, "start libcurl: \(FetchError(error).cause)")
            throw ExitCode(ExitStatus.unavailable.rawValue)
        }
    }
}
