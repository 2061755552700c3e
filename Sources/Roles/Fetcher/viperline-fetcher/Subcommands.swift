import Commands
import Fetcher
import HTTPTransfer
import InteractorMessages
import Wire

struct Search: Command {
    static let configuration = CommandConfiguration(
        name: "search", abstract: "Search a source.",
        discussion: "Example:\n\n  viperline-fetcher search itunes.apps music player --limit 5 --items")

    var source = ""
    var term: [String] = []
    var country: String?
    var sort: String?
    var descending = false
    var paging = PageOptions()
    var entities = EntityOptions()

    static var table: OptionTable<Self> {
        [
            .argument("source", \.source, "Such as itunes.apps."),
            .arguments("term", \.term, isRequired: true, "The search term; it may have several words."),
            .option("country", value: "code", \.country, "The store's country: two letters, such as de."),
            .option(
                "sort", value: "by", \.sort,
                "Sort all results, from the smallest on, where the source can: such as stars."),
            .flag("descending", \.descending, "Sort from the largest on."),
            .group(\.paging),
            .group(\.entities),
        ]
    }

    func validate() throws {
        if descending, sort == nil { throw UsageError("--descending goes with --sort.") }
        try paging.check(entities.source.application)
    }

    func run() throws {
        let search = InteractorInput.Search(
            source: source, term: term.joined(separator: " "), limit: paging.limit, country: country,
            order: sort.map { SearchOrder(by: $0, isDescending: descending) }, filters: paging.filters)
        try EventRun(entities).pages(paging.pages) { cursor in
            var page = search
            page.cursor = cursor
            return Event(InteractorInput.Search.type, page)
        }
    }
}

struct ListCommand: Command {
    static let configuration = CommandConfiguration(
        name: "list", abstract: "List a source's entities, such as the entries of a playlist.",
        discussion: "Example:\n\n  viperline-fetcher list youtube.playlist PL… --items | jq -r .title")

    var source = ""
    var id: String?
    var paging = PageOptions()
    var entities = EntityOptions()

    static var table: OptionTable<Self> {
        [
            .argument("source", \.source, "Such as youtube.playlist."),
            .argument("id", \.id, "The list's id, such as a playlist's, if the source has several."),
            .group(\.paging),
            .group(\.entities),
        ]
    }

    func validate() throws { try paging.check(entities.source.application) }

    func run() throws {
        try EventRun(entities).pages(paging.pages) { cursor in
            let list = InteractorInput.List(
                source: source, id: id, limit: paging.limit, filters: paging.filters, cursor: cursor)
            return Event(InteractorInput.List.type, list)
        }
    }
}

struct Lookup: Command {
    static let configuration = CommandConfiguration(
        name: "lookup", abstract: "Fetch a source's entities by id, concurrently.",
        discussion: "Example:\n\n  viperline-fetcher lookup itunes.apps 803453959 --items | jq -r .version")

    var source = ""
    var id: [String] = []
    var country: String?
    var entities = EntityOptions()

    static var table: OptionTable<Self> {
        [
            .argument("source", \.source, "Such as itunes.apps."),
            .arguments("id", \.id, isRequired: true, "Ids, as in search results."),
            .option("country", value: "code", \.country, "The store's country: two letters, such as de."),
            .group(\.entities),
        ]
    }

    func run() throws {
        let events = id.map { id in
            Event(
                InteractorInput.Lookup.type, InteractorInput.Lookup(source: source, id: id, country: country))
        }
        try EventRun(entities).requests(events)
    }
}

struct Get: Command {
    static let configuration = CommandConfiguration(
        name: "get", abstract: "Fetch http and https URLs concurrently.",
        discussion: """
            Examples:

              viperline-fetcher get https://example.com/{a,b}.json --bodies json
              viperline-fetcher get https://example.com/ --fields status,time,headers
              viperline-fetcher get example.com -o page.html -H @headers.txt
            """)

    var url: [String] = []
    var items = ItemOptions()
    var output = ExchangeOptions()
    var requests = RequestOptions()
    var report = ReportOptions()
    var transfers = TransferOptions()

    static var table: OptionTable<Self> {
        [
            .arguments("url", \.url, isRequired: true, "The URLs."),
            .group(\.items),
            .group(\.output),
            .group(\.requests),
            .group(\.report),
            .group(\.transfers),
        ]
    }

    private var isExchange: Bool { output.isGiven || requests.isGiven }

    func validate() throws {
        if items.items, isExchange {
            throw UsageError("--items goes neither with --bodies and --fields nor with what is sent to URLs.")
        }
        if output.output != nil, url.count != 1 {
            throw UsageError("--output is for one URL; --output-dir takes the bodies of several.")
        }
    }

    func run() throws {
        if isExchange { return try ExchangeRun(transfers, report, output, requests).get(url) }
        let events = url.map { Event(InteractorInput.Get.type, InteractorInput.Get(url: HTTPURL.completed($0))) }
        try EventRun(EntityOptions(items: items, report: report, transfers: transfers)).requests(events)
    }
}

/// The cached answers of `--cache on`.
struct Cache: Command {
    static let configuration = CommandConfiguration(
        name: "cache", abstract: "List or clear the cached answers.",
        discussion: "They are in $XDG_CACHE_HOME/viperline/http, or under ~/.cache.",
        subcommands: [CacheList.self, CacheClear.self])

    static func store() throws -> CacheStore {
        guard let folder = CacheSettings.standardFolder(variable: RoleEnvironment.variable) else {
            throw FetcherRun.failure("find the cache: neither HOME nor XDG_CACHE_HOME is set", .usage)
        }
        return CacheStore(folder: folder)
    }
}

struct CacheList: Command {
    static let configuration = CommandConfiguration(
        name: "list", abstract: "List the cached answers, newest first: bytes, status, URL without the query.",
        discussion: "Example:\n\n  viperline-fetcher cache list --json | jq -r 'select(.size > 1000000) | .url'")

    var json = false

    static var table: OptionTable<Self> {
        [
            .flag(
                "json", \.json,
                "Write a JSON object per line: url, status, receivedAt (seconds since 1970), lifetime, size.")
        ]
    }

    func run() throws {
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

struct CacheClear: Command {
    static let configuration = CommandConfiguration(name: "clear", abstract: "Clear the cache.")

    func run() throws {
        let count = try Cache.store().clear()
        FetcherRun.diagnose("removed \(count) \(count == 1 ? "answer" : "answers") from the cache")
    }
}
