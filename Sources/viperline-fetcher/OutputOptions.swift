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

    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("Write the body into this file; for the one URL of the subcommand get.", valueName: "path"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Write bodies into files of this folder, as they come; an answer's \"file\" says which.", valueName: "path")
    )
    var outputDir: String?

    var isGiven: Bool { bodies != nil || fields != nil || writesFiles }

    private var writesFiles: Bool { output != nil || outputDir != nil }

    func validate() throws {
        if output != nil, outputDir != nil { throw ValidationError("--output and --output-dir exclude each other.") }
        if writesFiles, bodies != nil {
            throw ValidationError("--bodies excludes --output and --output-dir: a body goes to one place.")
        }
        for path in [output, outputDir] where path?.isEmpty == true || path?.utf8.contains(0) == true {
            throw ValidationError("--output and --output-dir take a path.")
        }
    }

    /// What suits every answer, where nothing is said.
    /// - Parameter isHead: whether only headers are asked for.
    func format(isHead: Bool) -> ExchangeFormat {
        let standard = FieldList.standard + (isHead ? [.headers] : []) + (writesFiles ? [.file] : [])
        let body = fields == nil && !writesFiles && !isHead ? ExchangeFormat.Body.text : nil
        return ExchangeFormat(fields: fields?.fields ?? standard, body: bodies ?? body)
    }

    var destination: BodyDestination { output.map { .file($0) } ?? outputDir.map { .folder($0) } ?? .nowhere }
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
