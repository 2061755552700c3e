import Commands
import Fetcher
import HTTPTransfer
import Platform
import Wire

/// Options for the requests to all URLs, with curl's names. A line of --requests takes precedence.
struct RequestOptions: CommandOptions {
    var headers: [String] = []
    var method: String?
    var head = false
    var data: [FormData] = []
    var dataBinary: String?
    var user: String?

    static var table: OptionTable<Self> {
        [
            .option(
                "header", letter: "H", value: "name: value", \.headers,
                """
                A header to send, or @FILE (@- for stdin) with one per line, which hides it from other users; \
                \"name:\" leaves a default one out, \"name;\" sends an empty one. Repeatable.
                """),
            .option(
                "request", letter: "X", value: "method", \.method, "The method (default: GET, or POST with a body)."),
            .flag("head", letter: "I", \.head, "Request only the headers (HEAD), and print them."),
            .option(
                "data", letter: "d", value: "data", \.data,
                "A form to send, or @FILE (@- for stdin), whose line breaks are dropped. Several are joined with &."),
            .alias("data-ascii", of: "data"),
            .option("data-raw", value: "data", \.rawData, "As --data, but @ is a character like others."),
            .option(
                "data-binary", value: "data", \.dataBinary,
                "A body to send unchanged, or @FILE (@- for stdin), which is read while being sent."),
            .option(
                "user", letter: "u", value: "name:password", \.user,
                """
                Name and password for URLs without their own. Others can see command lines; VIPERLINE_USER in the \
                environment and --netrc are private.
                """),
            .foreign([
                "-A": "-H \"User-Agent: NAME\"", "--user-agent": "-H \"User-Agent: NAME\"", "-e": "-H \"Referer: URL\"",
                "--referer": "-H \"Referer: URL\"", "--oauth2-bearer": "-H \"Authorization: Bearer TOKEN\"",
                "--json": "-d DATA -H \"Content-Type: application/json\"", "-T": "-X PUT --data-binary @FILE",
                "--upload-file": "-X PUT --data-binary @FILE",
            ]),
        ]
    }

    private var rawData: [RawData] {
        get { [] }
        set { data += newValue.map { FormData(text: $0.text, mayNameFile: false) } }
    }

    var isGiven: Bool {
        !headers.isEmpty || method != nil || head || !data.isEmpty || dataBinary != nil || user != nil
    }

    /// True if a request contains stdin.
    var takesInput: Bool {
        (headers + data.filter(\.namesFile).map(\.text) + [dataBinary].compactMap(\.self)).contains("@-")
    }

    func validate() throws {
        if !data.isEmpty, dataBinary != nil {
            throw UsageError("--data and --data-binary exclude each other.")
        }
        if head, !data.isEmpty || dataBinary != nil || method != nil {
            throw UsageError("--head goes neither with a body nor with --request.")
        }
        if let user, !user.contains(":") {
            throw UsageError("--user takes NAME:PASSWORD, or the environment has it in VIPERLINE_USER.")
        }
    }

    /// The defaults of every request.
    func defaults(timeout: Duration) throws -> RequestDefaults {
        var sent = SentHeaders()
        for line in try headers.flatMap({ try Self.lines($0) }) { try sent.add(line) }
        let (body, credentials, method) = (try body(), try credentials(), head ? "HEAD" : method)
        return { [sent] url in
            var request = HTTPRequest(credentials.map { url.with($0) } ?? url, headers: sent.fields, timeout: timeout)
            request.withoutHeaders = sent.leftOut
            request.body = body
            if let method { request.method = method }
            return request
        }
    }

    private func body() throws -> RequestBody? {
        let type = "application/x-www-form-urlencoded"
        if let dataBinary {
            guard dataBinary.hasPrefix("@") else { return .bytes(Array(dataBinary.utf8), type: type) }
            let path = String(dataBinary.dropFirst())
            // Input without a length, such as a pipe, is read first.
            let isRead = path == "-" || Self.isStream(path)
            return isRead ? .bytes(try Self.content(dataBinary), type: type) : .file(path, type: type)
        }
        guard !data.isEmpty else { return nil }
        let parts = try data.map { try $0.namesFile ? Self.form($0.text) : Array($0.text.utf8) }
        return .bytes(Array(parts.joined(separator: "&".utf8)), type: type)
    }

    private func credentials() throws -> HTTPURL.Credentials? {
        guard let text = user ?? RoleEnvironment.variable("VIPERLINE_USER") else { return nil }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        // The text is a secret, so it is not quoted.
        guard parts.count == 2 else { throw FetcherRun.failure("read VIPERLINE_USER: it is not NAME:PASSWORD", .usage) }
        return HTTPURL.Credentials(user: parts[0], password: parts[1])
    }

    private static func isStream(_ path: String) -> Bool {
        FileStatus(at: path).map { [S_IFIFO, S_IFCHR, S_IFSOCK].contains($0.kind) } ?? false
    }

    /// The content without line ends, as curl sends it.
    private static func form(_ text: String) throws -> [UInt8] {
        try content(text).filter { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
    }

    private static func lines(_ text: String) throws -> [HeaderLine] {
        guard text.hasPrefix("@") else { return [HeaderLine(text: text)] }
        return try String(decoding: content(text), as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            .filter { !$1.isEmpty }
            .map { HeaderLine(text: String($1), place: "line \($0 + 1) of \(name(text))") }
    }

    private static func name(_ text: String) -> String { text == "@-" ? "stdin" : String(text.dropFirst()) }

    /// - Parameter text: `@FILE`, or `@-` for stdin.
    private static func content(_ text: String) throws -> [UInt8] {
        let path = name(text)
        let descriptor = text == "@-" ? dup(StandardStream.input) : open(String(text.dropFirst()), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw FetcherRun.failure("read \(path): \(String(cString: strerror(errno)))", .usage)
        }
        defer { close(descriptor) }
        if let content = readAll(descriptor, most: longestFile) { return content }
        let reason =
            errno == EFBIG
            ? "it has more than \(longestFile) bytes; send it with --data-binary" : String(cString: strerror(errno))
        throw FetcherRun.failure("read \(path): \(reason)", .usage)
    }

    /// Bytes of a file of headers, or of a form; it is held in memory.
    private static let longestFile = 64 << 20
}

/// A line with a header, and its place for messages.
private struct HeaderLine {
    let text: String
    var place = "--header"
}

/// Headers of every request, and those that are left out.
private struct SentHeaders {
    private(set) var fields: [HTTPHeader] = []
    private(set) var leftOut: [String] = []

    /// Headers that a browser's "Copy as cURL" repeats of the connection: they are true of all connections anyway.
    private static let needless = ["connection": "keep-alive", "te": "trailers"]

    /// Takes `Name: value`; `Name;` for one without a value, `Name:` for one that is not sent.
    mutating func add(_ line: HeaderLine) throws {
        let text = line.text
        let colon = text.firstIndex(of: ":")
        let name = colon.map { text[..<$0] } ?? (text.hasSuffix(";") ? text.dropLast() : "")
        guard !name.isEmpty else {
            // It may hold a secret, so it is not quoted.
            throw FetcherRun.failure("read \(line.place): it is not \"NAME: VALUE\"", .usage)
        }
        let value = colon.map { String(text[$0...].dropFirst()) } ?? ""
        if Self.needless[name.lowercased()] == value.lowercased().filter({ $0 != " " }) { return }
        do throws(TransferError) {
            if colon != nil, value.allSatisfy(\.isWhitespace) {
                leftOut.append(try HTTPHeader.withoutField(String(name)))
            } else {
                fields.append(try HTTPHeader(String(name), value))
            }
        } catch {
            throw FetcherRun.failure("read \(line.place): \(FetchError(error).cause)", .usage)
        }
    }
}

/// A part of a form: the text itself, or `@FILE`.
struct FormData: ArgumentValue {
    let text: String
    var mayNameFile = true
    /// A form of several parts begins with dashes.
    static let mayBeginWithDash = true

    var namesFile: Bool { mayNameFile && text.hasPrefix("@") }
    var argument: String { text }

    init(text: String, mayNameFile: Bool) {
        self.text = text
        self.mayNameFile = mayNameFile
    }

    init?(argument: String) { text = argument }
}

/// A part of a form as it is.
struct RawData: ArgumentValue {
    let text: String
    static let mayBeginWithDash = true

    var argument: String { text }

    init?(argument: String) { text = argument }
}
