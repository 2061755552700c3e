import Foundation
import TestSupport
import Testing

/// Whole sessions over several hosts, by the files of protocols/nats.md: what fails does not show in what the person sees.
@Suite(.enabled(if: TestNetwork.isPossible, "\(TestNetwork.reason)")) struct ElsewhereTests {
    private let network: TestNetwork
    private let server: NATSServer

    init() throws {
        network = try TestNetwork(hosts: 3)
        server = try NATSServer(on: network.hosts[0])
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

    private func worker(on host: TestNetwork.Host) throws -> HostedProcess {
        try HostedProcess(
            ["viperline-nats", "serve", "fetch", "--", "viperline-catalog", "--", "viperline-fetcher"], on: host,
            server: server)
    }

    private func session(on host: TestNetwork.Host) throws -> HostedProcess {
        try HostedProcess(
            ["viperline", "run", Checkout.path("compose/itunes.yaml"), "-f", "@/far.yaml"],
            files: ["far.yaml": try Self.file("far.yaml")], on: host, server: server)
    }

    private func part(_ name: String, on host: TestNetwork.Host) throws -> HostedProcess {
        try HostedProcess(
            ["viperline", "run", "@/\(name)"], files: [name: try Self.file(name)], on: host, server: server)
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
                eventually { session.screen.hasPrefix(answer) }, "\(command): \(session.screen)\(session.errors)")
            try disturbances[number]()
        }
        #expect(session.process.wait() == 0)
        #expect(session.screen == wanted)
    }

    @Test func aPoolOnTwoHostsLosesWorkersAndTheCaller() throws {
        let workers = try network.hosts[1...].map(worker)
        let session = try session(on: network.hosts[0])
        try perform(
            in: session,
            [
                { workers[0].kill() },
                { try session.kill("fetcher") },
                { try server.restart() },
            ])
    }

    @Test func aViewHereUsesAPresenterThere() throws {
        let worker = try worker(on: network.hosts[1])
        let office = try part("office.yaml", on: network.hosts[1])
        let desk = try part("desk.yaml", on: network.hosts[2])
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
    }

    @Test func thePersonSeesWhatTheSessionWaitsFor() throws {
        let worker = try worker(on: network.hosts[1])
        let folder = try TemporaryFolder()
        try folder.write(try Self.file("far.yaml"), to: "far.yaml")
        let command = HostedProcess.command(
            ["viperline", "run", Checkout.path("compose/itunes.yaml"), "-f", "@/far.yaml"], in: folder,
            on: network.hosts[2])
        let environment = HostedProcess.environment(in: folder, server)
        let terminal = try Tmux(Command.line(command), columns: 120, environment: environment)
        try terminal.wait(for: "Search apps")
        server.kill()
        try terminal.wait(for: "fetcher: ")
        let listed = try Command.run([Products.executable("viperline"), "ps"], environment: environment)
        #expect(listed.output.contains("! "), "\(listed.output)")
        #expect(listed.output.contains(network.hosts[0].address), "\(listed.output)")
        try server.start()
        try terminal.wait(for: "that it is back") { $0.contains("fetcher: ") && !$0.contains("gone") }
        try terminal.searchApps("music")
        worker.end()
    }
}
