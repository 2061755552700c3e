import ArgumentParser
import InteractorMessages
import Wire

struct Search: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Search a source.",
        discussion: "Example: viperline-fetcher search itunes.apps music player --limit 5 --items | jq -r .name")

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
    @OptionGroup var output: ItemOptions
    @OptionGroup var report: ReportOptions
    @OptionGroup var transfers: TransferOptions

    func validate() throws {
        if descending, sort == nil { throw ValidationError("--descending goes with --sort.") }
    }

    func run() throws {
        let search = InteractorInput.Search(
            source: source, term: term.joined(separator: " "), limit: paging.limit, country: country,
            order: sort.map { SearchOrder(by: $0, isDescending: descending) })
        try EventRun(transfers, report, asItems: output.items).pages(paging.pages) { cursor in
            var page = search
            page.cursor = cursor
            return Event(InteractorInput.Search.type, page)
        }
    }
}

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List a source's entities, such as the entries of a playlist.",
        discussion: "Example: viperline-fetcher list youtube.playlist PL… --pages 3 --items | jq -r .title")

    @Argument(help: "Such as youtube.playlist.")
    var source: String

    @Argument(help: "The list's id, such as a playlist's, if the source has several.")
    var id: String?

    @OptionGroup var paging: PageOptions
    @OptionGroup var output: ItemOptions
    @OptionGroup var report: ReportOptions
    @OptionGroup var transfers: TransferOptions

    func run() throws {
        try EventRun(transfers, report, asItems: output.items).pages(paging.pages) { cursor in
            let list = InteractorInput.List(source: source, id: id, limit: paging.limit, cursor: cursor)
            return Event(InteractorInput.List.type, list)
        }
    }
}

struct Lookup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookup", abstract: "Fetch a source's entities by id, concurrently.",
        discussion: "Example: viperline-fetcher lookup itunes.apps 803453959 618783545 --items | jq -r .version")

    @Argument(help: "Such as itunes.apps.")
    var source: String

    @Argument(help: "Ids, as in search results.")
    var id: [String]

    @Option(help: ArgumentHelp("The store's country: two letters, such as de.", valueName: "code"))
    var country: String?

    @OptionGroup var output: ItemOptions
    @OptionGroup var report: ReportOptions
    @OptionGroup var transfers: TransferOptions

    func run() throws {
        let events = id.map { id in
            Event(
                InteractorInput.Lookup.type, InteractorInput.Lookup(source: source, id: id, country: country))
        }
        try EventRun(transfers, report, asItems: output.items).requests(events)
    }
}
