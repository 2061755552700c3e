import Fetcher
import HTTPTransfer
import Platform
import Wire

/// Requests without an envelope: URLs, or plain JSON.
struct ExchangeRun {
    private let run: FetcherRun
    private let template: RequestTemplate
    private let format: ExchangeFormat
    private let destination: BodyDestination

    init(
        _ transfers: TransferOptions, _ report: ReportOptions, _ output: ExchangeOptions, _ requests: RequestOptions
    ) throws {
        run = try FetcherRun(transfers, report)
        template = try requests.template(timeout: .seconds(transfers.timeout))
        format = output.format(isHead: requests.head)
        destination = output.destination
        if destination != .nowhere, cacheMode != .off {
            throw FetcherRun.failure("--cache keeps nothing that goes into files; leave one of the two out", .usage)
        }
        if case .folder(let path) = destination { try Self.makeFolder(path) }
    }

    /// Serves requests from stdin. Failed requests are answered; they affect the exit code only if `fails` is set.
    func stream(_ form: ExchangeReader.Form, fails: Bool) throws {
        let feed = RequestFeed(StandardStream.input, reader(form))
        let status = try run.serve(service(), feed, total: LineCount.rest(of: StandardStream.input), cache: cacheMode)
        if fails { try run.end(status) }
    }

    /// Fetches URLs; the exit code tells failures.
    func get(_ urls: [String]) throws {
        let requests = urls.map { ExchangeRequest(url: $0, template) }
        let feed = RequestFeed(requests, reader(.urls))
        try run.end(run.serve(service(), feed, total: urls.count, cache: cacheMode))
    }

    private var cacheMode: CacheMode { run.transfers.cache ?? .off }

    private func reader(_ form: ExchangeReader.Form) -> ExchangeReader {
        ExchangeReader(form, template, lineLimit: run.environment.lineLimit)
    }

    private func service() -> ExchangeService {
        ExchangeService(
            format, hosts: run.upstreams.hosts, destination: destination, keepsBodies: cacheMode != .off,
            diagnose: FetcherRun.diagnose)
    }

    private static func makeFolder(_ path: String) throws {
        // With its parents, like `mkdir -p`.
        for end in path.indices.dropFirst() where path[end] == "/" { mkdir(String(path[..<end]), 0o777) }
        mkdir(path, 0o777)
        let reason = errno
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw FetcherRun.failure("make the folder \(path): \(String(cString: strerror(reason)))", .unavailable)
        }
    }
}
