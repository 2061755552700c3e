import ArgumentParser
import Fetcher
import Version

struct ViperlineFetcher: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "viperline-fetcher",
        abstract:
            "Fetch URLs or entities of upstream APIs concurrently: one request per line in, one answer per line out.",
        usage: """
            viperline-fetcher [<options>] < requests
            viperline-fetcher <subcommand> … [<options>]
            """,
        discussion: Help.discussion,
        version: Version.current,
        // Each sets commandName: deriving it from the type takes a twelfth of the start's instructions.
        subcommands: [Search.self, ListCommand.self, Lookup.self, Get.self, Cache.self])

    @Flag(help: "Read a request per line: {\"url\":…,\"method\",\"headers\",\"body\",\"bodyFile\",\"timeout\",…}.")
    var requests = false

    @Flag(help: "Read a URL per line.")
    var urls = false

    @Flag(help: "Exit with an error if a request fails.")
    var fail = false

    @OptionGroup var items: ItemOptions
    @OptionGroup var output: ExchangeOptions
    @OptionGroup var sent: RequestOptions
    @OptionGroup var report: ReportOptions
    @OptionGroup var transfers: TransferOptions

    func run() throws {
        try check()
        guard requests || urls else {
            return try EventRun(transfers, report, asItems: items.items).stream(fails: fail)
        }
        try ExchangeRun(transfers, report, output, sent).stream(requests ? .json : .urls, fails: fail)
    }

    /// Not in `validate()`, which also runs before a subcommand.
    private func check() throws {
        if requests, urls { throw ValidationError("--requests and --urls exclude each other.") }
        if requests || urls, items.items {
            throw ValidationError("--items is for entities of sources; URLs have --bodies and --fields.")
        }
        if output.output != nil {
            throw ValidationError("--output is for the subcommand get; --output-dir takes the bodies of many.")
        }
        if !requests, !urls, output.isGiven || sent.isGiven {
            throw ValidationError(
                "--bodies, --fields and options for requests to URLs need --requests, --urls or the subcommand get.")
        }
    }
}
