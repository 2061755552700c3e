import TestSupport
import Testing

/// Programs with an old server.
@Suite(.enabled(if: NATSServer.Program.debians != nil, "needs Debian 12's nats-server")) struct ServerVersionTests {
    private let server: NATSServer

    init() throws { server = try NATSServer(program: NATSServer.Program.debians) }

    @Test func `A join takes any server`() throws {
        let desk = try JoinPipe("desk", receives: ["out"], sends: ["back"], server)
        let office = try JoinPipe("office", receives: ["back"], sends: ["out"], server)
        #expect(eventually { desk.isReady && office.isReady }, "\(desk.errors)")
        desk.write("out.x.y", 1...100)
        #expect(eventually { office.numbers == Array(1...100) }, "\(office.errors)")
    }

    @Test func `A pool takes any server`() throws {
        let caller = try HostedProcess(
            ["viperline-nats", "call", "fetch", "--session", "c1"], server: server, ["VIPERLINE_SERVICE": "caller"])
        #expect(eventually { caller.screen.contains("process.output.ready") }, "\(caller.errors)")
    }
}
