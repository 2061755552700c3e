import Foundation
import NATSLink
import TestSupport
import Testing

/// What joins do about floods, circles and hostile hosts, on a real server.
@Suite struct JoinFaultTests {
    private let server: NATSServer

    init() throws { server = try NATSServer() }

    private func sender(_ name: String, _ types: [String] = ["out"]) throws -> JoinPipe {
        try JoinPipe(name, receives: types, sends: ["back"], isAlone: true, server)
    }

    private func receiver(_ name: String = "sink", states: [String] = []) throws -> JoinPipe {
        try JoinPipe(name, receives: ["back"], sends: ["out", "state"], states: states, isAlone: true, server)
    }

    /// Publishes messages that do not wait for anybody, as `nats pub` does.
    private func flood(_ subject: String, count: Int, bytes: Int) throws {
        let line = #"{"type":"out.x.y","id":"f","data":{"pad":"\#(String(repeating: "x", count: bytes))"}}"#
        let program = """
            import socket, sys
            host, port, subject, count = sys.argv[1].split(":") + sys.argv[2:4]
            link = socket.create_connection((host, int(port)), timeout=30)
            line = sys.stdin.buffer.read()
            headers = b"NATS/1.0\\r\\nContent-Type: application/cloudevents+json; charset=utf-8\\r\\n\\r\\n"
            message = b"HPUB %s %d %d\\r\\n%s%s\\r\\n" % (subject.encode(), len(headers), len(headers) + len(line), headers, line)
            link.sendall(b"CONNECT " + b'{"verbose":false,"headers":true}' + b"\\r\\n" + message * int(count) + b"PING\\r\\n")
            text = b""
            while b"PONG" not in text:
                text += link.recv(65536)
            """
        let folder = try TemporaryFolder()
        try folder.write(program, to: "flood.py")
        try folder.write(line, to: "line")
        let address = String(server.url.dropFirst("nats://".count))
        let command = "python3 \(folder.path)/flood.py \(address) \(subject) \(count) <\(folder.path)/line"
        try expect(Command.run(["sh", "-c", command]).status, equals: 0)
    }

    /// Regression: 437 of 2,000 lines were lost, because another host had filled the common stream, and no log had it.
    @Test func `A flood of one host evicts no other host's lines`() throws {
        let (desk, third, office) = try (sender("desk"), sender("third"), receiver())
        #expect(eventually { desk.isReady && third.isReady && office.isReady }, "\(desk.errors)")
        desk.write("out.x.y", 1...10)
        #expect(eventually { office.numbers.count == 10 }, "\(office.errors)")
        suspend(office.process.pid)
        try flood("vlj.s.third.sink.out.x.y", count: 400, bytes: 60_000)
        desk.write("out.x.y", 11...2000)
        kill(office.process.pid, SIGCONT)
        #expect(eventually { office.numbers.count == 2000 }, "\(office.errors)")
        expect(office.numbers, equals: Array(1...2000))
        expect(office.errors, lacks: "lost")
    }

    @Test func `Lines for a session that was away for too long are counted, logged and shown`() throws {
        let (desk, office) = try (sender("desk"), receiver())
        #expect(eventually { desk.isReady && office.isReady })
        desk.write("out.x.y", 1...10)
        #expect(eventually { office.numbers.count == 10 }, "\(office.errors)")
        suspend(office.process.pid)
        desk.write("out.x.y", 11...9000)
        #expect(eventually { desk.errors.contains("sink is gone") }, "\(desk.errors)")
        kill(office.process.pid, SIGCONT)
        #expect(eventually { office.numbers.last == 9000 }, "\(office.errors)")
        let numbers = office.numbers
        expect(numbers, equals: numbers.sorted())
        let missing = 9000 - numbers.count
        #expect(missing > 0 && Set(numbers).count == numbers.count)
        #expect(
            eventually { office.errors.contains("\(missing) lines of desk are lost (out.x.y)") }, "\(office.errors)")
        #expect(eventually { office.statuses.contains("\(missing) lines of desk are lost") }, "\(office.statuses)")
    }

    /// Regression: a latecomer waited three seconds for each 500 states.
    @Test func `A latecomer gets ten thousand states at once`() throws {
        let desk = try JoinPipe(
            "desk", receives: ["state"], sends: ["back"], states: ["state"], isAlone: true, server)
        let first = try receiver("first", states: ["state"])
        #expect(eventually { desk.isReady && first.isReady }, "\(desk.errors)")
        desk.write("state.is.now", 1...10_000, subject: { "s\($0)" })
        desk.write("state.is.now", 10_001...10_100, subject: { "s\($0 - 10_000)" })
        #expect(eventually { first.numbers.count == 10_100 }, "\(first.errors)")
        let late = try receiver(states: ["state"])
        #expect(eventually { late.numbers.count >= 10_000 }, "\(late.errors)")
        expect(late.numbers, equals: Array(101...10_100))
    }

    /// The states are those of the session, not of its join's process.
    @Test func `A latecomer gets the states although the join was killed since`() throws {
        let folder = try TemporaryFolder()
        let said = try folder.write("", to: "said")
        let session = try SessionRun(
            """
            name: one
            services:
              source: {command: [sh, -c, 'tail -f "$$0"', "\(said.path)"], sends: [state]}
              net: {command: ["\(Products.executable("viperline-nats"))", join, s, --alone], receives: [state], restart: on-failure, recovery: replay}
            states: [state]
            """, options: ["--log", "-"])
        let errors = try session.folder.write("", to: "errors")
        let process = try ChildProcess(
            session.arguments, environment: session.environment.merging(["NATS_URL": server.url]) { $1 },
            streams: ["/dev/null", "/dev/null", errors.path])
        defer {
            kill(process.pid, SIGTERM)
            _ = process.wait()
        }
        let first = try receiver("first", states: ["state"])
        // More than the bus keeps for the join's successor, behind a state that never changes.
        let lines = (1...1200).map { number in
            let subject = number == 1 ? "still" : "moves"
            return
                #"{"type":"state.is.now","id":"e\#(number)","subject":"\#(subject)","data":{"n":\#(number),"pad":"\#(String(repeating: "x", count: 4000))"}}"#
                + "\n"
        }
        try folder.write(lines.joined(), to: "more")
        _ = try Command.run(["sh", "-c", "cat '\(folder.path)/more' >>'\(said.path)'"])
        #expect(eventually { first.numbers.last == 1200 }, "\(first.errors)\(session.text(of: "errors"))")
        guard case .list(let services) = try JSONValue(session.operate("ps", "--json").output)["services"],
            case .number(let pid)? = services.first(where: { $0["name"] == .string("net") })?["pid"]
        else { throw CocoaError(.fileReadUnknown) }
        kill(Int32(pid), SIGKILL)
        let late = try receiver("late", states: ["state"])
        #expect(eventually { late.numbers.first == 1 && late.numbers.last == 1200 }, "\(session.text(of: "errors"))")
    }

    /// Regression: three events of two sessions in a ring became 16,769 in eight seconds.
    @Test(arguments: [2, 3]) func `A line that comes back to its bus stops there, whatever the sessions are called`(
        count: Int
    ) throws {
        // Bus number n has two joins: one brings the session s(n) to it, and one takes it on to s(n + 1).
        let ring = try Ring(count, server)
        #expect(eventually { ring.isReady }, "\(ring.errors)")
        ring.start(1...3)
        #expect(eventually { ring.errors.contains("has passed this bus before, and is dropped") }, "\(ring.errors)")
        #expect(eventually { ring.arrived.count == 3 * (count - 1) }, "\(ring.arrived)")
        ring.start(4...4)
        #expect(eventually { ring.arrived.count == 4 * (count - 1) }, "\(ring.arrived)")
        #expect(ring.isAlive)
    }

    /// Regression: a copy of what another join reports about its bus ended that join, with exit code 64.
    @Test func `Whatever a hostile host announces, no join ends, and no line is lost`() throws {
        let (desk, office) = try (sender("desk"), receiver())
        #expect(eventually { desk.isReady && office.isReady })
        let client = RawClient(server: server, identity: .user("nobody", password: "x"))
        for name in ["desk", "sink", "third"] {
            let presence =
                #"{"name":"\#(name)","incarnation":"x","sends":["out"],"time":1,"has":{"x":18446744073709551615},"heard":{"desk":[18446744073709551615,1]}}"#
            let answer = "x x 9007199254740992 again"
            for (subject, text) in [
                ("vlp.s.\(name)", presence), ("vla.s.\(name).desk", answer), ("vlj.s.\(name).sink.out.x", presence),
            ] {
                try expect(client.allowed(["PUB \(subject) \(text)", "PUB \(subject)"]).count, equals: 2)
            }
        }
        desk.write("out.x.y", 1...100)
        #expect(eventually { office.numbers.count == 100 }, "\(office.errors)")
        expect(desk.process.isRunning && office.process.isRunning)
    }
}

/// Buses in a ring: what a session brings to one, it takes to the next session.
private final class Ring {
    private let folder: TemporaryFolder
    private let sessions: [SessionRun]
    private var processes: [ChildProcess] = []

    init(_ count: Int, _ server: NATSServer) throws {
        folder = try TemporaryFolder()
        let nats = Products.executable("viperline-nats")
        sessions = try (0..<count).map { place in
            try SessionRun(
                """
                name: bus\(place)
                services:
                  source: {command: [sh, -c, 'tail -f "$$0"', "@/numbers"], sends: [x]}
                  from: {command: ["\(nats)", join, s\(place), --alone], sends: [x], restart: on-failure, recovery: replay}
                  to: {command: ["\(nats)", join, s\((place + 1) % count), --alone], receives: [x], restart: on-failure, recovery: replay}
                  sink: {command: [sh, -c, 'cat >>"$$0"', "@/heard"], receives: [x]}
                """, options: ["--log", "-"])
        }
        for session in sessions {
            for file in ["errors", "heard", "numbers"] { try session.folder.write("", to: file) }
            processes.append(
                try ChildProcess(
                    session.arguments, environment: session.environment.merging(["NATS_URL": server.url]) { $1 },
                    streams: ["/dev/null", "/dev/null", session.folder.path + "/errors"]))
        }
    }

    deinit {
        for process in processes where process.isRunning {
            kill(process.pid, SIGTERM)
            _ = process.wait()
        }
    }

    var isReady: Bool {
        sessions.allSatisfy { session in
            ((try? session.operate("ps").output) ?? "").components(separatedBy: "ms").count > 2
        }
    }

    /// Says numbers on the first bus.
    func start(_ numbers: ClosedRange<Int>) {
        guard let file = FileHandle(forWritingAtPath: sessions[0].folder.path + "/numbers") else { return }
        file.seekToEndOfFile()
        for number in numbers {
            file.write(Data((#"{"type":"x.y.z","id":"r\#(number)","data":{"n":\#(number)}}"# + "\n").utf8))
        }
        try? file.close()
    }

    /// What the other buses have got.
    var arrived: [String] { sessions.dropFirst().flatMap { $0.lines(of: "heard") } }
    var errors: String {
        sessions.map { $0.text(of: "errors") + ((try? $0.operate("ps").output) ?? "") }.joined(separator: "\n")
    }
    var isAlive: Bool { processes.allSatisfy(\.isRunning) }
}
