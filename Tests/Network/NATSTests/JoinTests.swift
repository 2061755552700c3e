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

    /// Its supervisor is killed, and what was said meanwhile waits for the next session of the name.
    @Test func `A session that is started again goes on where the killed one was`() throws {
        let run = try JoinRun(server: NATSServer(), pauses: true)
        let half = run.total / 2
        #expect(eventually { run.count == half }, "\(run.errors)")
        #expect(eventually { ((try? run.record()) ?? "").contains(":\(half)") }, "it has told the server")
        run.killSink()
        try run.goOn()
        try run.startSink()
        #expect(eventually { run.count >= run.total }, "\(run.errors)")
        expect(run.firstDeviation, equals: nil)
    }

    /// Regression: libnats threw away what looks like the server's word that nobody hears a request, so the stream's reader made
    /// another consumer for ever, and one that came late thought that there was no JetStream.
    @Test func `A message that looks like the server's stops nobody`() throws {
        let run = try JoinRun(server: NATSServer(), pauses: true)
        let half = run.total / 2
        #expect(eventually { run.count == half }, "\(run.errors)")
        #expect(eventually { ((try? run.record()) ?? "").contains(":\(half)") }, "it has told the server")
        run.killSink()
        let client = RawClient(server: run.server, identity: .user("nobody", password: "x"))
        let poisons = [
            "vlj.s.one_net.out.told.number", "vlj.s.one_net.state.x", "vls.s.one_net.state.x.k", "vla.s.nobody",
            "vlp.s.one_net", "vld.s.one_net.out.x",
        ]
        try expect(client.allowed(poisons.map { "POISON \($0)" }).count, equals: poisons.count)
        try run.goOn()
        try run.startSink()
        #expect(eventually { run.count >= run.total }, "\(run.errors)")
        expect(run.firstDeviation, equals: nil)
    }

    /// The source has more to say than fits between two sessions.
    @Test func `A session that died is waited for until somebody says that it is to be forgotten`() throws {
        let run = try JoinRun(server: NATSServer(), total: 9000, pauses: true)
        let half = run.total / 2
        #expect(eventually { run.count == half }, "\(run.errors)")
        #expect(eventually { ((try? run.record()) ?? "").contains(":\(half)") }, "\(run.errors)")
        run.killSink()
        try run.goOn()
        #expect(eventually { run.errors.contains("waiting for two_net to catch up") }, "\(run.errors)")
        #expect(try run.stored() < run.total)
        func forget(_ name: String) throws -> Command.Result {
            try Command.run(
                [Products.executable("viperline-nats"), "forget", "s", name], environment: ["NATS_URL": run.server.url])
        }
        let mistaken = try forget("two")
        expect(mistaken.status == 69 && mistaken.diagnostics.contains("no join of that name"))
        let forgotten = try forget("two_net")
        expect(forgotten.status == 0 && forgotten.output == "s: the others no longer wait for two_net\n")
        #expect(try eventually { try run.stored() == run.total }, "\(run.errors)")
    }

    @Test func `Nobody waits for a session that has ended`() throws {
        let run = try JoinRun(server: NATSServer(), total: 9000, pauses: true)
        #expect(eventually { run.count == run.total / 2 }, "\(run.errors)")
        run.endSink()
        try run.goOn()
        #expect(try eventually { try run.stored() == run.total }, "\(run.errors)")
        try expect(run.record(), contains: #""left":true"#)
        // It has missed nothing, since the server still has all of it.
        try run.startSink()
        #expect(eventually { run.count >= run.total }, "\(run.errors)")
        expect(run.firstDeviation, equals: nil)
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
        // While a stream is not there, a host tries to make it.
        let refused = run.errors.split(separator: "\n").filter {
            $0.contains("Permissions Violation") && !$0.contains("$JS.API.STREAM.CREATE.")
        }
        expect(refused, equals: [])

        func refusals(_ user: String, _ commands: [String]) throws -> [Bool] {
            let client = RawClient(server: server, identity: .user(user, password: "secret"))
            return try client.say(commands).map { $0 == "refused" }
        }
        let (stream, other) = ("VL_s=two_net", "VL_s=one_net")
        let forbidden =
            [
                "PUB vls.s.two_net.state.x.k", "PUB vlp.s.one_net", "PUB vla.s.one_net", "PUB vlj.t.two_net.back.x",
                "PUB vlj.s.one_net.back.x", "PUB vlj.s.one_net.out.x", "PUB _INBOX.vl.s.one_net.x",
                "PUB vld.s.one_net.back.x",
                "PUB $JS.API.CONSUMER.CREATE.\(stream).x", "PUB $JS.API.CONSUMER.CREATE.\(stream).x.vlj.s.two_net.>",
                "PUB $JS.API.CONSUMER.CREATE.\(other).x.vlj.s.one_net.>",
                "PUB $JS.API.CONSUMER.DURABLE.CREATE.\(other).x",
                "PUB $JS.API.CONSUMER.MSG.NEXT.\(stream).x", "PUB $JS.ACK.\(stream).x.1.1.1.1.0",
            ]
            + [stream, other].flatMap { stream in
                ["STREAM.MSG.GET", "STREAM.PURGE", "STREAM.DELETE", "STREAM.UPDATE", "STREAM.CREATE"].map {
                    "PUB $JS.API.\($0).\(stream)"
                }
            }
            + [
                "PUB $JS.API.DIRECT.GET.\(other)", "SUB vlj.s.>", "SUB vlj.s.one_net.>", "SUB vld.s.one_net.>", "SUB >",
                "SUB _INBOX.>", "SUB _INBOX.vl.s.one_net.>", "SUB $JS.API.>",
            ]
        // The second host says `back` alone, and hears the rest.
        let allowed = [
            "PUB vlj.s.two_net.back.x", "PUB vld.s.one_net.out.x", "PUB $JS.API.CONSUMER.CREATE.\(other).x",
            "PUB $JS.API.CONSUMER.MSG.NEXT.\(other).x", "SUB vlp.s.*", "SUB _INBOX.vl.s.two_net.>",
            "SUB vld.s.two_net.>",
        ]
        try expect(refusals("two", forbidden), equals: forbidden.map { _ in true })
        try expect(refusals("two", allowed), equals: allowed.map { _ in false })
        try expect(
            refusals(
                "one",
                [
                    "PUB vlj.s.one_net.back.x", "PUB $JS.API.CONSUMER.CREATE.\(stream).x",
                    "PUB $JS.API.CONSUMER.CREATE.\(stream).x.vlj.s.two_net.back.>", "PUB vlj.s.one_net.out.x",
                ]), equals: [true, true, false, false])
    }

    /// The server can bind a consumer to one filter, and no more.
    @Test(arguments: [
        (sends: "[out, state]", reads: "[out, state]", isPrinted: true), ("[out, state, key]", "[out]", true),
        ("[out, state, key]", "[out, state]", false), ("[out.x, out.y]", "[out]", true),
        ("[out.x]", "[out.x.y, out.x.z]", false),
    ])
    func `A type that would reach a host that does not read it is refused`(
        row: (sends: String, reads: String, isPrinted: Bool)
    ) throws {
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
        expect(printed.status, equals: (row.isPrinted ? 0 : 64), "\(printed.diagnostics)")
        #expect(printed.diagnostics.contains("two_net could read") != row.isPrinted)
    }
}
