import ArgumentParser
import Fetcher
import HTTPTransfer
import InteractorMessages
import Wire

struct Search: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Search a source.",
        discussion: "Example:\n\n  viperline-fetcher search itunes.apps music player --limit 5 --items")

    @Argument(help: "Such as itunes.apps.")
    var source: String

    @Argument(help: "The search term; it may have several words.")
    var term: [String]

    @Option(help: ArgumentHelp("The store's country: two letters, such as de.", valueName: "code"))
    var country: String?

    @Option(
        help: ArgumentHelp(
            "Sort all results, from the smallest on, where the source can: such as stars.", valueName: "by"))
    var sort: String?

    @Flag(help: "Sort from the largest on.")
    var descending = false

    @OptionGroup var paging: PageOptions
    @OptionGroup var items: ItemOptions
    @OptionGroup var sources: SourceOptions
    @OptionGroup var report: ReportOptions
    @OptionGroup var transfers: TransferOptions

    func validate() throws {
        if descending, sort == nil { throw ValidationError("--descending goes with --sort.") }
    }

    func run() throws {
        let search = InteractorInput.Search(
            source: source, term: term.joined(separator: " "), limit: paging.limit, country: country,
            order: sort.map { SearchOrder(by: $0, isDescending: descending) })
        try EventRun(transfers, report, items, sources).pages(paging.pages) { cursor in
            var page = search
            page.cursor = cursor
            return Event(InteractorInput.Search.type, page)
        }
    }
}

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List a source's entities, such as the entries of a playlist.",
        discussion: "Example:\n\n  viperline-fetcher list youtube.playlist PL… --items | jq -r .title")

    @Argument(help: "Such as youtube.playlist.")
    var source: String

    @Argument(help: "The list's id, such as a playlist's, if the source has several.")
    var id: String?

    @OptionGroup var paging: PageOptions
    @OptionGroup var items: ItemOptions
    @OptionGroup var sources: SourceOptions
    @OptionGroup var report: ReportOptions
    @OptionGroup var transfers: TransferOptions

    func run() throws {
        try EventRun(transfers, report, items, sources).pages(paging.pages) { cursor in
            let list = InteractorInput.List(source: source, id: id, limit: paging.limit, cursor: cursor)
            return Event(InteractorInput.List.type, list)
        }
    }
}

struct Lookup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookup", abstract: "Fetch a source's entities by id, concurrently.",
        discussion: "Example:\n\n  viperline-fetcher lookup itunes.apps 803453959 --items | jq -r .version")

    @Argument(help: "Such as itunes.apps.")
    var source: String

    @Argument(help: "Ids, as in search results.")
    var id: [String]

    @Option(help: ArgumentHelp("The store's country: two letters, such as de.", valueName: "code"))
    var country: String?

    @OptionGroup var items: ItemOptions
    @OptionGroup var sources: SourceOptions
    @OptionGroup var report: ReportOptions
    @OptionGroup var transfers: TransferOptions

    func run() throws {
        let events = id.map { id in
            Event(
                InteractorInput.Lookup.type, InteractorInput.Lookup(source: source, id: id, country: country))
        }
        try EventRun(transfers, report, items, sources).requests(events)
    }
}

struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Fetch http and https URLs concurrently.",
        discussion: """
            Examples:

              viperline-fetcher get https://example.com/{a,b}.json --bodies json
              viperline-fetcher get https://example.com/ --fields status,time,headers
              viperline-fetcher get example.com -o page.html -H @headers.txt
            """)

    @Argument(help: "The URLs.")
    var url: [String]

    @OptionGroup var items: ItemOptions
    @OptionGroup var output: ExchangeOptions
    @OptionGroup var requests: RequestOptions
    @OptionGroup var report: ReportOptions
    @OptionGroup var transfers: TransferOptions

    private var isExchange: Bool { output.isGiven || requests.isGiven }

    func validate() throws {
        if items.items, isExchange {
            throw ValidationError("--items goes neither with --bodies and --fields nor with what is sent to URLs.")
        }
        if output.output != nil, url.count != 1 {
            throw ValidationError("--output is for one URL; --output-dir takes the bodies of several.")
        }
    }

    func run() throws {
        if isExchange { return try ExchangeRun(transfers, report, output, requests).get(url) }
        let events = url.map { Event(InteractorInput.Get.type, InteractorInput.Get(url: HTTPURL.completed($0))) }
        try EventRun(transfers, report, items).requests(events)
    }
}

/// The cached answers of `--cache on`.
struct Cache: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache", abstract: "List or clear the cached answers.",
        discussion: "They are in $XDG_CACHE_HOME/viperline/http, or under ~/.cache.",
        subcommands: [CacheList.self, CacheClear.self])

    static func store() throws -> CacheStore {
        guard let folder = CacheSettings.standardFolder(variable: RoleEnvironment.variable) else {
            throw FetcherRun.failure("find the cache: neither HOME nor XDG_CACHE_HOME is set", .usage)
        }
        return CacheStore(folder: folder)
    }
}

struct CacheList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the cached answers, newest first: bytes, status, URL without the query.",
        discussion: "Example:\n\n  viperline-fetcher cache list --json | jq -r 'select(.size > 1000000) | .url'")

    @Flag(help: "Write a JSON object per line: url, status, receivedAt (seconds since 1970), lifetime, size.")
    var json = false

    func run() throws {
        StandardStream.ignoreBrokenPipes()
        let format = json ? CacheText.object : CacheText.line
        let lines = try Cache.store().list().flatMap { format($0) }
        do throws(StandardStream.Failure) {
            try StandardStream.write(lines, to: StandardStream.output)
        } catch .closed {
            return
        } catch {
            throw FetcherRun.failure("write the list: \(error)", .unavailable)
        }
    }
}

struct CacheClear: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "clear", abstract: "Clear the cache.")

    func run() throws {
        let count = try Cache.store().clear()
        FetcherRun.diagnose("removed \(count) \(count == 1 ? "answer" : "answers") from the cache")
    }
}
