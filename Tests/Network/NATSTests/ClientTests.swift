import Foundation
import TestSupport
import Testing

/// Who a client is, with servers that ask for it.
@Suite(.serialized) struct ClientTests {
    private let identities: Identities

    init() throws { identities = try Identities() }

    /// What a server makes of a client.
    private struct Attempt {
        let scheme: String
        var host = "localhost"
        /// Of the environment; `KEYS` stands for the folder of keys.
        var variables: [String: String] = [:]
        /// Part of a refused client's message; nil for one that is let in.
        var refusal: String?
        var status: Int32 = 69
    }

    private func check(_ attempt: Attempt, with server: NATSServer) throws {
        let port = server.url.split(separator: ":").last ?? ""
        var variables = attempt.variables.mapValues { $0.replacing("KEYS", with: identities.folder.path) }
        variables["NATS_URL"] = "\(attempt.scheme)\(attempt.host):\(port)"
        variables["VIPERLINE_SERVICE"] = "caller"
        let caller = try HostedProcess(
            ["viperline-nats", "call", "fetch", "--session", "c1"], server: server, variables)
        let isReady = eventually { caller.screen.contains("process.output.ready") || !caller.process.isRunning }
        #expect(isReady, "\(attempt)")
        if caller.process.isRunning { kill(caller.process.pid, SIGTERM) }
        let status = caller.process.wait()
        if let refusal = attempt.refusal {
            expect(status == attempt.status && caller.errors.contains(refusal), "\(attempt): \(caller.errors)")
            expect(caller.screen, lacks: "ready", "\(attempt)")
        } else {
            expect(status == 0 && !caller.errors.contains("refuses"), "\(attempt): \(caller.errors)")
        }
        for secret in [identities.password, "t0k3n", "wr0ng"] {
            expect((caller.errors + caller.screen), lacks: secret, "\(attempt)")
        }
    }

    /// Regression: a session without NATS_URL told that no server is there, and not where it had looked.
    @Test func `The status names the address at which no server answers`() throws {
        let server = try NATSServer()
        server.kill()
        for words in [["call", "fetch"], ["join", "s", "--receives", "a"]] {
            let process = try HostedProcess(["viperline-nats"] + words, server: server, ["VIPERLINE_SERVICE": "far"])
            let address = server.url.dropFirst("nats://".count)
            #expect(
                eventually { process.screen.contains("no NATS server answers at \(address)") },
                "\(words): \(process.screen)\(process.errors)")
        }
    }

    /// Regression: a desk whose office had not started took keys into nothing, and did not tell.
    @Test func `A join without another one tells that nobody is on the other side`() throws {
        let server = try NATSServer()
        let desk = try HostedProcess(
            ["viperline-nats", "join", "s", "--as", "desk", "--receives", "a"], server: server,
            ["VIPERLINE_SERVICE": "far"])
        #expect(eventually { desk.screen.contains("nobody is on the other side") }, "\(desk.screen)\(desk.errors)")
        let office = try HostedProcess(
            ["viperline-nats", "join", "s", "--as", "office", "--sends", "a"], server: server,
            ["VIPERLINE_SERVICE": "far"])
        #expect(
            eventually {
                desk.screen.components(separatedBy: "\n").last { $0.contains("output.status") }?.contains(": office")
                    ?? false
            },
            "\(desk.screen)\(office.errors)")
    }

    private static let tls = ["NATS_CA": "KEYS/ca.pem", "NATS_CERT": "KEYS/client.pem", "NATS_KEY": "KEYS/client.key"]

    @Test func `A server with TLS and users`() throws {
        let server = try identities.server(
            """
            tls {cert_file: "KEYS/server.pem", key_file: "KEYS/server.key", ca_file: "KEYS/ca.pem", verify: true}
            authorization {users = [{user: alice, password: "PASSWORD"}, {nkey: PUBLIC}]}
            """)
        let user = ["NATS_USER": "alice", "NATS_PASSWORD": identities.password]
        func with(_ more: [String: String]) -> [String: String] { Self.tls.merging(more) { $1 } }
        let attempts = [
            Attempt(scheme: "tls://", variables: with(user)),
            Attempt(scheme: "nats://", variables: with(user)),
            Attempt(scheme: "tls://alice:\(identities.password)@", variables: Self.tls),
            Attempt(scheme: "tls://", variables: with(["NATS_NKEY": "KEYS/user.seed"])),
            Attempt(scheme: "tls://", variables: Self.tls, refusal: "the server refuses us (Authorization Violation)"),
            Attempt(
                scheme: "tls://alice:wr0ng@", variables: Self.tls,
                refusal: "the server refuses us (Authorization Violation); check NATS_USER"),
            Attempt(
                scheme: "tls://", variables: with(user.merging(["NATS_CA": "KEYS/wrong.pem"]) { $1 }),
                refusal: "unable to get local issuer certificate"),
            Attempt(
                scheme: "tls://", variables: user.merging(["NATS_CA": "KEYS/ca.pem"]) { $1 },
                refusal: "it may require a certificate (NATS_CERT and NATS_KEY)"),
            Attempt(scheme: "tls://", host: "127.0.0.1", variables: with(user), refusal: "mismatch"),
            Attempt(
                scheme: "tls://", variables: with(["NATS_KEY": ""]), refusal: "A certificate and its key go together",
                status: 64),
            Attempt(
                scheme: "http://alice:\(identities.password)@",
                refusal: "A server is nats://HOST:PORT or tls://HOST:PORT, not http://", status: 64),
        ]
        for attempt in attempts { try check(attempt, with: server) }
        let old = try identities.server(#"tls {cert_file: "KEYS/expired.pem", key_file: "KEYS/expired.key"}"#)
        try check(
            Attempt(scheme: "tls://", variables: ["NATS_CA": "KEYS/ca.pem"], refusal: "certificate has expired"),
            with: old)
    }

    @Test func `A server with a token, and without TLS`() throws {
        let server = try identities.server(#"authorization {token: "t0k3n"}"#)
        for attempt in [
            Attempt(scheme: "nats://", variables: ["NATS_TOKEN": "t0k3n"]),
            Attempt(scheme: "nats://t0k3n@"),
            Attempt(scheme: "nats://", variables: ["NATS_TOKEN": "wr0ng"], refusal: "the server refuses us"),
            Attempt(scheme: "tls://", variables: ["NATS_TOKEN": "t0k3n"], refusal: "the server has no TLS"),
            Attempt(
                scheme: "nats://", variables: ["NATS_TOKEN": "t0k3n", "NATS_CA": "KEYS/ca.pem"],
                refusal: "the server has no TLS, so nothing was sent"),
        ] { try check(attempt, with: server) }
    }

    @Test func `A server with an operator, accounts and JWTs`() throws {
        let server = try identities.server(identities.folder.text(of: "operator.conf"))
        for attempt in [
            Attempt(scheme: "nats://", variables: ["NATS_CREDS": "KEYS/user.creds"]),
            Attempt(scheme: "nats://", variables: ["NATS_NKEY": "KEYS/user.seed"], refusal: "the server refuses us"),
        ] { try check(attempt, with: server) }
    }

    /// A thread of libnats still connects when the input ends. OpenSSL's memory must stay until that is over: 14 of 400 runs crashed.
    @Test func `An end while it connects`() throws {
        let environment = ["NATS_CA": identities.folder.path + "/ca.pem", "NATS_URL": "tls://127.0.0.1:1"]
        for _ in 1...100 {
            let result = try Command.run(
                [Products.executable("viperline-nats"), "call", "fetch"], environment: environment)
            expect(result.status, equals: 0, "\(result)")
        }
    }

    /// None of them is a reason to wait, or to read for ever.
    @Test func `A file that cannot be used`() throws {
        let folder = identities.folder
        let script = """
            : >empty; truncate -s 5M huge; mkfifo pipe; mkdir folder; ln -s nowhere link; ln -s /dev/zero device
            cp user.seed shared; chmod 640 shared; cp user.seed unreadable; chmod 000 unreadable
            head -n 1 user.seed >lonely; chmod 600 lonely
            """
        try expect(Command.run(["sh", "-euc", script], folder: folder.path).status, equals: 0)
        // Root can read everything but without these.
        let powers = "-dac_override,-dac_read_search"
        let prefix = getuid() == 0 ? ["setpriv", "--bounding-set", powers, "--inh-caps", powers] : []
        func attempt(_ variable: String, _ file: String) throws -> Command.Result {
            try Command.run(
                prefix + [Products.executable("viperline-nats"), "call", "fetch"],
                environment: [variable: folder.path + "/" + file, "NATS_URL": "nats://127.0.0.1:1"])
        }
        for (file, reason) in [
            ("absent", "No such file"), ("empty", "it is empty"), ("huge", "larger than 4 MiB"),
            ("pipe", "not a regular file"), ("folder", "not a regular file"), ("device", "not a regular file"),
            ("link", "No such file"), ("unreadable", "Permission denied"),
        ] {
            for variable in ["NATS_NKEY", "NATS_CREDS", "NATS_CA"] {
                let result = try attempt(variable, file)
                expect(result.status, equals: 64, "\(variable) \(file)")
                expect(result.diagnostics.contains(reason) && result.diagnostics.contains(variable), "\(result)")
            }
        }
        try expect(attempt("NATS_NKEY", "lonely").diagnostics, contains: "has no public key")
        let shared = try attempt("NATS_NKEY", "shared")
        expect(shared.status, equals: 0, "it only warns")
        expect(shared.diagnostics, contains: "others can read the secret in \(folder.path)/shared (NATS_NKEY)")
    }

    private static let session = """
        name: one
        services:
          source:
            command: [python3, source.py]
            sends: [in]
            receives: [out]
            depends_on: {caller: {condition: service_healthy}}
          caller:
            command: [viperline-nats, call, fetch]
            receives: [in]
            sends: [out]
            recovery: redeliver
          far:
            command: [viperline-nats, join, s, --alone]
            receives: [in, out]
            recovery: replay
        """

    private static let source = """
        import json, sys
        print(json.dumps({"type": "in.get", "id": "p-1", "data": {}}), flush=True)
        print(sys.stdin.readline(), file=open(sys.argv[0] + ".heard", "w"), flush=True)
        sys.stdin.read()
        """

    private static let worker = """
        import json, os, sys
        open(sys.argv[0] + ".environment", "w").write(repr(dict(os.environ)))
        for line in sys.stdin:
            event = json.loads(line)
            print(json.dumps({"type": "out.got", "id": "w-1", "causationid": event["id"], "data": {}}), flush=True)
        """

    /// Wherever others may look: command lines, what `ps` and the log tell, a recording, and the environment of a worker's program.
    @Test func `Secrets stay with those who have them`() throws {
        let server = try identities.server(
            #"authorization {users = [{user: alice, password: "PASSWORD"}, {nkey: PUBLIC}]}"#)
        let seed = try identities.folder.text(of: "user.seed").prefix { $0 != "\n" }
        let worker = try HostedProcess(
            ["viperline-nats", "serve", "fetch", "--", "python3", "@/worker.py"], files: ["worker.py": Self.worker],
            server: server, ["NATS_NKEY": identities.path("user.seed"), "NATS_TOKEN": "t0k3n-\(seed.suffix(9))"])
        let url = server.url.replacing("nats://", with: "nats://alice:\(identities.password)@")
        let session = try HostedProcess(
            ["viperline", "run", "@/one.yaml", "--record", "@/one.ndjson", "--log", "@/log"],
            files: ["one.yaml": Self.session, "source.py": Self.source], server: server, ["NATS_URL": url])
        let heard = "\(session.folder.path)/source.py.heard"
        #expect(
            eventually { (try? String(contentsOfFile: heard, encoding: .utf8).count > 1) ?? false },
            "\(session.errors)\(worker.errors)\((try? session.folder.text(of: "log")) ?? "")")
        let listed = try session.operate("ps", "--json").output + session.operate("ps").output
        expect(listed.contains("far") && listed.contains("caller"))
        let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int32($0) != nil }
        let seen = Self.bytes(processes.map { "/proc/\($0)/cmdline" })
        // Before the session's folder goes.
        let left = Self.bytes(Self.files(in: session.folder) + Self.files(in: worker.folder))
        session.end()
        worker.end()
        let kept = Self.bytes(Self.files(in: session.folder) + Self.files(in: worker.folder))
        for text in [Data(listed.utf8), seen, left, kept] {
            #expect(!text.isEmpty)
            for secret in [identities.password, String(seed), String(seed.suffix(9))] {
                expect(text.range(of: Data(secret.utf8)), equals: nil)
            }
        }
        try expect(session.folder.text(of: "one.ndjson"), contains: "out.got")
        let environment = try worker.folder.text(of: "worker.py.environment")
        expect(environment.contains("VIPERLINE_SERVICE") && !environment.contains("NATS_"))
    }

    private static func files(in folder: TemporaryFolder) -> [String] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        return names.map { "\(folder.path)/\($0)" }.filter {
            (try? FileManager.default.attributesOfItem(atPath: $0)[.type] as? FileAttributeType) == .typeRegular
        }
    }

    private static func bytes(_ files: [String]) -> Data {
        files.reduce(into: Data()) { $0 += (try? Data(contentsOf: URL(fileURLWithPath: $1))) ?? Data() }
    }
}
