import Foundation
import TestSupport
import Testing

/// Whole sessions over several hosts, by the files of protocols/nats.md: failures do not show in what the user sees.
@Suite(.enabled(if: TestNetwork.isPossible, "\(TestNetwork.reason)")) struct ElsewhereTests {
    private let network: TestNetwork

    init() throws { network = try TestNetwork(hosts: 4) }

    private func server(_ configuration: String = "") throws -> NATSServer {
        try NATSServer(on: network.hosts[0], configuration: configuration)
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
            files: ["far.yaml": try Walk.file("far.yaml")], on: host, server: server)
    }

    /// What the session prints, but for its messages about the server: those depend on how long the server is away.
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
            try require(
                eventually { Self.screen(of: session).hasPrefix(answer) },
                "\(command): \(session.screen)\(session.errors)")
            try disturbances[number]()
        }
        expect(session.process.wait(), equals: 0)
        expect(Self.screen(of: session), equals: wanted)
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

    /// As a reader of the document goes it, from an empty folder; meanwhile joins, a link and the server fail. With permissions, each host may do
    /// what they allow, and needs nothing else.
    @Test(arguments: ["From one machine to three", "Permissions"])
    func `The walk of the document to three machines`(heading: String) throws {
        let walk = try Walk(network, Identities())
        let blocks = try Walk.commands(heading)
        let last = try require(blocks.last)
        var server: HostedProcess?
        let isBefore = { (command: String) in !command.hasPrefix("nats-server") }
        for (host, command) in blocks.dropLast().joined() where heading == "Permissions" && isBefore(command) {
            let process = try walk.start(host, command)
            expect(process.process.wait(), equals: 0, "\(command): \(process.errors)")
        }
        func startServer() throws {
            let command = try require(blocks.joined().last { !isBefore($0.command) })
            let started = try walk.start(command.host, command.command)
            server = started
            #expect(eventually { started.errors.contains("Server is ready") }, "\(started.errors)")
        }
        try startServer()
        var parts: [String: HostedProcess] = [:]
        for (host, command) in last where isBefore(command) {
            parts[host] = try walk.start(host, command + Self.logging(command))
        }
        let (desk, office) = (try require(parts["desk"]), try require(parts["office"]))
        try perform(
            in: desk,
            [
                {
                    try desk.kill("far")
                    try office.kill("far")
                },
                {
                    try network.cut(walk.host("desk"))
                    try network.heal(walk.host("desk"))
                },
                {
                    server?.kill()
                    try startServer()
                },
            ])
        for (host, process) in parts {
            process.end()
            expect(process.errors, lacks: "Permissions Violation", "\(host): \(process.errors)")
        }
        server?.end()
    }

    private static func logging(_ command: String) -> String { command.contains("viperline run") ? " --log -" : "" }

    /// As a reader of the document goes it.
    @Test func `The walk of the document to two machines`() throws {
        let walk = try Walk(network, Identities())
        let processes = try Walk.commands("From one machine to three")[0].map { try walk.start($0.host, $0.command) }
        try perform(in: try require(processes.last), [])
        for process in processes { process.end() }
    }

    /// Regression: the screen waited for ever.
    @Test func `A request that no worker can answer is a failure on the screen`() throws {
        let server = try server()
        let worker = try HostedProcess(
            ["viperline-nats", "serve", "fetch", "--", "sh", "-c", "read line"], on: network.hosts[1], server: server)
        let session = try session(on: network.hosts[0], server)
        #expect(eventually { session.screen.contains("(Search apps)") }, "\(session.errors)")
        session.type("search music\n")
        let told = "5 attempts failed on a worker"
        #expect(eventually { session.screen.contains(told) }, "\(session.screen)\(session.errors)")
        worker.end()
    }

    @Test func theUserSeesWhatTheSessionWaitsFor() throws {
        let server = try server()
        let worker = try worker(on: network.hosts[1], server)
        let folder = try TemporaryFolder()
        try folder.write(try Walk.file("far.yaml"), to: "far.yaml")
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
        expect(listed.output, contains: "! ", "\(listed.output)")
        expect(listed.output, contains: network.hosts[0].address, "\(listed.output)")
        try server.start()
        try terminal.wait(for: "that it is back") { $0.contains("fetcher: ") && !$0.contains("gone") }
        try terminal.send("/")
        try terminal.type("chess")
        try terminal.send("Enter")
        try terminal.wait(for: "Chess by Candlelight")
        worker.end()
    }
}
