import ArgumentParser
import InteractorMessages
import Wire

struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Fetch http and https URLs, side by side.",
        discussion: """
            Examples: viperline-fetcher get https://example.com/{a,b}.json --bodies json | jq .body
                      viperline-fetcher get https://example.com/ --fields status,time,headers
            """)

    @Argument(help: "What to fetch.")
    var url: [String]

    @OptionGroup var items: ItemOptions
    @OptionGroup var output: ExchangeOptions
    @OptionGroup var report: ReportOptions
    @OptionGroup var transfers: TransferOptions

    func validate() throws {
        if items.items, output.isGiven { throw ValidationError("--items goes with neither --bodies nor --fields.") }
    }

    func run() throws {
        if output.isGiven { return try ExchangeRun(transfers, report, output).get(url) }
        let events = url.map { Event(InteractorInput.Get.type, InteractorInput.Get(url: $0)) }
        try EventRun(transfers, report, asItems: items.items).requests(events)
    }
}
