import ArgumentParser
import HTTPTransfer
import InteractorMessages
import Wire

struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Fetch http and https URLs concurrently.",
        discussion: """
            Examples: viperline-fetcher get https://example.com/{a,b}.json --bodies json | jq .body
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
        try EventRun(transfers, report, asItems: items.items).requests(events)
    }
}
