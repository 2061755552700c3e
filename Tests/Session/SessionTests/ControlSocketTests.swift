import Foundation
import TestSupport
import Testing

/// Clients of a session's control socket, and what they can do to the session.
@Suite struct ControlSocketTests {
    /// Regression: a client that sent requests without reading the answers cost 1.2 GB. It gets its answers once it
    /// reads.
    @Test func aClientThatNeverReadsIsLeftWaiting() throws {
        let session = try SteadySession.run()
        try SteadySession.whileRunning(session) { child in
            let lines = try SteadySession.client(
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
            expect(lines, equals: ["True", "steady", "all"])
            #expect(try SteadySession.memory(of: child.pid) < 80 * 1024, "kilobytes")
        }
    }

    /// The same for a client that sends invalid lines without end.
    @Test func aSenderThatNeverReadsIsLeftWaiting() throws {
        let session = try SteadySession.run()
        try SteadySession.whileRunning(session) { child in
            let lines = try SteadySession.client(
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
            expect(lines, equals: ["True"])
            #expect(try SteadySession.memory(of: child.pid) < 80 * 1024, "kilobytes")
            try expect(session.operate("ps").status, equals: 0)
        }
    }

    /// `viperline send` reads refusals while it sends; otherwise both sides would wait for each other.
    @Test func manyRefusedLinesAreSentToTheEnd() throws {
        let session = try SteadySession.run()
        try SteadySession.whileRunning(session) { _ in
            let lines = String(repeating: "{\"type\":\"nobody.x\"}\n", count: 20_000)
            let result = try session.operate("send", input: lines + #"{"type":"a.output.x"}"#)
            expect(result.status, equals: 65)
            expect(result.diagnostics.split(separator: "\n").count, equals: 20_000)
        }
    }

    /// Regression: 1,000 idle clients took all descriptors. The loop spun, and the session ended when a role had to be
    /// replaced.
    @Test(arguments: [("ulimit -n 1024", 64), ("ulimit -n 256", 32), ("ulimit -n 48", 6)])
    func clientsBeyondTheLimitAreTurnedAwayWithAWord(limit: String, most: Int) throws {
        let session = try SteadySession.run()
        try SteadySession.whileRunning(session, under: limit) { child in
            let lines = try SteadySession.client(
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
                def standing():
                    lines = open("/proc/\(child.pid)/status").read().splitlines()
                    return [line for line in lines if line.startswith(("State", "voluntary", "nonvoluntary"))]
                looks, last = 0, None
                while looks < 100 and time.time() < deadline + 20:
                    now = standing()
                    looks = looks + 1 if now == last and "sleeping" in now[0] else 0
                    last = now
                print("asleep" if looks == 100 else now)
                os.kill(ask(served[0], "describe")["data"]["services"][1]["pid"], 9)
                deadline = time.time() + 20
                while time.time() < deadline:
                    report = ask(served[0], "describe")["data"]
                    role = [service for service in report["services"] if service["name"] == "role"][0]
                    if role["restarts"] == 1 and role["state"] == "running": break
                    time.sleep(0.02)
                print(role["restarts"], role["state"])
                """)
            expect(lines.first, equals: "\(most) \(500 - most)")
            expect(
                lines.dropFirst().first?.contains("\(most) connections to this session are open already"), equals: true)
            expect(lines.dropFirst(2), equals: ["asleep", "1 running"])
            // The clients have disconnected.
            #expect(try eventually { try session.operate("ps").status == 0 })
        }
    }

    /// Regression: it ended the session. The descriptors that the dead role leaves are too few for the pipes of the next one.
    @Test func aRestartThatLacksDescriptorsIsTriedAgain() throws {
        let session = try SteadySession.run()
        try SteadySession.whileRunning(session) { child in
            let lines = try SteadySession.client(
                of: session,
                """
                import resource
                first, *others = [connect() for _ in range(30)]
                # A connection takes a descriptor of the session once it is accepted: the lowest free one.
                for other in others: ask(other, "describe")
                taken = {int(name) for name in os.listdir("/proc/\(child.pid)/fd")}
                free = next(number for number in range(1024) if number not in taken)
                def allow(most): resource.prlimit(\(child.pid), resource.RLIMIT_NOFILE, (most, 1024))
                def role():
                    services = ask(first, "describe")["data"]["services"]
                    return [service for service in services if service["name"] == "role"][0]
                dying = role()["pid"]
                allow(free)
                os.kill(dying, 9)
                deadline = time.time() + 20
                while role()["state"] != "backingOff" and time.time() < deadline: pass
                print(role()["state"])
                def log(): return open(os.path.dirname(path) + "/log").read()
                while "Too many open files" not in log() and time.time() < deadline: time.sleep(0.02)
                print("role could not be started again" in log())
                allow(1024)
                while role()["state"] != "running" and time.time() < deadline: time.sleep(0.02)
                print(role()["state"])
                """)
            expect(lines, equals: ["backingOff", "True", "running"])
        }
    }

    /// Regression: no tool found the session any more, as after a cleaner of temporary files or the end of a login.
    @Test(arguments: ["*/control", "*", ""]) func aRemovedSocketIsMadeAgain(what: String) throws {
        let session = try SteadySession.run()
        let place = session.folder.path + "/runtime/viperline/"
        try SteadySession.whileRunning(session) { _ in
            for _ in 1...2 {
                try expect(Command.run(["sh", "-c", "rm -rf \(place)\(what)"]).status, equals: 0)
                try expect(session.operate("ps").status, equals: 69)
                #expect(try eventually { try session.operate("ps").status == 0 })
            }
            let log = try session.operate("logs").output
            expect(
                log.split(separator: "\n").count { $0.contains("control was removed while the session runs") },
                equals: 2)
            try expect(session.operate("stop").status, equals: 0)
        }
        let left = try FileManager.default.subpathsOfDirectory(atPath: session.folder.path + "/runtime")
        #expect(left.allSatisfy { !$0.hasSuffix("control") }, "\(left)")
    }

    @Test(.enabled(if: geteuid() == 0)) func anotherUserIsTurnedAwayWithAWord() throws {
        let session = try SteadySession.run()
        try SteadySession.whileRunning(session) { _ in
            let lines = try SteadySession.client(
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
            expect(lines, equals: ["only the user 0 may connect to this session", "steady"])
        }
    }
}
