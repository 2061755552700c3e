import Fetcher
import Foundation
import InteractorMessages
import TestSupport
import Testing
import Wire

/// viperline-fetcher as a process, against a real server.
@Suite struct ProgramTests {
    private let program: FetcherProgram

    init() throws { program = try FetcherProgram() }

    private var upstream: Upstream { program.upstream }

    private func run(
        _ arguments: [String] = [], input: String = "", environment: [String: String] = [:]
    ) throws -> Command.Result {
        try program.run(arguments, input: input, environment: environment)
    }

    private func get(_ id: String, _ path: String) -> String {
        #"{"type":"interactor.input.get","id":"\#(id)","data":{"url":"\#(upstream.url(path))"}}"#
    }

    private func search(_ term: String) -> String {
        #"{"type":"interactor.input.search","data":{"source":"itunes.apps","term":"\#(term)","limit":2}}"#
    }

    private func events(_ result: Command.Result) throws -> [Event] { try result.lines.map { try Event(line: $0) } }

    @Test func servesAPipeline() throws {
        let result = try run(input: "\(search("music"))\nno JSON\n\(get("g1", "/status/404"))\n\(search("limited"))")
        expect(result.status, equals: 0)
        #expect(result.diagnostics.isEmpty)
        let kinds = try events(result).map { event in
            try? event.decode(InteractorOutput.Failed.self).kind
        }
        expect(Set(kinds), equals: [nil, .http, .rateLimited])
        let refused = try events(result).first { $0.type == ProcessOutput.Refused.type }
        try expect(
            refused?.decode(ProcessOutput.Refused.self),
            equals: ProcessOutput.Refused(reason: "not a JSON object", line: "no JSON"))
        let found = try events(result).first { $0.type == InteractorOutput.found }
        let items = try require(found).decode(InteractorOutput.Found<App>.self).items
        expect(items.map(\.name), equals: ["music 1", "music 2"])
    }

    @Test func finishesWhatIsUnderWayAtTheEndOfInput() throws {
        // The server answers only when both requests have arrived, and they arrive only after the end of input.
        let result = try run(input: "\(get("a", "/together/2/end"))\n\(get("b", "/together/2/end"))")
        expect(result.status, equals: 0)
        expect(Set(try events(result).map(\.causationID)), equals: ["a", "b"])
    }

    @Test func answersAThousandRequestsOnceEach() throws {
        let ids = (1...1000).map { "r\($0)" }
        let result = try run(input: ids.map { get($0, "/bytes/10") }.joined(separator: "\n"))
        expect(result.status, equals: 0)
        try expect(events(result).compactMap(\.causationID).sorted(), equals: ids.sorted())
        #expect(try events(result).allSatisfy { $0.type == InteractorOutput.Got.type })
    }

    @Test func answersWhileItsInputIsOpen() throws {
        let program = try LiveProgram()
        program.send(get("stalled", "/stall"))
        program.send(get("quick", "/bytes/1"))
        try expect(Event(line: program.receive()).causationID, equals: "quick")
        program.send(#"{"type":"interactor.input.cancel","data":{"id":"stalled"}}"#)
        let cancelled = try Event(line: program.receive())
        expect(cancelled.causationID, equals: "stalled")
        try expect(cancelled.decode(InteractorOutput.Failed.self).kind, equals: .cancelled)
        try expect(program.end(), equals: 0)
    }

    /// libcurl begins with a pair of sockets, and takes longer for its start than a local source for an answer.
    @Test func libcurlStartsWithTheFirstTransfer() throws {
        let program = try LiveProgram()
        program.send(#"{"type":"interactor.input.lookup","data":{"source":"trafficlight","id":"Red"}}"#)
        expect(program.receive(), contains: InteractorOutput.found)
        // Sockets that the program has from the tests.
        let inherited = program.sockets
        program.send(get("first", "/bytes/1"))
        expect(program.receive(), contains: InteractorOutput.Got.type)
        // The pair; and perhaps the connection, which the server may have closed.
        #expect(program.sockets >= inherited + 2)
        try expect(program.end(), equals: 0)
    }

    @Test func worksWhileItsAnswersAreNotRead() throws {
        let program = try LiveProgram()
        // More than a pipe holds: once the first byte has arrived, the rest is waiting.
        program.send(get("large", "/bytes/500000"))
        let first = program.receiveByte()
        program.send(get("next", "/redirect-to?url=/together/2/unread"))
        // The server answers only when the program's request has arrived too.
        let other = try run(["get", upstream.url("/together/2/unread"), "--items"])
        expect(other.status, equals: 0)
        let answers = try [first + program.receive(), program.receive()].map { try Event(line: $0) }
        expect(answers.map(\.causationID), equals: ["large", "next"])
        try expect(program.end(), equals: 0)
    }

    @Test func passesOverALineThatIsTooLong() throws {
        let long = String(repeating: "x", count: LineBuffer.standardLimit + 1)
        let result = try run(input: "\(long)\n\(get("g1", "/bytes/1"))\n")
        let answers = try events(result)
        try require(answers.count == 2)
        expect(answers[0].type, equals: ProcessOutput.Refused.type)
        expect(answers[1].causationID, equals: "g1")
    }

    @Test func theReaderMayLeave() throws {
        let urls = (1...100).map { upstream.url("/bytes/\(10_000 + $0)") }.joined(separator: " ")
        let script = "\(FetcherProgram.path) get \(urls) | head -1 | wc -l; echo ${PIPESTATUS[0]}"
        let result = try Command.run(["bash", "-c", script])
        expect(result.lines, equals: ["1", "141"])
        #expect(result.diagnostics.isEmpty)
    }

    /// Configured URLs are trusted. URLs from upstream are not: neither after a redirect nor on an open connection.
    @Test func aConfiguredBaseMayBeLocalWhereOnlyPublicAddressesAreAsked() throws {
        let lines = [search("music"), get("g1", "/itunes/search?term=music"), search("music")]
        let result = try run(
            ["--ordered", "--parallel", "1"], input: lines.joined(separator: "\n"),
            environment: ["VIPERLINE_PUBLIC_ONLY": "1"])
        let kinds = try events(result).map { try? $0.decode(InteractorOutput.Failed.self).kind }
        expect(kinds, equals: [nil, .local, nil])
        let again = try run(["--ordered"], input: lines[1], environment: ["VIPERLINE_PUBLIC_ONLY": "1"])
        expect(again.output, contains: "not on the public internet")
        let away = try run(["list", "youtube.playlist", "to-port", "--public-only", "--items"])
        expect(away.diagnostics, contains: "not on the public internet")
    }

    @Test func reachesAHostOnAUnixSocket() throws {
        let folder = try TemporaryFolder()
        let socket = folder.path + "/s"
        let local = try Upstream(socket: socket)
        let result = try run(
            ["search", "itunes.apps", "music", "--limit", "1", "--items"],
            environment: [
                "ITUNES_BASE_URL": local.url("/itunes"), "VIPERLINE_UNIX_HOSTS": "upstream.invalid=\(socket)",
            ])
        expect(result.status, equals: 0)
        expect(result.output, contains: #""name":"music 1""#)
    }
}

/// The same request as arguments.
extension ProgramTests {
    struct Row: Sendable {
        let arguments: [String]
        let status: Int32
        /// Number of lines on stdout with --items.
        let items: Int
        /// Number of lines on stdout as events, and on stderr with --items.
        let failures: Int
        /// Number of ids that there are not, each a line on stderr with --items.
        var missing = 0
    }

    static let rows = [
        Row(arguments: ["search", "itunes.apps", "two", "words", "--limit", "3"], status: 0, items: 3, failures: 0),
        Row(arguments: ["lookup", "itunes.apps", "1", "2", "404"], status: 0, items: 2, failures: 0, missing: 1),
        Row(arguments: ["get", "/bytes/1", "/redirect/1"], status: 0, items: 2, failures: 0),
        Row(arguments: ["search", "itunes.apps", " "], status: 64, items: 0, failures: 1),
        Row(arguments: ["search", "nowhere", "x"], status: 64, items: 0, failures: 1),
        Row(arguments: ["get", "/status/500", "file:///x"], status: 64, items: 0, failures: 2),
        Row(arguments: ["search", "itunes.apps", "limited"], status: 75, items: 0, failures: 1),
        Row(arguments: ["get", "/status/503", "/bytes/1"], status: 75, items: 1, failures: 1),
        Row(arguments: ["get", "/stall", "--timeout", "0.3"], status: 75, items: 0, failures: 1),
        Row(arguments: ["get", "/status/503", "/status/404", "--parallel", "1"], status: 69, items: 0, failures: 2),
        Row(arguments: ["search", "itunes.apps", "prose"], status: 69, items: 0, failures: 1),
        Row(arguments: ["search", "itunes.songs", "love", "--limit", "2"], status: 0, items: 2, failures: 0),
        Row(arguments: ["search", "github.repositories", "swift", "--limit", "4"], status: 0, items: 4, failures: 0),
        Row(
            arguments: ["search", "github.repositories", "swift", "--limit", "4", "--pages", "2"], status: 0, items: 8,
            failures: 0),
        Row(
            arguments: ["search", "github.repositories", "swift", "--limit", "4", "--pages", "9"], status: 0, items: 12,
            failures: 0),
        Row(
            arguments: ["search", "github.repositories", "swift", "--limit", "4", "--sort", "stars", "--descending"],
            status: 0, items: 4, failures: 0),
        Row(
            arguments: ["search", "github.repositories", "swift", "--sort", "name"], status: 64, items: 0, failures: 1),
        Row(
            arguments: ["search", "github.repositories", "limited", "--pages", "3"], status: 75, items: 0, failures: 1),
        Row(arguments: ["search", "github.repositories", "wrong"], status: 64, items: 0, failures: 1),
        Row(arguments: ["list", "youtube.playlist", "PL"], status: 0, items: 1, failures: 0),
        Row(arguments: ["list", "youtube.playlist", "PL", "--pages", "9"], status: 0, items: 3, failures: 0),
        Row(arguments: ["list", "youtube.playlist"], status: 64, items: 0, failures: 1),
        Row(arguments: ["list", "youtube.playlist", "echo-keyInvalid"], status: 69, items: 0, failures: 1),
        Row(arguments: ["lookup", "youtube.playlist", "v1"], status: 0, items: 1, failures: 0),
        Row(
            arguments: ["lookup", "trafficlight", "Red", "Blue", "Green"], status: 0, items: 2, failures: 0, missing: 1),
        Row(arguments: ["list", "greeting"], status: 0, items: 1, failures: 0),
    ]

    @Test(arguments: rows)
    func byArguments(_ row: Row) throws {
        let arguments = row.arguments.map { $0.hasPrefix("/") ? upstream.url($0) : $0 }
        let asItems = try run(arguments + ["--items"])
        expect(asItems.status, equals: row.status)
        expect(asItems.lines.count, equals: row.items)
        let diagnostics = asItems.diagnostics.split(separator: "\n")
        expect(diagnostics.count, equals: row.failures + row.missing)
        expect(diagnostics.count { $0.hasSuffix(": there is no such item") }, equals: row.missing)
        #expect(diagnostics.allSatisfy { $0.hasPrefix("viperline-fetcher: ") })

        let asEvents = try run(arguments)
        expect(asEvents.status, equals: row.status)
        #expect(asEvents.diagnostics.isEmpty)
        let failed = try events(asEvents).filter { $0.type == InteractorOutput.Failed.type }
        expect(failed.count, equals: row.failures)
    }

    @Test func aRepeatedCursorEndsThePagesWithAWord() throws {
        let result = try run(["list", "youtube.playlist", "circle", "--pages", "9", "--items"])
        expect(result.status, equals: 69)
        expect(result.lines.count, equals: 2)
        expect(result.diagnostics, contains: "repeated a cursor")
        expect(result.diagnostics.split(separator: "\n").count, equals: 1)
    }

    @Test func aLineThatIsNotAnEventIsReportedOnStderrToo() throws {
        let result = try run(["--items"], input: "no JSON\u{1B}[2J\n")
        #expect(result.output.isEmpty)
        expect(result.diagnostics, equals: "viperline-fetcher: read a line: not a JSON object: \"no JSON\\u{1B}[2J\"\n")
    }

    @Test func whatIsPrintedCannotSteerATerminal() throws {
        let result = try run(["search", "nowhere", "a\u{1B}]0;b\u{7}\u{9B}\u{202E}c\nd", "--items"])
        expect(result.diagnostics.split(separator: "\n").count, equals: 1)
        let unsafe = result.diagnostics.unicodeScalars.filter {
            $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
        }
        expect(unsafe.count, equals: 1, "only the newline at the end")
    }

    @Test(arguments: [
        ["--parallel", "0"], ["--timeout", "0"], ["--timeout", "soon"], ["get"], ["search", "itunes.apps"], ["fetch"],
        ["search", "itunes.apps", "x", "--limit", "many"], ["list"], ["list", "greeting", "--pages", "0"],
    ])
    func refusesAWrongCommandLine(_ arguments: [String]) throws {
        let result = try run(arguments)
        expect(result.status, equals: 64)
        #expect(result.output.isEmpty)
    }

    @Test(arguments: [[], ["search"], ["list"], ["lookup"], ["get"]])
    func hasHelpWithAnExample(_ arguments: [String]) throws {
        let result = try run(arguments + ["--help"])
        expect(result.status, equals: 0)
        expect(result.output, contains: "viperline-fetcher \(arguments.first ?? "search") ")
    }

    @Test func theHelpNamesEverySourceWithWhatItHas() throws {
        let lines = try run(["--help"]).lines
        for source in try FetcherEnvironment(variable: { _ in nil }).sources {
            let line = lines.first { $0.split(separator: " ").first == source.name[...] } ?? ""
            expect(line, contains: source.actions.map(\.rawValue).joined(separator: ", "))
            #expect(line.hasSuffix(source.variables.joined(separator: ", ")))
        }
    }

    @Test func theHelpNamesEveryField() throws {
        let words = Set(try run(["--help"]).output.split { !$0.isLetter }.map(String.init))
        expect(ResponseField.allCases.map(\.rawValue).filter { !words.contains($0) }, equals: [])
    }

    @Test func refusesAnEnvironmentThatCannotBe() throws {
        let result = try run(environment: ["VIPERLINE_UNIX_HOSTS": "nonsense"])
        expect(result.status, equals: 64)
        expect(
            result.diagnostics, equals: "viperline-fetcher: read VIPERLINE_UNIX_HOSTS: \"nonsense\" is not HOST=/PATH\n"
        )
    }
}
