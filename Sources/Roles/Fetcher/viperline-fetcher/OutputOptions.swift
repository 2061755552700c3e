import Commands
import Fetcher

/// Pages of a source, and values that a user of a declared application would choose above the rows.
struct PageOptions: CommandOptions {
    private var pairs: [FilterValue] = []
    var limit: Int?
    var pages = 1

    /// Nil for none.
    var filters: [String: String]? {
        pairs.isEmpty ? nil : Dictionary(pairs.map { ($0.name, $0.value) }) { $1 }
    }

    static var table: OptionTable<Self> {
        [
            .option(
                "filter", value: "name=value", \.pairs,
                "With --application: the value of one of the source's filters, as it is in the URL. Repeatable."),
            .option("limit", value: "n", \.limit, "The most entities per page."),
            .option("pages", value: "n", \.pages, "The number of pages to fetch.").within(1...1_000_000),
        ]
    }

    func check(_ application: String?) throws {
        guard pairs.isEmpty || application != nil else {
            throw UsageError("--filter goes with --application: only declared sources have filters.")
        }
    }
}

/// `state=closed`.
private struct FilterValue: ArgumentValue {
    static let form: String? = "expected name=value"
    let name: String
    let value: String

    init?(argument: String) {
        guard let mark = argument.firstIndex(of: "="), mark > argument.startIndex else { return nil }
        name = String(argument[..<mark])
        value = String(argument[mark...].dropFirst())
    }
}

struct ItemOptions: CommandOptions {
    var items = false

    static var table: OptionTable<Self> {
        [
            .flag(
                "items", \.items,
                """
                Write an entity per line instead of events, or the data of the answer for a URL; failures go to \
                stderr. Not with --bodies, --fields and other options that have no events.
                """
            )
        ]
    }
}

struct SourceOptions: CommandOptions {
    var application: String?

    static var table: OptionTable<Self> {
        [
            .option(
                "application", value: "file", \.application,
                "Ask the sources that this application's file declares, and no others.")
        ]
    }
}

/// Options of requests for a source's entities.
struct EntityOptions: CommandOptions {
    var items = ItemOptions()
    var source = SourceOptions()
    var report = ReportOptions()
    var transfers = TransferOptions()

    static var table: OptionTable<Self> {
        [.group(\.items), .group(\.source), .group(\.report), .group(\.transfers)]
    }
}

/// The content of answers without an envelope.
struct ExchangeOptions: CommandOptions {
    var bodies: ExchangeFormat.Body?
    var fields: FieldList?
    var output: String?
    var outputDir: String?

    static var table: OptionTable<Self> {
        [
            .option(
                "bodies", value: "form", \.bodies,
                """
                Write a JSON object per line with the body as json, text or base64; with lines, one for each JSON value of a \
                body of NDJSON, as it arrives.
                """
            ),
            .option(
                "fields", value: "names", \.fields,
                "Write a JSON object per line with these fields of the response, separated by commas."),
            .option(
                "output", letter: "o", value: "path", \.output,
                """
                Write the body into this file, device or FIFO, or to stdout (-), and then the answer to stderr; for a \
                single URL of the subcommand get.
                """),
            .option(
                "output-dir", value: "path", \.outputDir,
                "Write bodies into files in this folder as they arrive; the answer's \"file\" names the file."),
            .foreign([
                "-O": "--output-dir FOLDER", "--remote-name": "--output-dir FOLDER",
                "--remote-name-all": "--output-dir FOLDER", "-i": "--fields status,headers",
                "--include": "--fields status,headers", "-w": "--fields NAMES", "--write-out": "--fields NAMES",
                "-D": "--fields headers", "--dump-header": "--fields headers",
            ]),
        ]
    }

    var isGiven: Bool { bodies != nil || fields != nil || writesFiles }

    private var writesFiles: Bool { output != nil || outputDir != nil }

    func validate() throws {
        if output != nil, outputDir != nil { throw UsageError("--output and --output-dir exclude each other.") }
        if writesFiles, bodies != nil {
            throw UsageError("--bodies excludes --output and --output-dir: a body goes to one place.")
        }
        for path in [output, outputDir] where path?.isEmpty == true || path?.utf8.contains(0) == true {
            throw UsageError("--output and --output-dir take a path.")
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

extension ExchangeFormat.Body: ArgumentValue {}

/// `status,url,time`
struct FieldList: ArgumentValue {
    static let standard: [ResponseField] = [.url, .status, .contentType]
    static let names = ResponseField.allCases.map(\.rawValue)

    let fields: [ResponseField]

    init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false)
        fields = names.compactMap { ResponseField(rawValue: String($0)) }
        guard fields.count == names.count, Set(fields).count == fields.count else { return nil }
    }

    /// Listed in the error for a wrong name.
    static var choices: [String] { names }
}

/// Options for reports and the exit code.
struct ReportOptions: CommandOptions {
    var fail = false
    var ordered = false
    var verbose = false
    var summary = false
    var quiet = false

    static var table: OptionTable<Self> {
        [
            .flag("fail", letter: "f", \.fail, "Exit with an error if a request fails, as subcommands always do."),
            .flag("ordered", \.ordered, "Write answers in the order of the requests."),
            .flag("verbose", \.verbose, "Report each retry: as events, or on stderr."),
            .flag("summary", \.summary, "Write a summary line to stderr at the end."),
            .flag("quiet", \.quiet, "Show no progress on a terminal."),
            .alias("silent", letter: "s", of: "quiet"),
        ]
    }
}
