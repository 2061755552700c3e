import Foundation
import TestSupport
import Testing

/// `viperline-nats join`, with real sessions and a real server.
@Suite struct JoinTests {
    /// Either join is killed again and again.
    @Test func `Each event arrives once, in order, whichever join is killed`() throws {
        let run = try JoinRun(server: NATSServer(), pauses: true)
        var next = 200
        var victims = 0
        var isPaused = true
        func killJoin() throws {
            victims += 1
            try run.killJoin(of: victims % 2 == 0 ? run.source : run.sink)
        }
        let arrives = try eventually {
            let heard = run.count
            if heard >= next, heard < run.total {
                next += 600
                try killJoin()
            } else if heard == run.total / 2, isPaused {
                // The lines may have come faster than we looked; here the source waits for us.
                isPaused = false
                try killJoin()
                try run.goOn()
            }
            return heard >= run.total
        }
        #expect(arrives, "\(run.errors)")
        expect(run.firstDeviation, equals: nil)
        #expect(victims > 1)
    }

    @Test func `Each event arrives once, in order, although the server is killed`() throws {
        let run = try JoinRun(server: NATSServer(), pauses: true)
        #expect(eventually { run.count > 500 }, "\(run.errors)")
        try run.server.restart()
        #expect(eventually { run.count == run.total / 2 }, "\(run.errors)")
        run.server.kill()
        try run.goOn()
        #expect(eventually { run.errors.contains("is gone") }, "\(run.errors)")
        try run.server.start()
        #expect(eventually { run.count >= run.total }, "\(run.errors)")
        expect(run.firstDeviation, equals: nil)
    }

    /// Regression: libnats threw away what looks like the server's word that nobody receives a request.
    @Test func `A message that looks like the server's stops nobody`() throws {
        let run = try JoinRun(server: NATSServer(), pauses: true)
        #expect(eventually { run.count == run.total / 2 }, "\(run.errors)")
        let client = RawClient(server: run.server, identity: .user("nobody", password: "x"))
        let poisons = [
            "vlj.s.one_net.two_net.out.told.number", "vlj.s.one_net.two_net.state.x", "vla.s.two_net.one_net",
            "vlp.s.one_net",
        ]
        try expect(client.allowed(poisons.map { "POISON \($0)" }).count, equals: poisons.count)
        try run.goOn()
        #expect(eventually { run.count >= run.total }, "\(run.errors)")
        expect(run.firstDeviation, equals: nil)
    }

    /// The source has more to say than is kept for one session.
    @Test func `A session whose machine has died holds the others up for a moment, and its lines are told`() throws {
        let run = try JoinRun(server: NATSServer(), total: 12_000, pauses: true)
        #expect(eventually { run.count == run.total / 2 }, "\(run.errors)")
        try run.loseSink()
        try run.goOn()
        #expect(eventually { run.errors.contains("waiting for two_net to catch up") }, "\(run.errors)")
        try run.startSink()
        #expect(eventually { run.errors.contains("lines for its predecessor lost") }, "\(run.errors)")
        #expect(eventually { run.heard.last == run.total }, "\(run.errors)")
    }

    @Test func `Nobody waits for a session that has ended`() throws {
        let run = try JoinRun(server: NATSServer(), total: 12_000, pauses: true)
        #expect(eventually { run.count == run.total / 2 }, "\(run.errors)")
        run.endSink()
        try run.goOn()
        #expect(eventually { run.isOver }, "\(run.errors)")
        expect(run.errors, lacks: "waiting for two_net")
    }

    /// The server's configuration is the one that the compose files lead to; only the keys are passwords, which need no tool.
    @Test func `A host can say and hear what its service may, and nothing else`() throws {
        let folder = try TemporaryFolder()
        for (name, said, heard) in [("one", "[out, state]", "[back]"), ("two", "[back]", "[out, state]")] {
            try folder.write(
                """
                name: \(name)
                services:
                  net: {command: [viperline-nats, join, s], receives: \(said), sends: \(heard)}
                  other: {command: [cat], receives: \(heard), sends: \(said)}
                """, to: "\(name).yaml")
        }
        let printed = try Command.run([
            Products.executable("viperline-nats"), "permissions", "\(folder.path)/one.yaml", "\(folder.path)/two.yaml",
        ])
        expect(printed.status, equals: 0, "\(printed.diagnostics)")
        let configuration = printed.output.split(separator: "\n").map { line in
            line.contains("nkey:") ? "user: \(line.contains(" one,") ? "one" : "two"), password: secret" : String(line)
        }
        let server = try NATSServer(configuration: configuration.joined(separator: "\n"))
        func environment(_ name: String) -> [String: String] { ["NATS_USER": name, "NATS_PASSWORD": "secret"] }
        let run = try JoinRun(server: server, environment: (environment("one"), environment("two")))
        #expect(eventually { run.count == run.total }, "\(run.errors)")
        expect(run.firstDeviation, equals: nil)
        expect(run.errors, lacks: "Permissions Violation")

        func refusals(_ user: String, _ commands: [String]) throws -> [Bool] {
            let client = RawClient(server: server, identity: .user(user, password: "secret"))
            return try client.say(commands).map { $0 == "refused" }
        }
        let forbidden = [
            "PUB vlp.s.one_net", "PUB vla.s.one_net.two_net", "PUB vlj.t.two_net.one_net.back.x",
            "PUB vlj.s.one_net.two_net.back.x", "PUB vlj.s.one_net.two_net.out.x", "PUB vlj.s.two_net.one_net.out.x",
            "PUB vlj.s.two_net.two_net.back.x", "PUB vlj.s.two_net.other.back.x", "PUB _INBOX.x", "PUB $JS.API.INFO",
            "SUB vlj.s.>", "SUB vlj.s.*.one_net.>", "SUB vla.s.>", "SUB vla.s.*.one_net", "SUB vlp.>", "SUB >",
            "SUB _INBOX.>", "SUB $JS.API.>",
        ]
        // The second host sends `back` alone, and receives the rest.
        let allowed = [
            "PUB vlj.s.two_net.one_net.back.x", "PUB vla.s.two_net.one_net", "PUB vlp.s.two_net", "SUB vlp.s.*",
            "SUB vlj.s.*.two_net.>", "SUB vla.s.*.two_net",
        ]
        try expect(refusals("two", forbidden), equals: forbidden.map { _ in true })
        try expect(refusals("two", allowed), equals: allowed.map { _ in false })
        try expect(
            refusals("one", ["PUB vlj.s.one_net.two_net.back.x", "PUB vlj.s.one_net.two_net.out.x"]),
            equals: [true, false])
    }

    /// Whatever a host announces that it takes, nobody may send it anything else.
    @Test(arguments: [
        (sends: "[out, state]", reads: "[out]", types: ["out", "out.>"]),
        ("[out.x]", "[out.x.y, out.x.z]", ["out.x.y", "out.x.y.>", "out.x.z", "out.x.z.>"]),
        ("[out.x, out.y]", "[out]", ["out.x", "out.x.>", "out.y", "out.y.>"]), ("[out]", "[other]", []),
    ])
    func `A host may send another one what both name`(row: (sends: String, reads: String, types: [String])) throws {
        let folder = try TemporaryFolder()
        for (name, receives, sends) in [("one", row.sends, "[back]"), ("two", "[back]", row.reads)] {
            try folder.write(
                """
                name: \(name)
                services:
                  net: {command: [viperline-nats, join, s], receives: \(receives), sends: \(sends)}
                  other: {command: [cat], receives: \(sends), sends: \(receives)}
                """, to: "\(name).yaml")
        }
        let printed = try Command.run([
            Products.executable("viperline-nats"), "permissions", "\(folder.path)/one.yaml", "\(folder.path)/two.yaml",
        ])
        expect(printed.status, equals: 0, "\(printed.diagnostics)")
        let subjects = printed.output.components(separatedBy: "\"").filter { $0.hasPrefix("vlj.s.one_net.") }
        expect(subjects, equals: row.types.map { "vlj.s.one_net.two_net.\($0)" })
    }
}
