import Fetcher
import HTTPTransfer
import Wire

/// Requests without an envelope: URLs, or JSON of one's own.
struct ExchangeRun {
    private let run: Run
    private let format: ExchangeFormat

    init(_ transfers: TransferOptions, _ report: ReportOptions, _ output: ExchangeOptions) throws {
        run = try Run(transfers, report)
        format = output.format
    }

    /// Serves requests from stdin. What fails is answered, and no failure of the program, unless `fails` is set.
    func stream(_ form: ExchangeReader.Form, fails: Bool) throws {
        let feed = RequestFeed(StandardStream.input, reader(form))
        let status = try run.serve(service(), feed, total: LineCount.rest(of: StandardStream.input), cache: .off)
        if fails { try run.end(status) }
    }

    /// Fetches URLs, and fails when one of them did.
    func get(_ urls: [String]) throws {
        let requests = urls.map { ExchangeRequest(url: $0, timeout: .seconds(run.transfers.timeout)) }
        let feed = RequestFeed(requests, reader(.urls))
        try run.end(run.serve(service(), feed, total: urls.count, cache: .off))
    }

    private func reader(_ form: ExchangeReader.Form) -> ExchangeReader {
        ExchangeReader(form, timeout: .seconds(run.transfers.timeout), lineLimit: run.environment.lineLimit)
    }

    private func service() -> ExchangeService {
        ExchangeService(format, hosts: run.upstreams.hosts, diagnose: Run.diagnose)
    }
}
