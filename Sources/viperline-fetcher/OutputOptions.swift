import ArgumentParser
import Fetcher

struct PageOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How many entities a page has at most.", valueName: "n"))
    var limit: Int?

    @Option(help: ArgumentHelp("How many pages to fetch, one after the other.", valueName: "n"))
    var pages = 1

    func validate() throws {
        guard pages > 0 else { throw ValidationError("--pages takes 1 or more.") }
    }
}

struct ItemOptions: ParsableArguments {
    @Flag(help: "Write one entity a line in place of events; failures go to stderr.")
    var items = false
}

/// What answers without an envelope hold.
struct ExchangeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write a JSON object a line with the body in it, as json, text or base64.", valueName: "form"))
    var bodies: ExchangeFormat.Body?

    @Option(
        help: ArgumentHelp(
            "Write a JSON object a line with these fields of each response, separated by commas.",
            valueName: "names"))
    var fields: FieldList?

    var isGiven: Bool { bodies != nil || fields != nil }

    /// Where neither is given, what suits every answer.
    var format: ExchangeFormat {
        ExchangeFormat(
            fields: fields?.fields ?? FieldList.standard, body: bodies ?? (fields == nil ? .text : nil))
    }
}

extension ExchangeFormat.Body: ExpressibleByArgument {}

/// `status,url,time`
struct FieldList: ExpressibleByArgument {
    static let standard: [ResponseField] = [.url, .status, .contentType]
    static let names = ResponseField.allCases.map(\.rawValue)

    let fields: [ResponseField]

    init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false)
        fields = names.compactMap { ResponseField(rawValue: String($0)) }
        guard fields.count == names.count, Set(fields).count == fields.count else { return nil }
    }

    /// Shown where a name is wrong.
    static var allValueStrings: [String] { names }
}

/// What is told beside the answers, and what the exit code says of them.
struct ReportOptions: ParsableArguments {
    @Flag(help: "Write answers in the order of their requests.")
    var ordered = false

    @Flag(help: "Tell of each attempt that is made again: as events, or on stderr.")
    var verbose = false

    @Flag(help: "Write a line on stderr at the end: how many, how much, how fast.")
    var summary = false

    @Flag(help: "Show no progress where stderr is a terminal.")
    var quiet = false
}
