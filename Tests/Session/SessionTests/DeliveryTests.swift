import Foundation
import TestSupport
import Testing

/// What is written is delivered at a service's end, to the service or to its successor, or else it is reported.
@Suite struct DeliveryTests {
    /// `emit.py`: an event, and five more at the end of its input or at SIGTERM. `sum.py`: how many it has read, at its end.
    /// `keep.py`: writes what it reads to a file.
    private static func folder(of session: SessionRun) throws {
        try session.folder.write(
            """
            import json, os, signal, sys
            place = os.path.dirname(__file__)
            def emit(number): print(json.dumps({"type": "a.output.x", "data": {"n": number}}), flush=True)
            def rest(*_):
                for number in range(1, 6): emit(number)
                sys.exit()
            emit(0)
            open(place + "/up", "w").close()
            if "--signal" in sys.argv:
                signal.signal(signal.SIGTERM, rest)
                while True: signal.pause()
            sys.stdin.read()
            rest()
            """, to: "emit.py")
        try session.folder.write(
            """
            import json, sys
            print(json.dumps({"type": "s.output.sum", "data": {"n": sum(1 for _ in sys.stdin)}}), flush=True)
            """, to: "sum.py")
    }

    enum End: CaseIterable { case stop, terminate, interrupt, exitOnEnd }

    static let wirings: [String: String] = [
        "a sum at the end of a chain": """
        source: {command: [python3, "@/emit.py"], sends: [a.output]}
        sum: {command: [python3, "@/sum.py"], receives: [a.output], sends: [s.output]}
        sink: {command: [sh, -c, "grep -o 'n\\":.*' > @/out"], receives: [s.output]}
        """,
        "a receiver that depends on its sender": """
        source: {command: [python3, "@/emit.py"], sends: [a.output]}
        sink: {command: [sh, -c, "wc -l > @/count; echo 'n\\": 6' > @/out"], receives: [a.output], depends_on: [source]}
        """,
        "a sender that ends at the signal": """
        source: {command: [python3, "@/emit.py", --signal], sends: [a.output], stop_grace_period: 200ms}
        sum: {command: [python3, "@/sum.py"], receives: [a.output], sends: [s.output]}
        sink: {command: [sh, -c, "grep -o 'n\\":.*' > @/out"], receives: [s.output], depends_on: [sum]}
        """,
    ]

    /// Regression: all inputs were closed at once, and what a sender wrote while it ended was dropped without a word.
    @Test(arguments: wirings.keys.sorted(), End.allCases)
    func anOrderlyEndDeliversWhatASenderWritesWhileItEnds(wiring: String, end: End) throws {
        let services = (Self.wirings[wiring] ?? "").split(separator: "\n").map { "  \($0)\n" }.joined()
        let trigger = "  trigger: {command: [sh, -c, 'until [ -e @/go ]; do sleep 0.01; done'], exit_on_end: true}\n"
        let session = try SessionRun(
            "services:\n" + services + (end == .exitOnEnd ? trigger : ""), options: ["--log", "-"])
        try Self.folder(of: session)
        let streams = try ["in", "output", "log"].map { try session.folder.write("", to: $0).path }
        let process = try ChildProcess(session.arguments, environment: session.environment, streams: streams)
        // Its first event has passed.
        #expect(try eventually { try session.operate("ps").output.contains(/source .* 1 \(/) })
        switch end {
        case .stop: try session.operate("stop")
        case .terminate: kill(process.pid, SIGTERM)
        case .interrupt: kill(process.pid, SIGINT)
        case .exitOnEnd: try session.folder.write("", to: "go")
        }
        _ = process.wait()
        expect(session.text(of: "out"), contains: #"n": 6"#, "\(session.text(of: "log"))")
        expect(session.text(of: "log"), equals: "")
    }

    /// A worker reads little at a time and does a thing for each event; its process ends in the middle of the work. The pipe is
    /// wide enough for all that waits. What it has in hand when it is killed is lost; all others are done once.
    @Test(arguments: ["crash", "kill", "restart", "swap"])
    func aSuccessorGetsWhatWasNotRead(end: String) throws {
        let session = try SessionRun(
            """
            services:
              source: {command: [seq, -f, '{"type":"a.output.x","data":{"n":%g}}', "500"], sends: [a.output]}
              worker: {command: [python3, "@/worker.py"], receives: [a.output], restart: on-failure, stop_grace_period: 50ms}
            """)
        try session.folder.write(
            """
            import os, signal, sys, time
            place, rest = os.path.dirname(__file__), b""
            is_first = os.environ["VIPERLINE_RUN"] == "1"
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            if is_first: open(place + "/pid", "w").write(str(os.getpid()))
            with open(place + "/done", "ab", buffering=0) as done:
                while chunk := os.read(0, 256):
                    *lines, rest = (rest + chunk).split(b"\\n")
                    for line in lines: done.write(line + b"\\n")
                    if is_first and os.path.getsize(place + "/done") > 5000:
                        open(place + "/half", "w").close()
                        if "\(end)" == "crash": os._exit(3)
                        while True: signal.pause()
            """, to: "worker.py")
        let process = try session.start()
        #expect(eventually { FileManager.default.fileExists(atPath: session.folder.path + "/half") })
        if end != "crash" {
            let report = try JSONValue(try session.operate("ps", "--json").output)["services"][1]
            #expect(report["queued"] != .number(0), "what waits in its pipe")
            switch end {
            case "restart": try expect(session.operate("restart", "worker").status, equals: 0)
            case "swap":
                try expect(
                    session.operate("swap", "worker", "--", "python3", "\(session.folder.path)/worker.py").status,
                    equals: 0)
            default: kill(try require(pid_t(session.text(of: "pid"))), SIGKILL)
            }
        }
        expect(process.wait(), equals: 0)
        let numbers = session.lines(of: "done").compactMap {
            $0.split(separator: #""n":"#).last.flatMap { Int($0.dropLast(2)) }
        }
        expect(numbers, equals: Array(1...500))
    }

    struct Loss: CustomTestStringConvertible {
        let name: String, worker: String
        var recovery = "none"
        let told: String
        var testDescription: String { name }
    }

    /// Regression: it was told only of what came after the end.
    @Test(arguments: [
        Loss(
            name: "a good end", worker: "read -r a; read -r b",
            told: "worker ended with exit code 0; 98 events from source were never delivered"),
        Loss(
            name: "a failure", worker: "read -r a; exit 3",
            told: "worker ended with exit code 3; 99 events from source were never delivered"),
        Loss(
            name: "killed", worker: "read -r a; kill -KILL $$$$",
            told: "worker was killed by signal 9 (Killed); 99 events from source were never delivered"),
        Loss(
            name: "nothing read, requests open", worker: "exit 0", recovery: "redeliver",
            told:
                "worker ended with exit code 0; 100 events from source were never delivered, and 100 requests are unanswered"
        ),
        Loss(name: "all is read", worker: "cat > /dev/null", told: ""),
    ])
    func whatAServiceNeverReadIsReported(loss: Loss) throws {
        let session = try SessionRun(
            """
            services:
              source: {command: [seq, -f, '{"type":"a.output.x","data":{"n":%g}}', "100"], sends: [a.output]}
              worker: {command: [sh, -c, '\(loss.worker)'], receives: [a.output], recovery: \(loss.recovery), depends_on: {source: {condition: service_completed_successfully}}}
            """)
        let result = try session.finish()
        let log = session.keptLog(result) ?? ""
        expect(loss.told.isEmpty ? log.isEmpty : log.contains(loss.told), "\(result.diagnostics)\(log)")
    }

    /// Regression: the cause was in the log, if anywhere, and the user looked at "Searching…" for a minute.
    @Test(arguments: [
        ("exit 0", #"role is gone: "a.output.x" from view can't be delivered"#),
        ("read -r x; echo {; sleep 1000", "role wrote a line that is not an event"),
        (#"read -r x; echo "{\"type\":\"c.output.x\"}"; sleep 1000"#, #"role may not send "c.output.x""#),
        (
            #"read -r x; echo "{\"type\":\"b.output.x\",\"correlationid\":\"view+1\"}"; sleep 1000"#,
            "whose causationid or correlationid names no open request"
        ),
    ])
    func theUserIsToldWhyAnAnswerDoesNotCome(role: String, told: String) throws {
        let session = try SessionRun(
            """
            services:
              view:
                command: [sh, -c, 'echo "{\\"type\\":\\"a.output.x\\",\\"correlationid\\":\\"v\\"}"; while read -r line; do case "$$line" in *notice*) echo "$$line" > @/told; exit;; esac; done']
                sends: [a.output]
                receives: [b.output]
                tty: true
                exit_on_end: true
                depends_on: [role]
              role: {command: [sh, @/role.sh], receives: [a.output], sends: [b.output], recovery: redeliver, stop_grace_period: 50ms}
              # A view whose last sender has ended would get the end of its input, perhaps before the notice.
              other: {command: [sleep, "1000"], sends: [b.output]}
            """)
        try session.folder.write(role, to: "role.sh")
        let streams = try ["in", "output", "log"].map { try session.folder.write("", to: $0).path }
        let process = try ChildProcess(session.arguments, environment: session.environment, streams: streams)
        #expect(eventually { session.text(of: "told").contains("process.input.notice") })
        expect(process.wait(), equals: 0)
        expect(session.text(of: "told").replacing(#"\""#, with: #"""#), contains: told, "\(session.text(of: "told"))")
    }

    /// A process in a session of its own outlives its service, and what it writes is lost.
    @Test func whatOutlivesItsServiceIsMentioned() throws {
        let session = try SessionRun(
            """
            services:
              daemon:
                command: [sh, -c, "setsid sh -c 'touch @/up; exec sleep 20' & while [ ! -e @/up ]; do sleep 0.02; done"]
                sends: [a.output]
              sink: {command: [cat], receives: [a.output]}
            """, options: ["--log", "-"])
        let result = try session.finish()
        expect(result.status, equals: 0)
        expect(
            result.diagnostics, contains: "daemon has ended, but a process that it has started still held its output")
    }

    /// Regression: `restart` waited without a word, and nobody else could replace the service.
    @Test func whatAServiceWaitsForIsShown() throws {
        let session = try SessionRun(
            """
            services:
              late: {command: [cat], depends_on: {base: {condition: service_healthy}}}
              base: {command: [sleep, "1000"], stop_grace_period: 50ms}
            """)
        let process = try session.start()
        #expect(try eventually { try session.operate("ps").output.contains("waits for base (service_healthy)") })
        for words in [["restart", "late"], ["swap", "late", "--", "cat"]] {
            let result = try Command.run([Products.executable("viperline")] + words, environment: session.environment)
            expect(result.status, equals: 69)
            expect(result.diagnostics, contains: "late has not been started yet: it waits for base (service_healthy)")
        }
        try session.operate("stop")
        _ = process.wait()
    }

    /// Regression: "1538975 things went wrong".
    @Test func aSenderThatGoesOnIsReportedOnce() throws {
        let session = try SessionRun(
            """
            services:
              source: {command: [seq, -f, '{"type":"a.output.x","data":{"n":%g}}', "100000"], sends: [a.output], depends_on: {gone: {condition: service_completed_successfully}}}
              gone: {command: ["true"], receives: [a.output]}
            """)
        let result = try session.finish()
        expect(result.diagnostics, contains: "1 thing went wrong", "\(result.diagnostics)")
        let log = try require(session.keptLog(result))
        expect(log, contains: "100000 events from source came after gone had ended, and were not delivered", "\(log)")
        expect(log.split(separator: "\n").count, equals: 2)
    }
}
