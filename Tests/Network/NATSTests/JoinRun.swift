import Foundation
import TestSupport

/// Two sessions that are joined through a server: in one a source counts, in the other a sink writes down what it receives.
final class JoinRun {
    let server: NATSServer
    let source: SessionRun
    let sink: SessionRun
    private var processes: [ChildProcess] = []
    private let environment: [String: String]

    /// Lines that the source sends.
    let total: Int

    /// Says the next lines, of two protocols.
    private static let counting = """
        import json, os, sys, time
        total = int(sys.argv[1])
        for number in range(1, total + 1):
            kind = "out.told.number" if number % 3 else "state.is.number"
            print(json.dumps({"type": kind, "id": "n-%d" % number, "subject": "s%d" % (number % 4), "data": {"n": number}}))
            if number % 20 == 0:
                sys.stdout.flush()
                time.sleep(0.01)
            while number == total // 2 and len(sys.argv) > 2 and not os.path.exists(sys.argv[2]):
                time.sleep(0.01)
        sys.stdout.flush()
        if len(sys.argv) > 2:
            open(sys.argv[2] + ".over", "w").close()
        sys.stdin.read()
        """

    /// - Parameters:
    ///   - configuration: of the server, where `@` stands for its folder.
    ///   - environment: of each session.
    ///   - total: lines that the source sends.
    ///   - pauses: whether the source stops in the middle until ``goOn()``.
    init(
        server: NATSServer, environment: (source: [String: String], sink: [String: String]) = ([:], [:]),
        total: Int = 3000, pauses: Bool = false
    ) throws {
        self.server = server
        self.total = total
        self.environment = environment.sink
        source = try Self.session(
            """
            name: one
            services:
              source:
                command: [python3, "@/source.py", "\(total)"\(pauses ? #", "@/go""# : "")]
                sends: [out, state]
                receives: [back]
                depends_on: {net: {condition: service_healthy}}
              net:
                command: ["\(Products.executable("viperline-nats"))", join, s]
                receives: [out, state]
                sends: [back]
                restart: on-failure:1000
                recovery: replay
            """)
        try source.folder.write(Self.counting, to: "source.py")
        sink = try Self.session(
            """
            name: two
            services:
              net:
                command: ["\(Products.executable("viperline-nats"))", join, s]
                receives: [back]
                sends: [out, state]
                restart: on-failure:1000
                recovery: replay
              sink:
                command: [sh, -c, 'cat >>"$$0"; :', "@/heard"]
                receives: [out, state]
                sends: [back]
            """)
        for (session, more) in [(sink, environment.sink), (source, environment.source)] {
            processes.append(try start(session, more))
        }
    }

    private func start(_ session: SessionRun, _ more: [String: String]) throws -> ChildProcess {
        try ChildProcess(
            session.arguments,
            environment: session.environment.merging(["NATS_URL": server.url]) { $1 }.merging(more) { $1 },
            streams: ["/dev/null", "/dev/null", session.folder.path + "/errors"])
    }

    /// Lets a source go on that has paused.
    func goOn() throws { try source.folder.write("", to: "go") }

    /// Kills the session of the sink so that it can tell nobody.
    func loseSink() throws {
        try signalJoin(of: sink, SIGSTOP)
        kill(processes[0].pid, SIGKILL)
        _ = processes[0].wait()
    }

    /// Ends the sink's session as a user does.
    func endSink() {
        kill(processes[0].pid, SIGTERM)
        _ = processes[0].wait()
    }

    func startSink() throws { processes[0] = try start(sink, environment) }

    /// True if the source has sent everything.
    var isOver: Bool { FileManager.default.fileExists(atPath: source.folder.path + "/go.over") }

    private static func session(_ compose: String) throws -> SessionRun {
        let run = try SessionRun(compose, options: ["--log", "-"])
        try run.folder.write("", to: "errors")
        return run
    }

    deinit {
        for process in processes where process.isRunning {
            kill(process.pid, SIGTERM)
            _ = process.wait()
        }
    }

    /// Whole lines that the sink has received.
    var count: Int { sink.text(of: "heard").utf8.count { $0 == 0x0A } }

    /// The numbers that the sink has received.
    var heard: [Int] {
        sink.lines(of: "heard").map { line in
            guard case .number(let number)? = (try? JSONValue(line))?["data"]["n"] else { return 0 }
            return Int(number)
        }
    }

    /// What arrived where another number should be; nil if all arrived once, in order.
    var firstDeviation: String? {
        let heard = heard
        let place = heard.enumerated().first { $0.offset + 1 != $0.element }
        if let place { return "\(place.element) as number \(place.offset + 1) of \(heard.count)" }
        return heard.count == total ? nil : "\(heard.count) of \(total)"
    }

    /// Kills the join of a session; the supervisor starts another one.
    func killJoin(of session: SessionRun) throws { try signalJoin(of: session, SIGKILL) }

    private func signalJoin(of session: SessionRun, _ signal: Int32) throws {
        guard case .list(let services) = try JSONValue(session.operate("ps", "--json").output)["services"],
            case .number(let pid)? = services.first(where: { $0["name"] == .string("net") })?["pid"],
            let number = Int32(exactly: pid)
        else { return }
        kill(number, signal)
    }

    /// What both sessions have written to stderr, and how their services are.
    var errors: String {
        [source, sink].map { session in
            session.text(of: "errors") + ((try? session.operate("ps").output) ?? "")
        }.joined(separator: "\n")
    }
}
