import TestSupport
import Testing

/// Programs started with a closed standard stream (`<&-`), whose number the next descriptor would take.
@Suite struct ClosedStreamsTests {
    struct Row: Sendable, CustomStringConvertible {
        let program: String
        let arguments: [String]

        init(_ program: String, _ arguments: String...) {
            self.program = program
            self.arguments = arguments
        }

        var description: String { ([program] + arguments).joined(separator: " ") }
    }

    /// Each of these commands prints something and exits with 0.
    static let rows = [
        Row("viperline", "--help"), Row("viperline-fetcher", "--help"), Row("viperline-presenter", "--help"),
        Row("viperline-router", "--help"), Row("viperline-view", "--help"), Row("viperline-catalog", "--help"),
        Row("viperline-nats", "--help"),
        Row("viperline-fetcher", "lookup", "trafficlight", "Red"), Row("viperline-router"),
        Row("viperline-fetcher", "get", "@/bytes/1"),
    ]

    private func run(_ row: Row, _ redirections: String) throws -> Command.Result {
        let base = try Upstream.shared.get().base
        return try Command.run(
            ["timeout", "30", "sh", "-c", #"exec "$0" "$@" \#(redirections)"#, Products.executable(row.program)]
                + row.arguments.map { $0.replacing("@", with: base) })
    }

    @Test(arguments: rows)
    func aClosedInputIsAnEmptyOne(_ row: Row) throws {
        let result = try run(row, "<&-")
        expect(result.status, equals: 0)
        #expect(!result.output.isEmpty)
        #expect(result.diagnostics.isEmpty)
    }

    /// The exit code reports lost output.
    @Test(arguments: rows, [">&-", "<&- >&-", ">/dev/full", ">&- 2>&-"])
    func aLostOutputIsNoSuccess(_ row: Row, _ redirections: String) throws {
        let result = try run(row, redirections)
        expect(result.status, equals: 69)
        expect(result.diagnostics.isEmpty, equals: redirections.contains("2>&-"), "it says why")
    }

    @Test(arguments: rows)
    func aClosedStderrTakesNothingFromTheOutput(_ row: Row) throws {
        let result = try run(row, "2>&-")
        expect(result.status, equals: 0)
        // The lines, since what a server answers and how long it took differ from run to run.
        expect(result.lines.count, equals: (try run(row, "").lines.count))
    }

    /// The bus keeps its own descriptors apart from the session's streams.
    @Test(arguments: ["<&-", "<&- 2>&-"])
    func aSessionWithAClosedInputEnds(_ redirections: String) throws {
        let result = try run(Row("viperline", "run", Checkout.path("compose/greeting.yaml")), redirections)
        expect(result.status, equals: 0)
        expect(result.output, contains: "Greeting")
    }

    /// Regression: a session with a full disk ended with 69 and told the reason only to its log.
    @Test(arguments: [(">&-", "the stream is closed"), (">/dev/full", "the disk is full; make room, and run it again")])
    func aSessionWhoseOutputIsLostTellsWhy(_ redirections: String, _ reason: String) throws {
        let result = try run(Row("viperline", "run", Checkout.path("compose/greeting.yaml")), redirections)
        expect(result.status, equals: 69)
        expect(result.diagnostics, contains: "viperline-view: write what the session shows: \(reason)\n")
    }

    /// `nohup` in a terminal gives a program an input that it cannot read. Regression: the message was that of a lost output.
    @Test(arguments: [("</", "Is a directory"), ("0>/dev/null", "the stream is closed")])
    func aSessionWhoseCommandsCannotBeReadTellsWhy(_ redirections: String, _ reason: String) throws {
        let result = try run(Row("viperline", "run", Checkout.path("compose/greeting.yaml")), redirections)
        expect(result.status, equals: 69)
        expect(result.diagnostics, contains: "viperline-view: read the commands: \(reason)\n")
    }

    @Test func whoeverReadsTheHelpMayLeave() throws {
        let program = Products.executable("viperline-fetcher")
        let result = try Command.run(["bash", "-c", "\(program) --help | true; exit ${PIPESTATUS[0]}"])
        expect([0, 141], contains: result.status)
        #expect(result.diagnostics.isEmpty)
    }
}
