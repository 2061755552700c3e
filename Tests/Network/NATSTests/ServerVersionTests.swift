import Foundation
import TestSupport
import Testing

/// Programs with a server that is too old for joins.
@Suite(.enabled(if: NATSServer.Program.tooOld != nil, "needs Debian 12's nats-server")) struct ServerVersionTests {
    private let server: NATSServer

    init() throws { server = try NATSServer(program: NATSServer.Program.tooOld) }

    @Test(arguments: [["join", "s", "--receives", "a"], ["forget", "s", "one_far"]])
    func `A join refuses a server older than 2.10, and names its version`(words: [String]) throws {
        let process = try HostedProcess(["viperline-nats"] + words, server: server)
        expect(process.process.wait(), equals: 69)
        let address = server.url.dropFirst("nats://".count)
        for part in [
            "the server \(address) is nats-server 2.9.10, and this needs 2.10 or later: ", "one order",
            "Install a newer server there", "NATS_URL",
        ] {
            expect(process.errors, contains: part, "\(process.errors)")
        }
        expect(process.screen, lacks: "process.output.ready")
    }

    @Test func `A pool takes any server`() throws {
        let caller = try HostedProcess(
            ["viperline-nats", "call", "fetch", "--session", "c1"], server: server, ["VIPERLINE_SERVICE": "caller"])
        #expect(eventually { caller.screen.contains("process.output.ready") }, "\(caller.errors)")
        expect(caller.errors, lacks: "or later")
    }
}
