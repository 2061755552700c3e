import Foundation
import NATSLink
import TestSupport
import Testing

@testable import NATSBridge

/// What joins do about floods, circles, secrets and hostile hosts, on a real server.
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

    /// Regression: 437 of 2,000 lines were lost, because another host had filled the common stream, and no log said so.
    @Test func `A flood of one host evicts no other host's lines`() throws {
        let (desk, third, office) = try (sender("desk"), sender("third"), receiver())
        #expect(eventually { desk.isReady && third.isReady && office.isReady }, "\(desk.errors)")
        desk.write("out.x.y", 1...10)
        #expect(eventually { office.numbers.count == 10 }, "\(office.errors)")
        suspend(office.process.pid)
        try flood("vlj.s.third.out.x.y", count: 400, bytes: 60_000)
        desk.write("out.x.y", 11...2000)
        kill(office.process.pid, SIGCONT)
        #expect(eventually { office.numbers.count == 2000 }, "\(office.errors)")
        expect(office.numbers == Array(1...2000) && !office.errors.contains("desk"))
    }

    /// A sender cannot evict what a live receiver has not read; somebody else may, in its name.
    @Test func `Lines that the server no longer has are counted, logged and shown`() throws {
        let (desk, office) = try (sender("desk"), receiver())
        #expect(eventually { desk.isReady && office.isReady })
        desk.write("out.x.y", 1...10)
        #expect(eventually { office.numbers.count == 10 }, "\(office.errors)")
        suspend(office.process.pid)
        // More than its open pull can bring.
        try flood("vlj.s.desk.out.x.z", count: 30, bytes: 60_000)
        desk.write("out.x.y", 11...30)
        // Its server has them, and its receiver does not.
        #expect(eventually { (try? lastStamp(of: "desk", "out.x.y").last) == 30 })
        try flood("vlj.s.desk.out.x.z", count: 400, bytes: 60_000)
        desk.write("out.x.y", 31...40)
        kill(office.process.pid, SIGCONT)
        #expect(eventually { office.numbers.suffix(10) == Array(31...40)[...] }, "\(office.errors)")
        let missing = 40 - office.numbers.count { $0 > 0 }
        #expect(missing > 0)
        #expect(eventually { office.errors.contains("of desk are lost (out.x.y)") }, "\(office.errors)")
        #expect(eventually { office.statuses.contains("\(missing) lines of desk are lost") }, "\(office.statuses)")
    }

    private func ask(_ request: String, _ json: String) throws -> JSONValue? {
        let client = RawClient(server: server, identity: .user("nobody", password: "x"))
        return try client.say(["ASK _INBOX.test $JS.API.\(request) \(json)"]).first.flatMap { try? JSONValue($0) }
    }

    private func lastStamp(of name: String, _ type: String) throws -> LineStamp {
        let answer = try ask("STREAM.MSG.GET.VL_s=\(name)", #"{"last_by_subj":"vlj.s.\#(name).\#(type)"}"#)
        guard case .string(let coded)? = answer?["message"]["hdrs"], let data = Data(base64Encoded: coded),
            let header = String(decoding: data, as: UTF8.self).split(separator: "\r\n").first(where: {
                $0.hasPrefix(LineStamp.header)
            })
        else { throw CocoaError(.fileReadUnknown) }
        return try require(LineStamp(String(header.dropFirst(LineStamp.header.count + 2))))
    }

    private func lastPlace(of name: String) throws -> Int {
        guard case .number(let last)? = try ask("STREAM.INFO.VL_s=\(name)", "{}")?["state"]["last_seq"] else {
            return 0
        }
        return Int(last)
    }

    @Test func `A wiped store loses what nobody had read, and says so`() throws {
        let (desk, office) = try (sender("desk"), receiver())
        #expect(eventually { desk.isReady && office.isReady })
        desk.write("out.x.y", 1...10)
        #expect(eventually { office.numbers.count == 10 }, "\(office.errors)")
        suspend(office.process.pid)
        desk.write("out.x.y", 11...20)
        #expect(eventually { (try? lastPlace(of: "desk")).map { $0 >= 11 } ?? false })
        #expect(eventually { desk.statuses.contains("wait") == false })
        _ = try ask("STREAM.DELETE.VL_s=desk", "{}")
        kill(office.process.pid, SIGCONT)
        desk.write("out.x.y", 21...30)
        #expect(eventually { office.numbers.suffix(10) == Array(21...30)[...] }, "\(desk.errors)\(office.errors)")
        expect(office.numbers.count == 30 || office.statuses.contains("of desk are lost"), "\(office.statuses)")
    }

    /// Regression: a latecomer waited three seconds for each 500 states.
    @Test func `A latecomer gets ten thousand states at once`() throws {
        let desk = try JoinPipe(
            "desk", receives: ["state"], sends: ["back"], states: ["state"], isAlone: true, storage: "memory", server)
        #expect(eventually { desk.isReady }, "\(desk.errors)")
        desk.write("state.is.now", 1...10_000, subject: { "s\($0)" })
        desk.write("state.is.now", 10_001...10_100, subject: { "s\($0 - 10_000)" })
        #expect(
            eventually {
                guard
                    case .number(let count)? = (try? ask("STREAM.INFO.VL_s=desk==states", "{}"))?["state"]["messages"],
                    case .number(let last)? = (try? ask("STREAM.INFO.VL_s=desk==states", "{}"))?["state"]["last_seq"]
                else { return false }
                return count == 10_000 && last >= 10_100
            }, "\(desk.errors)")
        let late = try receiver(states: ["state"])
        #expect(eventually { late.numbers.count >= 10_000 }, "\(late.errors)")
        expect(late.numbers.sorted(), equals: Array(101...10_100))
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

    /// Regression: a copy of what another join says about its bus ended that join, with exit code 64.
    @Test func `Whatever a hostile host announces, no join ends, and no line is lost`() throws {
        let (desk, office) = try (sender("desk"), receiver())
        #expect(eventually { desk.isReady && office.isReady })
        let client = RawClient(server: server, identity: .user("nobody", password: "x"))
        for name in ["desk", "sink", "third"] {
            for text in [
                #"{"name":"\#(name)","incarnation":"x","sends":["out"],"receives":["out"],"time":1,"reads":["desk"],"heard":{"desk":[18446744073709551615,1]}}"#,
                #"{"takes":["out"],"publishes":["out"],"progress":{"senders":{"desk":{"stream":"x","place":9223372036854775807,"positions":{"x":18446744073709551615}}}}}"#,
            ] {
                for subject in ["vlp.s.\(name)", "vla.s.\(name)"] {
                    _ = try client.say(["ASK _INBOX.t \(subject) \(text)"].filter { _ in subject.hasPrefix("vla.") })
                    _ = try client.say(["PUB \(subject)"])
                }
            }
        }
        for subject in ["vld.s.desk.out.x", "vlj.s.desk.out.x", "vls.s.desk.out.x.k"] {
            _ = try client.say(["PUB \(subject)"])
        }
        desk.write("out.x.y", 1...100)
        #expect(eventually { office.numbers.count == 100 }, "\(office.errors)")
        expect(desk.process.isRunning && office.process.isRunning)
    }

    /// Regression: a password of a form rested in the server's files for a day.
    @Test func `A secret of a form arrives, and never rests at the server`() throws {
        let desk = try JoinPipe("desk", receives: ["view.output"], sends: ["back"], isAlone: true, server)
        let office = try JoinPipe("office", receives: ["back"], sends: ["view.output"], isAlone: true, server)
        #expect(eventually { desk.isReady && office.isReady })
        desk.write("view.output.didSelect", 1...20)
        desk.write("view.output.didSubmit", 21...21, more: #""secrets":{"p":"hunter2-plain"},"#)
        desk.write("view.output.didSelect", 22...40)
        #expect(eventually { office.numbers.count == 40 }, "\(office.errors)")
        expect(office.numbers, equals: Array(1...40))
        #expect(office.events.contains { $0.contains("hunter2-plain") })
        server.stop()
        let found = try Command.run(["grep", "-rl", "hunter2-plain", server.storePath])
        expect(found.output, equals: "")
    }

    @Test func `A secret whose sender is gone is a line that is lost`() throws {
        let desk = try JoinPipe("desk", receives: ["view.output"], sends: ["back"], isAlone: true, server)
        let office = try JoinPipe("office", receives: ["back"], sends: ["view.output"], isAlone: true, server)
        #expect(eventually { desk.isReady && office.isReady })
        desk.write("view.output.didSelect", 1...1)
        #expect(eventually { office.numbers.count == 1 })
        suspend(office.process.pid)
        desk.write("view.output.didSubmit", 2...2, more: #""secrets":{"p":"x"},"#)
        desk.write("view.output.didSelect", 3...3)
        #expect(eventually { (try? lastPlace(of: "desk")) == 3 })
        kill(desk.process.pid, SIGKILL)
        _ = desk.process.wait()
        let next = try JoinPipe("desk", receives: ["view.output"], sends: ["back"], isAlone: true, server)
        #expect(eventually { next.isReady })
        kill(office.process.pid, SIGCONT)
        #expect(eventually { office.numbers == [1, 3] }, "\(office.errors)")
        #expect(eventually { office.errors.contains("1 line of desk is lost (view.output.didSubmit)") })
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
