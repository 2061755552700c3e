import Foundation
import TestSupport
import Testing

/// `viperline-nats permissions`, with a server that has the printed configuration, and NKeys.
@Suite(.serialized) struct PermissionsTests {
    private static func compose(
        _ command: String, receives: String = "[in]", sends: String = "[out]", states: String = "[]"
    ) -> String {
        """
        name: one
        services:
          net: {command: [viperline-nats, \(command)], receives: \(receives), sends: \(sends)}
          other: {command: [cat], receives: \(sends), sends: \(receives)}
        states: \(states)
        """
    }

    private static func call(_ name: String, _ pool: String = "fetch") -> String {
        compose("call, \(pool), --session, \(name)")
    }

    private static func permissions(_ files: [String: String], _ options: [String]) throws -> Command.Result {
        let folder = try TemporaryFolder()
        for (name, text) in files { try folder.write(text, to: name) }
        return try Command.run(
            [Products.executable("viperline-nats"), "permissions"] + options, folder: folder.path)
    }

    /// What nobody may send or receive.
    private static let forbidden = [
        "PUB $JS.API.STREAM.CREATE.x", "PUB $JS.API.STREAM.INFO.x", "PUB $JS.API.STREAM.NAMES", "PUB $JS.API.INFO",
        "PUB $SYS.REQ.SERVER.PING", "PUB vl.fetch.in.get", "PUB vl.fetch.out.got", "PUB vl-calls.other.one.s.in.get",
        "PUB vl-calls.fetch.one.s.out.got", "PUB vl-calls.fetch.in.get", "PUB vl-notices.other.one.s.in.cancel",
        "PUB vl-notices.fetch.one.s.process.input.restore", "PUB vl-answers.other.one.s.out.got", "PUB vls.fetch.in",
        "PUB _INBOX.x", "PUB $SRV.PING", "SUB >", "SUB *.>", "SUB vl.>", "SUB vl-calls.>", "SUB vl-answers.>",
        "SUB vl-answers.fetch.>", "SUB vl-answers.fetch.*.*.out.got", "SUB _INBOX.>", "SUB _INBOX.*.x", "SUB $JS.>",
        "SUB $SYS.>", "SUB $SRV.>", "SUB $SRV.*", "SUB $SRV.PING.other", "SUB $JS.EVENT.>",
    ]

    @Test func `A pool works, and its hosts can do nothing else`() throws {
        let identities = try Identities()
        let printed = try Self.permissions(
            ["one.yaml": Self.call("one"), "two.yaml": Self.call("two")],
            ["one.yaml", "two.yaml", "--serve", "fetch=worker", "--users-only"]
                + identities.options(["one": "one", "two": "two", "worker": "worker"]))
        try require(printed.status == 0, "\(printed.diagnostics)")
        let pool = try PoolRun(configuration: printed.output)
        func key(_ name: String) -> String { identities.path(name + ".seed") }
        try pool.worker("--nkey", key("worker"))
        func caller(_ name: String, _ lines: [String]) throws -> PoolRun.Caller {
            try pool.caller(lines, "--nkey", key(name), name: name)
        }
        let first = try caller(
            "one",
            [
                PoolRun.request(1, #""wait":25"#),
                #"{"type":"in.cancel","source":"p","id":"p-2","data":{"id":"p-1"}}"#,
                PoolRun.request(3), PoolRun.request(4, #""wait":2"#),
            ])
        #expect(eventually { first.answered.contains("p-3") && pool.log.contains("began p-4") }, "\(pool.words)")
        #expect(eventually { first.answered.contains("p-1") }, "its cancellation has reached the worker")
        kill(first.process.pid, SIGKILL)
        _ = first.process.wait()
        let next = try caller("one", [PoolRun.request(4, #""wait":2"#, replayed: true)])
        expect(next.process.wait(), equals: 0)
        expect(next.answered, equals: ["p-4"])
        let unlucky = try caller("two", [PoolRun.request(5, #""do":"die""#)])
        expect(unlucky.process.wait(), equals: 69)
        expect(unlucky.words, contains: "5 attempts failed on a worker", "\(unlucky.words)")
        for words in [first.words, next.words, unlucky.words, pool.words] {
            expect(words, lacks: "Permissions Violation", "\(words)")
        }

        func client(_ name: String) throws -> RawClient {
            RawClient(
                server: pool.server,
                identity: .nkey(
                    identities.path(name + ".nkey.pem"), try identities.folder.text(of: name + ".public")))
        }
        let (one, two, worker) = (try client("one"), try client("two"), try client("worker"))
        func calls(of name: String) -> [String] {
            [
                "PUB vl-calls.fetch.\(name).s.in.get", "PUB vl-notices.fetch.\(name).s.in.cancel",
                "PUB vl-notices.fetch.\(name).s.pool.input.report", "SUB vl-answers.fetch.\(name).>",
            ]
        }
        let works = [
            "PUB vl-answers.fetch.one.s.out.got", "PUB vl-answers.fetch.two.s.pool.output.failed",
            "PUB vl-answers.fetch.one.s.process.output.refused", "SUB vl-calls.fetch.*.*.>", "SUB vl.fetch.>",
            "SUB vl-notices.fetch.*.*.>", "SUB $SRV.PING", "SUB $SRV.INFO.fetch", "SUB $SRV.STATS.fetch.x",
        ]
        let never = [
            "PUB vl-answers.fetch.one.s.in.get", "PUB vl-answers.fetch.one.s.process.output.ready",
            "PUB vl-answers.fetch.one.s.pool.output.other", "PUB _INBOX.t.x",
        ]
        let all = Self.forbidden + calls(of: "one") + calls(of: "two") + works + never
        try expect(one.allowed(all), equals: calls(of: "one"))
        try expect(two.allowed(all), equals: calls(of: "two"))
        try expect(worker.allowed(all), equals: works)
    }

    /// A row's files, arguments, and the program's message; it prints nothing on standard output.
    private static let mistakes: [(files: [String: String], options: [String], reason: String)] = [
        ([:], [], "Missing expected argument"), ([:], ["absent.yaml"], "absent.yaml: not found"),
        (["one.yaml": "no: compose file"], ["one.yaml"], "one.yaml"),
        (["one.yaml": compose("serve, fetch")], ["one.yaml"], "one.yaml: no service is viperline-nats call or join"),
        (["one.yaml": compose("call, fetch, --session, a.b")], ["one.yaml"], "one word"),
        (["one.yaml": compose("call, fetch, --session, a, --inbox, x")], ["one.yaml"], "Unknown option '--inbox'"),
        (["one.yaml": compose("call, 'a\"b', --session, a")], ["one.yaml"], "net: read the command"),
        (["one.yaml": compose("call, 'a.>', --session, a")], ["one.yaml"], "net: read the command"),
        (
            ["one.yaml": compose("call, $$JS.API, --session, a")], ["one.yaml"],
            "net: read the command"
        ),
        (["one.yaml": compose("join, 's.*'")], ["one.yaml"], "expected words of letters"),
        (["one.yaml": compose("join, s, --as, 'a.b'")], ["one.yaml"], "one word of at most 64 letters"),
        (["one.yaml": compose("join, s, --wrong")], ["one.yaml"], "Unknown option '--wrong'"),
        (
            ["one.yaml": compose("join, \(String(repeating: "x", count: 10_000))")], ["one.yaml"],
            "expected words of letters"
        ),
        (["one.yaml": compose("join, s", receives: #"['a">.b']"#)], ["one.yaml"], "cannot be part of a NATS subject"),
        (["one.yaml": compose("join, s", receives: #"['a.>.b']"#)], ["one.yaml"], "cannot be part of a NATS subject"),
        (
            ["one.yaml": compose("join, s", receives: "[é.b]", states: "[é.b]")], ["one.yaml"],
            "cannot be part of a NATS subject"
        ),
        (
            ["one.yaml": call("a"), "two.yaml": call("a")], ["one.yaml", "two.yaml"],
            "one and two would both be call fetch --session a"
        ),
        (["one.yaml": call("a")], ["one.yaml", "./one.yaml"], "Two files are the host one"),
        (
            ["one.yaml": call("a"), "two.yaml": compose("join, fetch")], ["one.yaml", "two.yaml"],
            "the pool fetch and the session fetch would have subjects in common"
        ),
        (
            ["one.yaml": compose("join, a"), "two.yaml": compose("join, a.b")], ["one.yaml", "two.yaml"],
            "the session a and the session a.b would have subjects in common"
        ),
        (
            ["one.yaml": call("a", "a.b.c"), "two.yaml": compose("join, a.b")], ["one.yaml", "two.yaml"],
            "the pool a.b.c and the session a.b would have subjects in common"
        ),
        (["one.yaml": call("a")], ["one.yaml", "--listen", "here"], "--listen takes HOST:PORT"),
        (["one.yaml": call("a")], ["one.yaml", "--listen", "me@here:1"], "--listen takes HOST:PORT"),
        (["one.yaml": call("a")], ["one.yaml", "--listen", "h\"}:1"], "--listen takes HOST:PORT"),
        (
            ["one.yaml": call("a")], ["one.yaml", "--serve", "other=w"],
            "no service of the files is viperline-nats call other"
        ),
        (["one.yaml": call("a")], ["one.yaml", "--serve", "fetch"], "--serve takes POOL=HOST"),
        (["one.yaml": call("a")], ["one.yaml", "--serve", "fetch=a.b"], "--serve takes POOL=HOST"),
        (
            ["one.yaml": call("a")], ["one.yaml", "--serve", "fetch=\(String(repeating: "x", count: 10_000))"],
            "--serve takes"
        ),
        (["one.yaml": call("a")], ["one.yaml", "--nkey", "two=\(key)"], "the hosts are one"),
        (["one.yaml": call("a")], ["one.yaml", "--nkey", "one=\(key.dropLast())1"], "the text after one= is not one"),
        (["one.yaml": call("a")], ["one.yaml", "--nkey", "one=\"}"], "--nkey takes HOST=KEY"),
        (["one.yaml": call("a")], ["one.yaml", "--nkey", "one=\(key)", "--nkey", "one=\(key)"], "one"),
        (
            ["one.yaml": call("a"), "two.yaml": call("b")],
            ["one.yaml", "two.yaml", "--nkey", "one=\(key)", "--nkey", "two=\(key)"], "cannot have the same key"
        ),
    ]
    private static let key = "UAGM5AC7AZ2ONYNBZYTCDRPSBJ7VEBJVPQN3W7YQGI4O4SUB3NNXRSED"

    @Test func `What would permit something else is refused`() throws {
        for row in Self.mistakes {
            let result = try Self.permissions(row.files, row.options)
            expect(result.status, equals: 64, "\(row.options): \(result)")
            expect(result.output, equals: "", "\(row.options)")
            expect(result.diagnostics, contains: row.reason, "\(row.options): \(result.diagnostics)")
        }
    }

    @Test func `A host may call and serve, and have its name from the environment`() throws {
        let names = "environment: {VIPERLINE_NATS_SESSION: a}"
        let file = Self.compose("call, fetch").replacing(
            "sends: [out]}", with: "sends: [out], \(names)}", maxReplacements: 1)
        let printed = try Self.permissions(["one.yaml": file], ["one.yaml", "--serve", "fetch=one"])
        expect(printed.status, equals: 0, "\(printed.diagnostics)")
        expect(printed.output.components(separatedBy: "nkey:").count, equals: 2, "one user")
        for text in [
            "#   NATS_URL=nats://HUB NATS_NKEY=one.nk viperline run ./one.yaml\n",
            "#   NATS_URL=nats://HUB NATS_NKEY=one.nk viperline-nats serve fetch -- PROGRAM\n",
            #""vl-answers.fetch.a.>""#, #""vl-answers.fetch.*.*.out.>""#, #""vl-calls.fetch.a.*.in.>""#,
            "allow_responses {",
        ] {
            expect(printed.output, contains: text, "\(text): \(printed.output)")
        }
    }

    @Test func `A caller without a name gets that of its host, in the command`() throws {
        let printed = try Self.permissions(["one.yaml": Self.compose("call, fetch")], ["one.yaml"])
        for text in [
            #""vl-answers.fetch.one.>""#,
            "NATS_NKEY=one.nk VIPERLINE_NATS_SESSION=one viperline run ./one.yaml\n",
        ] {
            expect(printed.output, contains: text, "\(text): \(printed.output)")
        }
    }

    /// As a user does, in an empty folder: `… >nats.conf && nats-server -c nats.conf`.
    @Test func `A server starts with the printed file`() throws {
        let identities = try Identities()
        let folder = try TemporaryFolder()
        try folder.write(Self.compose("join, s"), to: "one.yaml")
        let file = try Command.run(
            [Products.executable("viperline-nats"), "permissions", "one.yaml"] + identities.options(["one": "one"]),
            folder: folder.path)
        try folder.write(file.output, to: "nats.conf")
        let server = try NATSServer(startedIn: folder, with: "nats.conf")
        let join = try HostedProcess(
            ["viperline-nats", "join", "s", "--as", "one_net", "--receives", "in", "--sends", "out", "--alone"],
            server: server, ["NATS_NKEY": identities.path("one.seed"), "VIPERLINE_SERVICE": "net"])
        #expect(eventually { join.screen.contains("process.output.ready") }, "\(join.errors)")
        expect(join.errors, lacks: "Violation", "\(join.errors)")
    }

    /// A seed in the place of a key is not told on.
    @Test func `A seed in the place of a public key is refused without being quoted`() throws {
        let seed = "SUAGTMVWOVXI5MAGQXCUW7557BGAEDK5UQLPH33EZ36YKZWTNYYUCK6IUU"
        let result = try Self.permissions(["one.yaml": Self.call("a")], ["one.yaml", "--nkey", "one=\(seed)"])
        expect(result.status, equals: 64)
        expect(result.diagnostics, lacks: seed)
    }

    /// The server does not start with a key that is still to be filled in, and whatever a file is called, it is a comment's text.
    @Test func `A host is named by its file, and its key has to be filled in`() throws {
        let name = "h\"\n>*é.yaml"
        let printed = try Self.permissions([name: Self.call("a")], [name])
        expect(printed.status, equals: 0, "\(printed.diagnostics)")
        expect(printed.output.contains("# h-----\n") || printed.output.contains("# h----\n"), "\(printed.output)")
        #expect(throws: NATSServer.Failure.self) { try NATSServer(configuration: printed.output) }
        expect(printed.output, contains: "viperline run ./h", "a name that a shell takes without quotes")
        expect(printed.output, lacks: "é")
    }
}
