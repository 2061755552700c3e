import ArgumentParser
import Fetcher
import HTTPTransfer
import Platform
import Wire

/// What is sent to every URL, with curl's option names. A line of --requests takes precedence.
struct RequestOptions: ParsableArguments {
    @Option(
        name: [.customShort("H"), .customLong("header")],
        help: ArgumentHelp(
            "A header to send, or @FILE with one per line, which hides it from other users. Repeatable.",
            valueName: "name: value"))
    var headers: [String] = []

    @Option(
        name: [.customShort("X"), .customLong("request")],
        help: ArgumentHelp("The method (default: GET, or POST with a body).", valueName: "method"))
    var method: String?

    @Flag(name: [.customShort("I"), .customLong("head")], help: "Request only the headers (HEAD), and print them.")
    var head = false

    @Option(
        name: [.customShort("d"), .customLong("data")],
        help: ArgumentHelp(
            "A form to send, or @FILE, whose line breaks are dropped. Several are joined with &.", valueName: "data")
    )
    var data: [String] = []

    @Option(
        help: ArgumentHelp("A body to send unchanged, or @FILE, which is read while being sent.", valueName: "data"))
    var dataBinary: String?

    @Option(
        name: [.customShort("u"), .customLong("user")],
        help: ArgumentHelp(
            "Name and password for URLs without their own. Others can see command lines; VIPERLINE_USER in the environment and --netrc are private.",
            valueName: "name:password"))
    var user: String?

    var isGiven: Bool {
        !headers.isEmpty || method != nil || head || !data.isEmpty || dataBinary != nil || user != nil
    }

    func validate() throws {
        if !data.isEmpty, dataBinary != nil {
            throw ValidationError("--data and --data-binary exclude each other.")
        }
        if head, !data.isEmpty || dataBinary != nil || method != nil {
            throw ValidationError("--head goes neither with a body nor with --request.")
        }
        if let user, !user.contains(":") {
            throw ValidationError("--user takes NAME:PASSWORD, or the environment has it in VIPERLINE_USER.")
        }
    }

    /// The template of every request.
    func template(timeout: Duration) throws -> RequestTemplate {
        var template = RequestTemplate(timeout: timeout)
        template.headers = try headers.flatMap { try Self.lines($0) }.map { try Self.header($0) }
        template.method = head ? "HEAD" : method
        if !data.isEmpty {
            let parts = try data.map { try $0.hasPrefix("@") ? Self.form($0) : Array($0.utf8) }
            template.body = .bytes(Array(parts.joined(separator: "&".utf8)))
            template.bodyType = "application/x-www-form-urlencoded"
        } else if let dataBinary {
            template.body = Self.body(dataBinary)
            template.bodyType = "application/x-www-form-urlencoded"
        }
        template.credentials = try credentials()
        return template
    }

    private func credentials() throws -> HTTPURL.Credentials? {
        guard let text = user ?? RoleEnvironment.variable("VIPERLINE_USER") else { return nil }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        // The text is a secret, so it is not quoted.
        guard parts.count == 2 else { throw FetcherRun.failure("read VIPERLINE_USER: it is not NAME:PASSWORD", .usage) }
        return HTTPURL.Credentials(user: parts[0], password: parts[1])
    }

    private static func body(_ text: String) -> RequestBody {
        text.hasPrefix("@") ? .file(String(text.dropFirst())) : .bytes(Array(text.utf8))
    }

    /// Like curl, without line ends.
    private static func form(_ text: String) throws -> [UInt8] {
        try content(text).filter { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
    }

    private static func lines(_ text: String) throws -> [String] {
        guard text.hasPrefix("@") else { return [text] }
        return try String(decoding: content(text), as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }

    /// - Parameter text: `@FILE`.
    private static func content(_ text: String) throws -> [UInt8] {
        let path = String(text.dropFirst())
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw FetcherRun.failure("read \(path): \(String(cString: strerror(errno)))", .usage)
        }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        do {
            while content.count <= longestFile {
                let count = try chunk.withUnsafeMutableBytes { try StandardStream.read(descriptor, into: $0) }
                guard count > 0 else { return content }
                content += chunk[..<count]
            }
        } catch {
            throw FetcherRun.failure("read \(path): \(error)", .usage)
        }
        throw FetcherRun.failure(
            "read \(path): it has more than \(longestFile) bytes; send it with --data-binary", .usage)
    }

    /// Of headers, or a form; such a file is held in memory.
    private static let longestFile = 64 << 20

    /// `Name: value`, or `Name;` for one without a value.
    private static func header(_ line: String) throws -> HTTPHeader {
        let colon = line.firstIndex(of: ":")
        let name = colon.map { line[..<$0] } ?? (line.hasSuffix(";") ? line.dropLast() : "")
        guard !name.isEmpty else {
            // It may hold a secret, so it is not quoted.
            throw FetcherRun.failure("read --header: it is not \"NAME: VALUE\"", .usage)
        }
        do throws(TransferError) {
            return try HTTPHeader(String(name), colon.map { String(line[$0...].dropFirst()) } ?? "")
        } catch {
            throw FetcherRun.failure("read --header: \(FetchError(error).cause)", .usage)
        }
    }
}
