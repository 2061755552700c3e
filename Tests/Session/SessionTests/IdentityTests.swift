import Foundation
import TestSupport
import Testing

/// Events and their identity after a death: none is lost or repeated.
@Suite struct IdentityTests {
    /// Regression: because the README's doubles set no `causationid`, all their answered requests were sent again.
    @Test(arguments: ["python3 '@/fetcher.py'", "sh '@/fetcher.sh'"], [1, 20])
    func aDoubleOfTheReadmeAnswersOnce(double: String, answeredBefore: Int) throws {
        let session = try SessionRun(
            """
            services:
              source:
                command: [seq, -f, '{"type":"interactor.input.search","id":"s-%g","data":{"source":"itunes.apps","term":"x"}}', "200"]
                sends: [interactor.input]
              fetcher:
                command: [sh, "@/start.sh"]
                receives: [interactor.input]
                sends: [interactor.output]
                restart: on-failure
                recovery: redeliver
              sink: {command: [sh, -c, "cat > @/out"], receives: [interactor.output]}
            """)
        for file in ["fetcher.py", "fetcher.sh"] {
            try session.folder.write(
                try String(contentsOfFile: Checkout.path("Tests/Doubles/\(file)"), encoding: .utf8), to: file)
        }
        let command = double.replacing("@", with: session.folder.path)
        try session.folder.write(
            """
            [ $VIPERLINE_RUN = 1 ] || exec \(command)
            head -n \(answeredBefore) | \(command)
            kill -9 $$
            """, to: "start.sh")
        let result = try session.finish()
        expect(result.status, equals: 0, "\(result.diagnostics)")
        expect(session.keptLog(result)?.contains("was killed by signal 9"), equals: true)
        let answers = session.lines(of: "out").compactMap { Self.text(of: "correlationid", in: $0) }
        expect(answers.count, equals: 200)
        expect(Set(answers).count, equals: 200)
    }

    private static func text(of attribute: String, in line: String) -> String? {
        line.split(separator: "\"\(attribute)\":\"", maxSplits: 1).dropFirst().first?.split(separator: "\"").first
            .map(String.init)
    }

    private static func twoSources(_ role: String, recovery: String) throws -> SessionRun {
        let session = try SessionRun(
            """
            services:
              one: {command: [seq, -f, '{"type":"a.output.x","id":"%g"}', "200"], sends: [a.output]}
              two: {command: [seq, -f, '{"type":"a.output.x","id":"%g"}', "200"], sends: [a.output]}
              role:
                command: [python3, "@/role.py"]
                receives: [a.output]
                sends: [b.output]
                restart: on-failure
                recovery: \(recovery)
              sink: {command: [sh, -c, "cat > @/out"], receives: [b.output]}
            """)
        try session.folder.write(role, to: "role.py")
        return session
    }

    /// Answers arrive in another order, and each id belongs to two requests.
    @Test(arguments: [3, 50, 399]) func requestsOfTwoSendersWithTheSameIDsAreAnsweredOnce(diesAt: Int) throws {
        let session = try Self.twoSources(
            """
            import json, os, sys
            first = os.environ["VIPERLINE_RUN"] == "1"
            waiting, seen = [], 0
            def answer(event):
                print(json.dumps({"type": "b.output.answered", "causationid": event["id"], "causationsource": event["source"], "data": {"of": event["source"], "n": event["id"]}}), flush=True)
            for line in sys.stdin:
                seen += 1
                waiting.insert(seen * 7 % (len(waiting) + 1), json.loads(line))
                if len(waiting) == 9:
                    for event in waiting[:5]:
                        answer(event)
                    del waiting[:5]
                if first and seen == \(diesAt): os.kill(os.getpid(), 9)
            for event in waiting: answer(event)
            """, recovery: "redeliver")
        let result = try session.finish()
        expect(result.status, equals: 0, "\(result.diagnostics)")
        let answers = session.lines(of: "out").compactMap { $0.split(separator: "\"data\":").last }
        expect(session.keptLog(result)?.contains("role was killed by signal 9"), equals: true)
        expect(answers.count, equals: 400)
        expect(Set(answers).count, equals: 400)
    }

    /// A snapshot names one of two events with the same id.
    @Test(arguments: [3, 50, 399]) func snapshotsOfTwoSendersWithTheSameIDsAreToldApart(diesAt: Int) throws {
        let session = try Self.twoSources(
            """
            import json, os, sys
            first = os.environ["VIPERLINE_RUN"] == "1"
            sums = {"one": 0, "two": 0}
            seen = 0
            if "VIPERLINE_RESTORED" in os.environ:
                state = json.loads(sys.stdin.readline())["data"]
                sums, seen = state["sums"], state["seen"]
            for line in sys.stdin:
                event = json.loads(line)
                seen += 1
                of, n = event["source"], int(event["id"])
                sums[of] += n
                print(json.dumps({"type": "b.output.summed", "data": {"of": of, "n": n, "sum": sums[of]}}), flush=True)
                if seen % 7 == 0:
                    print(json.dumps({"type": "process.output.snapshot", "causationid": event["id"], "causationsource": event["source"], "data": {"sums": sums, "seen": seen}}), flush=True)
                if first and seen == \(diesAt): os.kill(os.getpid(), 9)
            """, recovery: "replay")
        let result = try session.finish()
        expect(result.status, equals: 0, "\(result.diagnostics)")
        let lines = session.lines(of: "out")
        expect(session.keptLog(result)?.contains("role was killed by signal 9"), equals: true)
        expect(lines.count, equals: 400)
        for name in ["one", "two"] {
            let own = lines.filter { $0.contains("\"of\": \"\(name)\"") }
            expect(own.count, equals: 200)
            for (number, line) in zip(1..., own) {
                expect(line, contains: "\"n\": \(number), \"sum\": \(number * (number + 1) / 2)}")
            }
        }
    }

    /// A role with external effects learns what an earlier process may have done.
    @Test func whatIsReplayedIsMarked() throws {
        let session = try SessionRun(
            """
            services:
              source: {command: [seq, -f, '{"type":"a.output.x","id":"s-%g"}', "20"], sends: [a.output]}
              role:
                command: [python3, "@/role.py"]
                receives: [a.output]
                restart: on-failure
                recovery: replay
            """)
        try session.folder.write(
            """
            import json, os, sys
            acted = open("\(session.folder.path)/acted", "a")
            seen = 0
            for line in sys.stdin:
                event = json.loads(line)
                seen += 1
                if not event.get("replayed"):
                    acted.write(event["id"] + "\\n")
                    acted.flush()
                if os.environ["VIPERLINE_RUN"] == "1" and seen == 10: os.kill(os.getpid(), 9)
            """, to: "role.py")
        let result = try session.finish()
        expect(result.status, equals: 0, "\(result.diagnostics)")
        let acted = session.lines(of: "acted")
        expect(session.keptLog(result)?.contains("role was killed by signal 9"), equals: true)
        expect(Set(acted).count, equals: acted.count, "nothing is done twice")
        expect(Array(acted.prefix(10)), equals: (1...10).map { "s-\($0)" })
    }

    /// Regression: a list over the line limit was dropped, and the session never settled.
    @Test func aScreenThatIsTooLongIsAnAlertAndTheSessionGoesOn() throws {
        let folder = try TemporaryFolder()
        let session = try AppSession(
            "itunes",
            options: ["-f", folder.path + "/limit.yaml", "--replace", "fetcher=python3 '\(folder.path)/many.py'"])
        try folder.write("line_limit: 64kb\n", to: "limit.yaml")
        try folder.write(
            """
            import json, sys
            for line in sys.stdin:
                request = json.loads(line)
                if request["type"] != "interactor.input.search": continue
                count = 1300 if request["data"]["term"] == "many" else 2
                apps = [{"id": str(n), "name": "App %d" % n, "rating": 4.5} for n in range(count)]
                print(json.dumps({"type": "interactor.output.found", "subject": request.get("subject"), "correlationid": request["correlationid"], "data": {"source": "itunes.apps", "items": apps}}, separators=(",", ":")), flush=True)
            """, to: "many.py")
        let result = try session.run("search many\npress OK\nsearch few\nquit\n")
        expect(result.status, equals: 0, "\(result.diagnostics)")
        expect(result.output, contains: "! Too much for one screen", "\(result.output.suffix(3000))")
        let screens = result.output.components(separatedBy: "\n> ")
        expect(screens.dropFirst(1).first?.contains("100. App 99"), equals: true, "the first rows are shown")
        expect(screens.dropFirst(3).first?.contains(" 2. App 1"), equals: true)
    }
}
