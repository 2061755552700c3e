import ArgumentParser
import Fetcher

struct PageOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The most entities per page.", valueName: "n"))
    var limit: Int?

    @Option(help: ArgumentHelp("The number of pages to fetch.", valueName: "n"))
    var pages = 1

    func validate() throws {
        guard pages > 0 else { throw ValidationError("--pages takes 1 or more.") }
    }
}

struct SourceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Ask the sources that this application's file declares, and no others.", valueName: "file"))
    var application: String?
}

struct ItemOptions: ParsableArguments {
    @Flag(
        help:
            "Write an entity per line instead of events, or the data of the answer for a URL; failures go to stderr. Not with --bodies, --fields and other options that have no events."
    )
    var items = false
}

/// The content of answers without an envelope.
struct ExchangeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write a JSON object per line with the body as json, text or base64.", valueName: "form"))
    var bodies: ExchangeFormat.Body?

    @Option(
        help: ArgumentHelp(
            "Write a JSON object per line with these fields of the response, separated by commas.",
            valueName: "names"))
    var fields: FieldList?

    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp(
            "Write the body into this file, device or FIFO, or to stdout (-), and then the answer to stderr; for a single URL of the subcommand get.",
            valueName: "path"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Write bodies into files in this folder as they arrive; the answer's \"file\" names the file.",
            valueName: "path")
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

    /// The default for every answer.
    /// - Parameter isHead: whether only headers are asked for.
    func format(isHead: Bool) -> ExchangeFormat {
        let standard = FieldList.standard + (isHead ? [.headers] : []) + (writesFiles ? [.file] : [])
        let body = fields == nil && !writesFiles && !isHead ? ExchangeFormat.Body.text : nil
        return ExchangeFormat(fields: fields?.fields ?? standard, body: bodies ?? body)
    }

    var destination: BodyDestination {
        output.map { BodyDestination(output: $0) } ?? outputDir.map { .folder($0) } ?? .nowhere
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

    /// Listed in the error for a wrong name.
    static var allValueStrings: [String] { names }
}

/// Options for reports and the exit code.
struct ReportOptions: ParsableArguments {
    @Flag(help: "Write answers in the order of the requests.")
    var ordered = false

    @Flag(help: "Report each retry: as events, or on stderr.")
    var verbose = false

    @Flag(help: "Write a summary line to stderr at the end.")
    var summary = false

    @Flag(help: "Show no progress on a terminal.")
    var quiet = false
}
