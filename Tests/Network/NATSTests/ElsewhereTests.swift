import Foundation
import TestSupport
import Testing

/// Whole sessions over several hosts, by the files of protocols/nats.md: failures do not show in what the user sees.
@Suite(.enabled(if: TestNetwork.isPossible, "\(TestNetwork.reason)")) struct ElsewhereTests {
    private let network: TestNetwork

    init() throws { network = try TestNetwork(hosts: 3) }

    private func server(_ configuration: String = "") throws -> NATSServer {
        try NATSServer(on: network.hosts[0], configuration: configuration)
    }

    /// A compose file of the document, which its first line names.
    private static func file(_ name: String) throws -> String {
        let text = try String(contentsOfFile: Checkout.path("protocols/nats.md"), encoding: .utf8)
        let blocks = text.components(separatedBy: "```yaml\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        return try #require(blocks.first { $0.hasPrefix("# \(name)\n") })
    }

    private static let commands = ["search music\n", "select 1\n", "back\n", "search chess\n", "quit\n"]

    /// What the same commands print in a session on one machine.
    private static let undisturbed = Result { try AppSession("itunes").run(commands.joined()).output }

    private func worker(
        on host: TestNetwork.Host, _ server: NATSServer, _ variables: [String: String] = [:]
    ) throws -> HostedProcess {
        try HostedProcess(
            ["viperline-nats", "serve", "fetch", "--", "viperline-catalog", "--", "viperline-fetcher"], on: host,
            server: server, variables)
    }

    private func session(on host: TestNetwork.Host, _ server: NATSServer) throws -> HostedProcess {
        try HostedProcess(
            ["viperline", "run", Checkout.path("compose/itunes.yaml"), "-f", "@/far.yaml"],
            files: ["far.yaml": try Self.file("far.yaml")], on: host, server: server)
    }

    private func part(
        _ name: String, on host: TestNetwork.Host, _ server: NATSServer, _ variables: [String: String]
    ) throws -> HostedProcess {
        try HostedProcess(
            ["viperline", "run", "@/\(name)", "--log", "-"], files: [name: try Self.file(name)], on: host,
            server: server, variables)
    }

    /// A folder with `users.conf`, as the document makes it for its three machines.
    private func permissions(_ identities: Identities) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in ["desk.yaml", "office.yaml"] { try folder.write(try Self.file(name), to: name) }
        let printed = try Command.run(
            [
                Products.executable("viperline-nats"), "permissions", "desk.yaml", "office.yaml", "--serve",
                "fetch=worker", "--users-only",
            ]
                + identities.options(["desk": "one", "office": "two", "worker": "worker"]), folder: folder.path)
        #expect(printed.status == 0, "\(printed.diagnostics)")
        try folder.write(printed.output, to: "users.conf")
        return folder
    }

    /// What the session prints, but for what it says about the server: that depends on how long the server is away.
    private static func screen(of session: HostedProcess) -> String {
        session.screen.components(separatedBy: "\n")
            .filter { !["! far: ", "* far: ", "! fetcher: ", "* fetcher: "].contains(where: $0.hasPrefix) }
            .joined(separator: "\n")
    }

    /// Types the commands; each disturbance follows the answer to its command.
    private func perform(in session: HostedProcess, _ disturbances: [() throws -> Void]) throws {
        let wanted = try Self.undisturbed.get()
        let answers = wanted.components(separatedBy: "\n> ")
        #expect(eventually { session.screen.contains("(Search apps)") }, "\(session.errors)")
        for (number, command) in Self.commands.enumerated() {
            session.type(command)
            guard number < disturbances.count else { continue }
            let answer = answers.prefix(number + 2).joined(separator: "\n> ")
            try #require(
                eventually { Self.screen(of: session).hasPrefix(answer) },
                "\(command): \(session.screen)\(session.errors)")
            try disturbances[number]()
        }
        #expect(session.process.wait() == 0)
        #expect(Self.screen(of: session) == wanted)
    }

    @Test func aPoolOnTwoHostsLosesWorkersAndTheCaller() throws {
        let server = try server()
        let workers = try network.hosts[1...].map { try worker(on: $0, server) }
        let session = try session(on: network.hosts[0], server)
        try perform(
            in: session,
            [
                { workers[0].kill() },
                { try session.kill("fetcher") },
                { try server.restart() },
            ])
    }

    /// Each host may do what the document's permissions allow, and no more.
    @Test func aViewHereUsesAPresenterThere() throws {
        let identities = try Identities()
        let folder = try permissions(identities)
        let server = try server("include ../\(folder.url.lastPathComponent)/users.conf")
        func key(_ name: String) -> [String: String] { ["NATS_NKEY": identities.path(name + ".seed")] }
        let worker = try worker(
            on: network.hosts[1], server, key("worker"))
        let own = ["VIPERLINE_NATS_SESSION": "office"]
        let office = try part("office.yaml", on: network.hosts[1], server, key("two").merging(own) { $1 })
        let desk = try part("desk.yaml", on: network.hosts[2], server, key("one"))
        try perform(
            in: desk,
            [
                {
                    try desk.kill("far")
                    try office.kill("far")
                },
                {
                    try network.cut(network.hosts[2])
                    try network.heal(network.hosts[2])
                },
                { try server.restart() },
            ])
        office.end()
        worker.end()
        for process in [desk, office, worker] {
            // While a stream is not there, a host tries to make it.
            let refusals = process.errors.split(separator: "\n").filter {
                $0.contains("Permissions Violation") && !$0.contains("$JS.API.STREAM.CREATE.")
            }
            #expect(refusals == [])
        }
    }

    @Test func theUserSeesWhatTheSessionWaitsFor() throws {
        let server = try server()
        let worker = try worker(on: network.hosts[1], server)
        let folder = try TemporaryFolder()
        try folder.write(try Self.file("far.yaml"), to: "far.yaml")
        let command = HostedProcess.command(
            ["viperline", "run", Checkout.path("compose/itunes.yaml"), "-f", "@/far.yaml"], in: folder,
            on: network.hosts[2])
        let environment = HostedProcess.environment(in: folder, server)
        let terminal = try Tmux(Command.line(command), columns: 120, environment: environment)
        // A reply proves that the session has reached the server; before that, it would not know which one is gone.
        try terminal.searchApps("music")
        server.kill()
        try terminal.wait(for: "fetcher: ")
        let listed = try Command.run([Products.executable("viperline"), "ps"], environment: environment)
        #expect(listed.output.contains("! "), "\(listed.output)")
        #expect(listed.output.contains(network.hosts[0].address), "\(listed.output)")
        try server.start()
        try terminal.wait(for: "that it is back") { $0.contains("fetcher: ") && !$0.contains("gone") }
        try terminal.send("/")
        try terminal.type("chess")
        try terminal.send("Enter")
        try terminal.wait(for: "Chess by Candlelight")
        worker.end()
    }
}
