import Commands
import Fetcher
import Version

struct ViperlineFetcher: Command {
    static let configuration = CommandConfiguration(
        name: "viperline-fetcher",
        abstract:
            "Fetch URLs or entities of upstream APIs concurrently: one request per line in, one answer per line out.",
        usage: """
            viperline-fetcher [<options>] < requests
            viperline-fetcher <subcommand> … [<options>]
            """,
        discussion: Help.discussion,
        version: Version.current,
        subcommands: [Search.self, ListCommand.self, Lookup.self, Get.self, Cache.self])

    var requests = false
    var urls = false
    var items = ItemOptions()
    var source = SourceOptions()
    var output = ExchangeOptions()
    var sent = RequestOptions()
    var report = ReportOptions()
    var transfers = TransferOptions()

    static var table: OptionTable<Self> {
        [
            .flag(
                "requests", \.requests,
                "Read a request per line: {\"url\":…,\"method\",\"headers\",\"body\",\"bodyFile\",\"timeout\",…}."),
            .flag("urls", \.urls, "Read a URL per line."),
            .group(\.items),
            .group(\.source),
            .group(\.output),
            .group(\.sent),
            .group(\.report),
            .group(\.transfers),
        ]
    }

    func run() throws {
        guard requests || urls else {
            return try EventRun(
                EntityOptions(items: items, source: source, report: report, transfers: transfers)
            ).stream(fails: report.fail)
        }
        try ExchangeRun(transfers, report, output, sent).stream(requests ? .json : .urls, fails: report.fail)
    }

    func validate() throws {
        if requests, urls { throw UsageError("--requests and --urls exclude each other.") }
        if requests || urls, items.items || source.application != nil {
            throw UsageError("--items and --application are for sources; URLs have --bodies and --fields.")
        }
        if output.output != nil {
            throw UsageError("--output is for the subcommand get; --output-dir takes the bodies of many.")
        }
        if requests || urls, sent.takesInput {
            throw UsageError("@- reads stdin, where --requests and --urls have the requests; name a file instead.")
        }
        if !requests, !urls, output.isGiven || sent.isGiven {
            throw UsageError(
                "--bodies, --fields and options for requests to URLs need --requests, --urls or the subcommand get.")
        }
    }
}

enum Help {
    static var discussion: String {
        """
        Without a subcommand, it reads requests from stdin, one per line, and writes
        answers to stdout, one per line, in order of completion (with --ordered, of
        the input). Each request gets exactly one answer. With --urls, a line is a
        URL; with --requests, a JSON object whose id and unknown members are copied
        into the answer:

          viperline-fetcher --urls --fields status,url < urls.txt \\
            | jq -c 'select(.error or .status >= 400)'
          echo '{"url":"https://example.com/a.json","id":7}' \\
            | viperline-fetcher --requests --bodies json | jq .body

        An answer contains the requested fields (with --bodies: url, status and
        contentType; null if unknown), then body, and error{kind,message,retryable}
        if there is no response, or no body in that form. A status of 400 or more is
        an answer; --fail and exit codes count it as a failure. Without --bodies and
        --fields, answers are as with --bodies text. Fields:

        \(fields)

        lookup, connect, tls, firstByte and time are the seconds until each.

        A body in an answer is limited to 8 MiB (--max-body). All bodies in memory
        share 16 MiB; transfers pause while it is full. -o and --output-dir write
        bodies into files instead of answers; with --fields alone, they are counted
        and dropped. Request bodies longer than a line may be (1 MiB) come from a
        file: "bodyFile" instead of "body".

        Others on this machine can see command lines. Put names and passwords into
        VIPERLINE_USER=NAME:PASSWORD or a netrc file (--netrc), and secret headers
        into a file (-H @FILE).

        Without --urls and --requests, a line is an event, and so is its answer,
        interactor.output.found, .got or .failed:

          jq -nc '{type: "interactor.input.search",
                   data: {source: "itunes.apps", term: "music"}}' \\
            | viperline-fetcher | jq -r '.data.items[].name'

        With a subcommand the requests come from the arguments:

          viperline-fetcher search itunes.apps music --items | jq -r .name
          viperline-fetcher search github.repositories swift --pages 3 --items
          viperline-fetcher lookup trafficlight Red --items
          viperline-fetcher get https://example.com/{a,b}.json --bodies json

        Sources, their requests, and the environment variables that they read:

        \(sources)

        A base URL replaces the real API. The token raises GitHub's limits; YouTube
        requires a key. Neither is ever printed. VIPERLINE_UNIX_HOSTS=HOST=/PATH,…
        names upstreams on Unix sockets, VIPERLINE_PUBLIC_ONLY=1 means --public-only.

        Exit codes: 0 done; with a subcommand or --fail: 64 for an invalid request,
        75 if all failures may succeed later, 69 for other failures; 130 after
        Ctrl-C, which finishes running transfers (a second Ctrl-C does not).
        Otherwise failed requests on stdin are answered without further effect.
        """
    }

    /// A line for each source: its name, its actions and its variables.
    private static var sources: String {
        let rows = ((try? FetcherEnvironment { _ in nil })?.sources ?? []).map { source in
            (
                name: source.name, actions: source.actions.map(\.rawValue).joined(separator: ", "),
                variables: source.variables.joined(separator: ", ")
            )
        }
        let nameWidth = rows.map(\.name.count).max() ?? 0
        let actionsWidth = rows.map(\.actions.count).max() ?? 0
        let lines = rows.map { row in
            let line = "  \(padded(row.name, nameWidth))  \(padded(row.actions, actionsWidth))  \(row.variables)"
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
        return lines.joined(separator: "\n")
    }

    /// The names of all fields, in lines.
    private static var fields: String {
        var lines = [" "]
        for name in FieldList.names {
            let word = " \(name)" + (name == FieldList.names.last ? "" : ",")
            if lines[lines.count - 1].count + word.count > 78 { lines.append(" ") }
            lines[lines.count - 1] += word
        }
        return lines.joined(separator: "\n")
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

ViperlineFetcher.main()
