import Foundation
import TestSupport
import Testing

/// What the clients of a session's control socket can do to it, and it to them.
@Suite struct ControlSocketTests {
    /// A session that lives until it is stopped. Its role can be killed.
    private static func session() throws -> SessionRun {
        try SessionRun(
            """
            name: steady
            services:
              source: {command: [sh, -c, "touch @/in; tail -n +1 -f @/in"], sends: [a.output]}
              role: {command: [sh, -c, "exec cat > /dev/null"], receives: [a.output], restart: on-failure}
            """)
    }

    private static func whileRunning(
        _ session: SessionRun, under limit: String = "ulimit -n 1024", _ body: (ChildProcess) throws -> Void
    ) throws {
        let child = try ChildProcess(
            ["sh", "-c", limit + #"; exec "$@""#, "sh"] + session.arguments, environment: session.environment)
        defer {
            kill(child.pid, SIGCONT)
            kill(child.pid, SIGTERM)
            _ = child.wait()
        }
        #expect(try eventually { try session.operate("ps").status == 0 })
        try body(child)
    }

    /// Runs a client in Python: `connect()` gives a connection to the session. Whatever it prints comes back.
    private static func client(of session: SessionRun, as user: uid_t = 0, _ script: String) throws -> [String] {
        let prelude = """
            import glob, json, os, select, socket, sys, time
            path = glob.glob("\(session.folder.path)/runtime/viperline/*/control")[0]
            def connect():
                connection = socket.socket(socket.AF_UNIX)
                connection.connect(path)
                return connection
            def ask(connection, kind):
                connection.sendall(json.dumps({"type": "supervisor.input." + kind, "id": "x"}).encode() + b"\\n")
                return json.loads(connection.makefile("rb").readline())

            """
        try session.folder.write(prelude + script, to: "client.py")
        let result = try Command.run(["timeout", "60", "python3", session.folder.path + "/client.py"])
        #expect(result.status == 0, "\(result.diagnostics)")
        return result.lines
    }

    private static func memory(of pid: Int32) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
        return line?.split(separator: " ").compactMap { Int($0) }.first ?? .max
    }

    private static func processorTime(of pid: Int32) throws -> Int {
        let fields = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8).split(separator: " ")
        return (Int(fields[13]) ?? 0) + (Int(fields[14]) ?? 0)
    }

    /// One that asked without reading the answers made 1.2 GB. What it asked is answered once it reads.
    @Test func aClientThatNeverReadsIsLeftWaiting() throws {
        let session = try Self.session()
        try Self.whileRunning(session) { child in
            let lines = try Self.client(
                of: session,
                """
                connection = connect()
                connection.setblocking(False)
                request = json.dumps({"type": "supervisor.input.describe", "id": "x" * 200}).encode() + b"\\n"
                sent = 0
                while select.select([], [connection], [], 0.5)[1] and sent < 200_000_000:
                    sent += connection.send((request * 1000)[sent % len(request):])
                print(sent < 200_000_000)
                asked = sent // len(request)
                other = connect()
                print(ask(other, "describe")["data"]["name"])
                connection.setblocking(True)
                connection.shutdown(socket.SHUT_WR)
                answers = 0
                for line in connection.makefile("rb"):
                    answers += 1
                    if answers == asked + (sent % len(request) > 0):
                        print("all")
                        break
                """)
            #expect(lines == ["True", "steady", "all"])
            #expect(try Self.memory(of: child.pid) < 80 * 1024, "kilobytes")
        }
    }

    /// The same of one whose lines are refused without end.
    @Test func aSenderThatNeverReadsIsLeftWaiting() throws {
        let session = try Self.session()
        try Self.whileRunning(session) { child in
            let lines = try Self.client(
                of: session,
                """
                connection = connect()
                connection.sendall(b'{"type":"supervisor.input.send"}\\n')
                connection.setblocking(False)
                sent = 0
                while select.select([], [connection], [], 0.5)[1] and sent < 100_000_000:
                    sent += connection.send(b"x\\n" * 50_000)
                print(sent < 100_000_000)
                """)
            #expect(lines == ["True"])
            #expect(try Self.memory(of: child.pid) < 80 * 1024, "kilobytes")
            #expect(try session.operate("ps").status == 0)
        }
    }

    /// `viperline send` reads what is refused while it sends, or both would wait for each other.
    @Test func manyRefusedLinesAreSentToTheEnd() throws {
        let session = try Self.session()
        try Self.whileRunning(session) { _ in
            let lines = String(repeating: "{\"type\":\"nobody.x\"}\n", count: 20_000)
            let result = try session.operate("send", input: lines + #"{"type":"a.output.x"}"#)
            #expect(result.status == 65)
            #expect(result.diagnostics.split(separator: "\n").count == 20_000)
        }
    }

    /// 1,000 idle ones took all descriptors: the session went round at full speed, and ended when a role was to be replaced.
    @Test(arguments: [("ulimit -n 1024", 64), ("ulimit -n 256", 32), ("ulimit -n 48", 6)])
    func clientsBeyondTheLimitAreTurnedAwayWithAWord(limit: String, most: Int) throws {
        let session = try Self.session()
        try Self.whileRunning(session, under: limit) { child in
            let lines = try Self.client(
                of: session,
                """
                import resource
                resource.setrlimit(resource.RLIMIT_NOFILE, (2048, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
                served, refused = [connect() for _ in range(500)], []
                deadline = time.time() + 10
                while len(served) > \(most) and time.time() < deadline:
                    ready = select.select(served, [], [], 0.1)[0]
                    refused += ready
                    served = [connection for connection in served if connection not in ready]
                print(len(served), len(refused))
                words = {refusal.makefile("rb").readline() for refusal in refused}
                print(*{json.loads(word)["data"]["message"] for word in words})
                def spent():
                    fields = open("/proc/\(child.pid)/stat").read().split()
                    return int(fields[13]) + int(fields[14])
                before = spent()
                time.sleep(0.5)
                print(spent() - before < 10)
                os.kill(ask(served[0], "describe")["data"]["services"][1]["pid"], 9)
                deadline = time.time() + 20
                while time.time() < deadline:
                    report = ask(served[0], "describe")["data"]
                    role = [service for service in report["services"] if service["name"] == "role"][0]
                    if role["restarts"] == 1 and role["state"] == "running": break
                    time.sleep(0.02)
                print(role["restarts"], role["state"])
                """)
            #expect(lines.first == "\(most) \(500 - most)")
            #expect(lines.dropFirst().first?.contains("\(most) connections to this session are open already") == true)
            #expect(lines.dropFirst(2) == ["True", "1 running"])
            // They have gone.
            #expect(try eventually { try session.operate("ps").status == 0 })
        }
    }

    /// It ended the session.
    @Test func aRestartThatLacksDescriptorsIsTriedAgain() throws {
        let session = try Self.session()
        try Self.whileRunning(session, under: "ulimit -n 40") { _ in
            let lines = try Self.client(
                of: session,
                """
                first, *others = [connect() for _ in range(5)]
                def role():
                    services = ask(first, "describe")["data"]["services"]
                    return [service for service in services if service["name"] == "role"][0]
                os.kill(role()["pid"], 9)
                deadline = time.time() + 20
                while role()["state"] != "backingOff" and time.time() < deadline: pass
                print(role()["state"])
                for other in others: other.close()
                while role()["state"] != "running" and time.time() < deadline: time.sleep(0.02)
                print(role()["restarts"], role()["state"])
                """)
            #expect(lines == ["backingOff", "1 running"])
        }
    }

    @Test(.enabled(if: geteuid() == 0)) func anotherUserIsTurnedAwayWithAWord() throws {
        let session = try Self.session()
        try Self.whileRunning(session) { _ in
            let lines = try Self.client(
                of: session,
                """
                place = os.path.dirname(path)
                folders = [place, os.path.dirname(place), os.path.dirname(os.path.dirname(place))]
                for folder in folders: os.chmod(folder, 0o755)
                os.chmod(path, 0o666)
                os.setegid(12345)
                os.seteuid(12345)
                connection = connect()
                os.seteuid(0)
                print(json.loads(connection.makefile("rb").readline())["data"]["message"])
                for folder in folders: os.chmod(folder, 0o700)
                print(ask(connect(), "describe")["data"]["name"])
                """)
            #expect(lines == ["only the user 0 may speak to this session", "steady"])
        }
    }

    /// One that was suspended kept `ps`, `tap`, `send` and `stop` from all others.
    @Test func aSuspendedSessionHoldsNobodyUp() throws {
        let sessions = try [Self.session(), Self.session()]
        try Self.whileRunning(sessions[0]) { first in
            let second = try ChildProcess(sessions[1].arguments, environment: sessions[0].environment)
            defer {
                kill(second.pid, SIGCONT)
                kill(second.pid, SIGTERM)
                _ = second.wait()
            }
            #expect(try eventually { try sessions[0].operate("ps", "--json").lines.count == 2 })
            kill(second.pid, SIGSTOP)
            #expect(
                try eventually {
                    try sessions[0].operate("ps").output.contains("(\(second.pid)) does not answer")
                })
            let listed = try sessions[0].operate("ps", "--json")
            #expect(listed.status == 0)
            #expect(listed.lines.count == 2)
            #expect(listed.lines.last?.contains(#""answers":false"#) == true)
            #expect(try Command.run(["jq", ".services[]"], input: listed.output).status == 0)
            #expect(try sessions[0].operate("logs", "\(first.pid)").status == 0)
            for words in [["logs"], ["stop"], ["tap"], ["send"]] {
                let unclear = try Command.run(
                    [Products.executable("viperline")] + words, environment: sessions[0].environment)
                #expect(unclear.status == 69)
                #expect(unclear.diagnostics.contains("one that does not answer (\(second.pid))"))
            }
            let silent = try sessions[0].operate("stop", "\(second.pid)")
            #expect(silent.status == 69)
            #expect(silent.diagnostics.contains("kill -CONT \(second.pid)"))
            kill(second.pid, SIGCONT)
            #expect(try sessions[0].operate("logs", "\(second.pid)").status == 0)
        }
    }

    /// 3,251 of 200,000 events were lost to a tap whose session ended, and it said nothing. Each is told, or counted.
    @Test func aTapWhoseSessionEndsIsToldEverything() throws {
        let session = try SessionRun(
            """
            services:
              source: {command: [sh, "@/source.sh"], sends: [a.output]}
              sink: {command: [sh, -c, "cat > /dev/null"], receives: [a.output]}
            """)
        let folder = session.folder.path
        try session.folder.write(
            """
            until [ -e \(folder)/tapped ]; do echo '{"type":"a.output.x"}'; sleep 0.01; done
            seq -f '{"type":"a.output.x","data":{"number":%.0f}}' 200000
            """, to: "source.sh")
        let child = try session.start()
        #expect(try eventually { try session.operate("ps").status == 0 })
        // It reads all the time, and is too slow.
        try session.folder.write(
            """
            import os, sys, time
            seen = 0
            for line in sys.stdin.buffer:
                if not seen: open("\(folder)/tapped", "w")
                seen += b"number" in line
                if seen % 1000 == 0: time.sleep(0.005)
            print(seen)
            """, to: "reader.py")
        let result = try Command.run(
            [
                "bash", "-c",
                "\(Products.executable("viperline")) tap | python3 \(folder)/reader.py; echo ${PIPESTATUS[0]}",
            ], environment: session.environment)
        #expect(child.wait() == 0)
        let missed = result.diagnostics.split(separator: "\n").filter { $0.contains("missed ") }
            .compactMap { $0.split(separator: " ").compactMap { Int($0) }.first }.reduce(0, +)
        let seen = result.lines.first.flatMap { Int($0) } ?? 0
        #expect(seen > 0)
        #expect(seen + missed == 200_000)
        #expect(result.lines.last == (missed == 0 ? "0" : "75"))
    }

    /// One that has stopped reading is not waited for, and knows afterwards that this was not all.
    @Test func aTapThatPausesAtTheEndIsToldThatItMissedSomething() throws {
        let session = try SessionRun(
            """
            services:
              source: {command: [sh, "@/source.sh"], sends: [a.output]}
              sink: {command: [sh, -c, "cat > /dev/null"], receives: [a.output]}
            """)
        let folder = session.folder.path
        try session.folder.write(
            """
            until [ -e \(folder)/tapped ]; do echo '{"type":"a.output.x"}'; sleep 0.01; done
            seq -f '{"type":"a.output.x","data":{"number":%.0f}}' 50000
            """, to: "source.sh")
        let child = try session.start()
        #expect(try eventually { try session.operate("ps").status == 0 })
        let reader = try ChildProcess(
            [
                "bash", "-c",
                """
                { \(Products.executable("viperline")) tap 2> \(folder)/words; echo $? > \(folder)/status; } |
                    (read -r line; touch \(folder)/tapped; until [ -e \(folder)/over ]; do sleep 0.01; done; cat > /dev/null)
                """,
            ], environment: session.environment)
        #expect(child.wait() == 0)
        try session.folder.write("", to: "over")
        #expect(reader.wait() == 0)
        #expect(session.text(of: "status") == "75\n")
        #expect(session.text(of: "words").contains("the session broke off; the last events may be missing"))
    }

    /// A candidate that never reads could not be left.
    @Test func aShadowCanBeStoppedWhileItsQueueDrains() throws {
        let session = try Self.session()
        try Self.whileRunning(session) { _ in
            let streams = try ["report", "words"].map { try session.folder.write("", to: $0).path }
            let shadow = try ChildProcess(
                [
                    Products.executable("viperline"), "shadow", "role", "--", "sh", "-c",
                    "touch \(session.folder.path)/up; exec sleep 1000",
                ], environment: session.environment, streams: ["/dev/null"] + streams)
            #expect(eventually { FileManager.default.fileExists(atPath: session.folder.path + "/up") })
            let file = try FileHandle(forWritingTo: session.folder.url.appendingPathComponent("in"))
            let line = #"{"type":"a.output.x","data":{"text":"\#(String(repeating: "x", count: 1000))"}}"# + "\n"
            try file.seekToEnd()
            for _ in 0..<20 { try file.write(contentsOf: Data(String(repeating: line, count: 1000).utf8)) }
            #expect(try eventually { try Self.memory(of: shadow.pid) > 0 && !session.lines(of: "in").isEmpty })
            #expect(
                try eventually {
                    let role = try JSONValue(try session.operate("ps", "--json").output)["services"][1]
                    return role["input"]["lines"] == .number(20_000)
                })
            kill(shadow.pid, SIGINT)
            kill(shadow.pid, SIGINT)
            #expect(shadow.wait() == 75)
            #expect(session.text(of: "words").contains("the candidate has left"), "\(session.text(of: "words"))")
        }
    }

    /// An error before there was a session left its folder.
    @Test(arguments: [
        ["run", "none.yaml"], ["run", "itunes", "--cassette", "none.ndjson", "--only", "view"],
        ["run", "COMPOSE", "--record", "/nowhere/tape.ndjson"], ["run", "COMPOSE", "--log", "/nowhere/log"],
        ["run", "COMPOSE", "--record", "/nowhere/tape.ndjson.gz"],
    ])
    func anErrorExitLeavesNoFolder(words: [String]) throws {
        let session = try SessionRun("services: {a: {command: [\"true\"]}}")
        let command = words.map { $0 == "COMPOSE" ? session.folder.path + "/compose.yaml" : $0 }
        let result = try Command.run(
            [Products.executable("viperline")] + command, environment: session.environment,
            folder: session.folder.path)
        #expect(result.status != 0)
        let left = try FileManager.default.contentsOfDirectory(atPath: session.folder.path + "/runtime/viperline")
        #expect(left.isEmpty)
    }

    /// The log of a session in which something went wrong stays, its socket does not; a killed one's goes with the next.
    @Test func nothingButLogsStaysBehind() throws {
        let session = try SessionRun("services: {a: {command: [sh, -c, 'echo words >&2; exit 3']}}")
        let root = session.folder.path + "/runtime/viperline"
        func left() throws -> [String] {
            try Command.run(["find", root, "-type", "f,s"]).lines.map { String($0.split(separator: "/").last ?? "") }
        }
        let steady = try Self.session()
        let killed = try ChildProcess(steady.arguments, environment: session.environment)
        #expect(try eventually { try session.operate("ps").status == 0 })
        #expect(Set(try left()) == ["control", "log"])
        kill(killed.pid, SIGKILL)
        _ = killed.wait()
        #expect(try session.operate("ps").status == 69)
        #expect(try session.finish().status == 3)
        #expect(try left().allSatisfy { $0 == "log" })
    }
}
