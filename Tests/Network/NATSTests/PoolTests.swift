import Foundation
import NATSBridge
import NATSLink
import Platform
import TestSupport
import Testing

/// Callers and workers with a real server, when something dies, hangs or goes away.
@Suite(.serialized) struct PoolTests {
    private static let names = (1...20).map { "p-\($0)" }

    @Test func everyRequestIsAnsweredOnceByOneOfTheWorkers() throws {
        let pool = try PoolRun()
        for _ in 1...2 { try pool.worker("--parallel", "2") }
        let callers = try ["c1", "c2"].map { name in
            try pool.caller((1...20).map { PoolRun.request($0, #""wait":0.02"#) }, name: name)
        }
        for caller in callers {
            expect(caller.process.wait(), equals: 0)
            expect(Set(caller.answered), equals: Set(Self.names))
            expect(caller.answered.count, equals: 20)
            #expect(caller.lines.allSatisfy { $0.contains(#""source": "viperline-nats""#) })
        }
        expect(pool.log.count, equals: 40)
    }

    /// Regression: the child had the worker's connection, as which it could publish and acknowledge; and what a crashed child had
    /// started lived on.
    @Test func aChildHasNothingOfItsWorkers() throws {
        let pool = try PoolRun()
        for file in ["files", "started"] { try pool.folder.write("", to: file) }
        // Only the first child writes: the next one may begin while the files are read.
        let program =
            "[ -s $0/started ] || { (ls /proc/$$/fd >$0/files); sleep 1000 & echo $! >$0/started; }; kill -9 $$"
        let worker = try ChildProcess(
            [
                "bash", "-c", "exec 9</dev/zero; exec \"$@\"", "bash", Products.executable("viperline-nats"), "serve",
                "fetch", "--", "sh", "-c", program, pool.folder.path,
            ], environment: ["NATS_URL": pool.server.url])
        defer {
            kill(worker.pid, SIGKILL)
            _ = worker.wait()
        }
        let caller = try pool.caller([PoolRun.request(1)])
        defer { kill(caller.process.pid, SIGKILL) }
        #expect(try eventually { try !pool.folder.text(of: "started").isEmpty })
        try expect(pool.folder.text(of: "files"), equals: "0\n1\n2\n")
        let started = try pool.folder.text(of: "started").trimmingCharacters(in: .newlines)
        let hasEnded = try eventually {
            let state = try Command.run(["ps", "-o", "stat=", "-p", started]).output
            return state.isEmpty || state.hasPrefix("Z")
        }
        #expect(hasEnded)
    }

    /// Regression: a router as a pool's program opened a stranger's page at the worker's machine.
    @Test(arguments: [[:], ["VIPERLINE_PRINT_URLS": ""], ["VIPERLINE_PRINT_URLS": "0"]])
    func aChildOpensNoPagesForUsersElsewhere(_ own: [String: String]) throws {
        let pool = try PoolRun()
        try pool.folder.write("", to: "noted")
        let program = "echo \"<$VIPERLINE_PRINT_URLS>\" >$0/noted; cat"
        let worker = try ChildProcess(
            [Products.executable("viperline-nats"), "serve", "fetch", "--", "sh", "-c", program, pool.folder.path],
            environment: own.merging(["NATS_URL": pool.server.url]) { $1 })
        defer {
            kill(worker.pid, SIGKILL)
            _ = worker.wait()
        }
        let caller = try pool.caller([PoolRun.request(1)])
        defer { kill(caller.process.pid, SIGKILL) }
        #expect(try eventually { try !pool.folder.text(of: "noted").isEmpty })
        let noted = try pool.folder.text(of: "noted")
        expect(noted, equals: (own["VIPERLINE_PRINT_URLS"] == "0" ? "<0>\n" : "<1>\n"))
    }

    /// Regression: one that was tried for a changed service made its requests, and took its answers.
    @Test(arguments: [["call", "fetch"], ["join", "s"]])
    func aRehearsalSaysNothingToTheServer(command: [String]) throws {
        let run = try Command.run(
            [Products.executable("viperline-nats")] + command, input: PoolRun.request(1),
            environment: [
                "NATS_URL": "127.0.0.1:1", "VIPERLINE_REHEARSAL": "1", "VIPERLINE_SERVICE": "fetcher",
                "VIPERLINE_WIRING": #"{"receives":["pool.input"],"sends":["pool.output"],"session":"itunes"}"#,
            ])
        expect(run.status == 0 && run.output.isEmpty && run.diagnostics.isEmpty)
    }

    /// Regression: libnats threw away what looks like the server's word that nobody receives a request.
    @Test func aRequestThatLooksLikeTheServersStatusIsDropped() throws {
        let pool = try PoolRun()
        try pool.worker()
        try expect(pool.caller([PoolRun.request(1)]).process.wait(), equals: 0)
        let client = RawClient(server: pool.server, identity: .user("nobody", password: "x"))
        try expect(
            client.say(["POISON vl-calls.fetch.c1.x.in.get", "POISON vl.fetch.in.get"]), equals: ["allowed", "allowed"])
        let caller = try pool.caller([PoolRun.request(2)])
        expect(caller.process.wait() == 0 && caller.answered == ["p-2"])
        #expect(eventually { pool.words.contains("a message on vl-calls.fetch.c1.x.in.get was dropped") })
    }
    @Test func aKilledWorkersRequestsGoToAnother() throws {
        let pool = try PoolRun()
        let first = try pool.worker()
        let caller = try pool.caller(
            // Longer than a busy machine holds up a sign of life, for want of which the first one would be asked again.
            [PoolRun.request(1, #""do":"hang once""#), PoolRun.request(2)], "--patience", "5")
        expect(
            eventually { caller.answered == ["p-2"] && pool.log.contains("began p-1") },
            "\(caller.answered) \(pool.log) \(pool.words)")
        kill(first.pid, SIGKILL)
        try pool.worker()
        expect(caller.process.wait(), equals: 0)
        expect(caller.answered, equals: ["p-2", "p-1"])
        expect(pool.log.filter { $0.contains("p-1") }, equals: ["began p-1", "began p-1 again"])
    }
    /// The server goes on to give the suspended worker requests.
    @Test func aSuspendedWorkersRequestIsAnsweredByAnotherAndTheSecondAnswerIsDropped() throws {
        let pool = try PoolRun()
        let first = try pool.worker()
        let caller = try pool.caller([PoolRun.request(1, #""wait":0.5"#)], "--patience", "0.6")
        #expect(eventually { pool.log == ["began p-1"] })
        suspend(first.pid)
        try pool.worker()
        expect(caller.process.wait(), equals: 0)
        let next = try pool.caller([PoolRun.request(2, #""wait":0.5"#)], "--patience", "0.6")
        kill(first.pid, SIGCONT)
        expect(next.process.wait(), equals: 0)
        expect(caller.answered, equals: ["p-1"])
        expect(next.answered, equals: ["p-2"])
    }

    @Test func aStoppedWorkerAnswersWhatIsUnderWay() throws {
        let pool = try PoolRun()
        let worker = try pool.worker()
        let caller = try pool.caller([PoolRun.request(1, #""wait":0.3"#)])
        #expect(eventually { pool.log == ["began p-1"] })
        kill(worker.pid, SIGTERM)
        expect(worker.wait(), equals: 0)
        expect(caller.process.wait(), equals: 0)
        expect(pool.log, equals: ["began p-1"])
    }

    @Test func aChildThatHangsIsKilledAndItsRequestBegunAnew() throws {
        let pool = try PoolRun()
        try pool.worker("--answer-within", "4")
        let caller = try pool.caller([PoolRun.request(1, #""do":"hang once""#)])
        expect(caller.process.wait(), equals: 0)
        expect(pool.log.last, equals: "began p-1 again")
        expect(pool.words, contains: "had not answered p-1 in time and was killed")
    }
    /// Regression (D2): such a request, or such an answer, ended `call`, and each of its successors.
    @Test func whatNoWorkerCanAnswerIsGivenUpAndTakesNoOthersWithIt() throws {
        let pool = try PoolRun()
        let limit = ["VIPERLINE_LINE_LIMIT": "4000000"]
        try pool.worker(environment: limit)
        let long = #""x":"\#(String(repeating: "x", count: 1 << 20))""#
        let caller = try pool.caller(
            [
                PoolRun.request(1, #""do":"die""#), PoolRun.request(2, #""wait":0.1"#),
                PoolRun.request(3, #""do":"grow""#),
                PoolRun.request(4, long), PoolRun.request(5),
            ], environment: limit)
        expect(caller.process.wait(), equals: 69)
        expect(Set(caller.answered) == ["p-1", "p-2", "p-3", "p-4", "p-5"] && caller.answered.count == 5)
        expect(caller.lines.filter { $0.contains("process.output.refused") }.count, equals: 3)
        expect(caller.words, contains: "the request p/p-1 was given up: 5 attempts failed on a worker")
        expect(pool.log.filter { $0.hasPrefix("began p-1") }.count, equals: 5)
        expect(pool.words, contains: "it takes no requests for")
    }

    /// Regression (D2): the bad worker had room at all times, so it took every request again while the good ones were busy, and ended
    /// the callers' sessions.
    @Test func aWorkerWhoseProgramCannotStartTakesNoRequestsFromBusyOnes() throws {
        let pool = try PoolRun()
        try pool.worker("--parallel", "1")
        try pool.worker("--parallel", "1")
        try pool.worker(program: ["sh", "-c", "exit 1"])
        let caller = try pool.caller((1...13).map { PoolRun.request($0, #""wait":0.3"#) })
        expect(caller.process.wait(), equals: 0, "\(caller.words)")
        expect(Set(caller.answered).count == 13 && caller.answered.count == 13)
        expect(caller.words, lacks: "given up")
    }
    @Test func aKilledCallersSuccessorGetsTheAnswersToWhatIsUnderWay() throws {
        let pool = try PoolRun()
        try pool.worker()
        let first = try pool.caller([PoolRun.request(1), PoolRun.request(2, #""wait":2"#)])
        #expect(eventually { first.answered == ["p-1"] && pool.log.contains("began p-2") })
        kill(first.process.pid, SIGKILL)
        _ = first.process.wait()
        // As the bus sends them again: one under way, one that the predecessor never sent.
        let next = try pool.caller([
            PoolRun.request(2, #""wait":2"#, replayed: true), PoolRun.request(3, replayed: true),
        ])
        expect(next.process.wait(), equals: 0)
        expect(next.answered.sorted(), equals: ["p-2", "p-3"])
        expect(Set(pool.log.map { $0.prefix(9) }), equals: ["began p-1", "began p-2", "began p-3"])
    }

    /// Its ids begin anew with it, so they mean other requests.
    @Test func aSessionOfTheSameNameGetsNothingOfAnother() throws {
        let pool = try PoolRun()
        try pool.worker()
        let first = try pool.caller([PoolRun.request(1, #""wait":25"#)])
        #expect(eventually { pool.log == ["began p-1"] })
        // The shell is another supervisor.
        let next = try pool.caller([PoolRun.request(1, replayed: true)], under: ["sh", "-c", #""$0" "$@"; exit $?"#])
        expect(next.process.wait(), equals: 0)
        expect(next.answered == ["p-1"] && first.answered.isEmpty)
        expect(pool.log, equals: ["began p-1", "began p-1 again"], "the request under way is not its own")
    }

    @Test func whatIsUnderWaySurvivesServersThatAreKilledAndAway() throws {
        let pool = try PoolRun()
        try pool.worker("--parallel", "2")
        let caller = try pool.caller((1...20).map { PoolRun.request($0, #""wait":0.1"#) })
        #expect(eventually { caller.answered.count >= 4 })
        pool.server.kill()
        Thread.sleep(forTimeInterval: 0.5)
        try pool.server.start()
        #expect(eventually { caller.answered.count >= 12 })
        try pool.server.restart()
        expect(caller.process.wait(), equals: 0)
        expect(Set(caller.answered), equals: Set(Self.names))
        expect(caller.answered.count, equals: 20)
    }

    @Test func aServerThatComesLaterIsWaitedFor() throws {
        let pool = try PoolRun()
        pool.server.stop()
        let caller = try pool.caller([PoolRun.request(1)])
        try pool.worker()
        Thread.sleep(forTimeInterval: 0.3)
        try pool.server.start()
        expect(caller.process.wait(), equals: 0)
        expect(caller.answered, equals: ["p-1"])
    }
    @Test func withoutWorkersTheBusWaits() throws {
        let pool = try PoolRun()
        let padding = #""padding":"\#(String(repeating: "x", count: 10_000))""#
        let caller = try pool.caller((1...60).map { PoolRun.request($0, padding) }, "--under-way", "3")
        #expect(eventually { caller.read > 0 && caller.words.contains("no worker of fetch is there") })
        #expect(caller.read <= 2 << 16, "it reads no more than it can keep")
        try pool.worker()
        expect(caller.process.wait(), equals: 0)
        expect(Set(caller.answered).count, equals: 60)
        expect(caller.answered.count, equals: 60)
    }

    @Test func aCancellationReachesTheWorker() throws {
        let pool = try PoolRun()
        try pool.worker()
        // A worker that is not there yet receives no cancellation, and gets the request later.
        try expect(pool.caller([PoolRun.request(3)]).process.wait(), equals: 0)
        let caller = try pool.caller([
            PoolRun.request(1, #""wait":25"#), #"{"type":"in.cancel","source":"p","id":"p-2","data":{"id":"p-1"}}"#,
        ])
        let start = Instant.now
        expect(caller.process.wait(), equals: 0)
        #expect(Instant.now - start < .seconds(20))
        expect(caller.lines.count == 1 && caller.lines.allSatisfy { $0.contains(#""cancelled": true"#) })
    }
    /// The oracle: each request is answered, and once, whoever dies or hangs.
    @Test func nothingIsLostOrDoubledWhenAnybodyDiesOrHangs() throws {
        let pool = try PoolRun()
        var workers = try (1...3).map { _ in try pool.worker("--parallel", "4") }
        let lines = (1...200).map { PoolRun.request($0, #""wait":0.05"#) }
        let callers = try ["c1", "c2"].map { try pool.caller(lines, "--patience", "0.6", name: $0) }
        func wait(for count: Int) { #expect(eventually { callers.allSatisfy { $0.answered.count >= count } }) }
        wait(for: 20)
        kill(workers[0].pid, SIGKILL)
        wait(for: 50)
        suspend(workers[1].pid)
        workers.append(try pool.worker("--parallel", "4"))
        wait(for: 90)
        pool.server.suspend()
        Thread.sleep(forTimeInterval: 1)
        pool.server.resume()
        kill(workers[1].pid, SIGCONT)
        wait(for: 120)
        pool.server.kill()
        try pool.server.start()
        wait(for: 150)
        kill(workers[2].pid, SIGTERM)
        for caller in callers {
            expect(caller.process.wait(), equals: 0, "\(caller.words)")
            expect(Set(caller.answered), equals: Set((1...200).map { "p-\($0)" }))
            expect(caller.answered.count, equals: 200)
        }
    }

    /// Regression (D5): `call` counted on requests that the bus's journal had dropped, so they were lost when it died.
    @Test func nothingIsLostWhenACallerOfManyMegabytesDies() throws {
        let pool = try PoolRun()
        try pool.worker("--parallel", "1")
        let asker = """
            import json, sys
            for n in range(1, 26):
                print(json.dumps({"type": "in.get", "id": f"q-{n}", "data": {"wait": 0.1, "x": "x" * 1_000_000}}), flush=True)
            for line in sys.stdin:
                with open(sys.argv[1] + "/answered", "a") as file:
                    file.write(json.loads(line)["causationid"] + "\\n")
            """
        let compose = """
            name: one
            services:
              asker: {command: [python3, FOLDER/asker.py, FOLDER], sends: [in], receives: [out]}
              far: {command: [viperline-nats, call, fetch], receives: [in], sends: [out], recovery: redeliver, restart: on-failure}
            """.replacing("FOLDER", with: pool.folder.path)
        try pool.folder.write(asker, to: "asker.py")
        let session = try HostedProcess(
            ["viperline", "run", "@/compose.yaml", "--log", "-"], files: ["compose.yaml": compose], server: pool.server)
        func answered() -> [Substring] { ((try? pool.folder.text(of: "answered")) ?? "").split(separator: "\n") }
        for count in [2, 6] {
            #expect(eventually { answered().count >= count }, "\(session.errors)")
            try session.kill("far")
        }
        #expect(eventually { Set(answered()).count == 25 }, "\(answered()) \(session.errors)")
        expect(answered().count, equals: 25)
        expect(session.errors, lacks: "unanswered", "\(session.errors)")
    }

    // MARK: - Other clients

    @Test func anyClientMayAskTheWorkers() throws {
        let pool = try PoolRun()
        let worker = try pool.worker()
        let client = RawClient(server: pool.server, identity: .user("nobody", password: "x"))
        func ask(_ subject: String, _ text: String = "") throws -> String {
            try client.say(["ASK _INBOX.t \(subject) \(text)"])[0]
        }
        #expect(try eventually { try ask("$SRV.PING.fetch").contains(#""type":"io.nats.micro.v1.ping_response""#) })
        #expect(try ask("vl.fetch.in.get", #"{"wait":0.01}"#).hasSuffix(#"{"cancelled": false, "more": ""}"#))
        let event = #"{"specversion":"1.0","type":"in.get","source":"s","id":"1","data":{}}"#
        try expect(ask("vl.fetch.in.get", event), contains: "ce-type: out.got", "without a Content-Type, it is data")
        try expect(ask("vl.fetch.in.get", "[]"), contains: "Nats-Service-Error-Code: 400")
        try expect(ask("vl.fetch.process.input.restore", "{}"), contains: "Nats-Service-Error-Code: 400")
        try expect(ask("vl.fetch.in.get", #"{"do":"die"}"#), contains: "Nats-Service-Error-Code: 500")
        #expect(eventually { pool.words.contains("was killed by signal 9") })
        let info = try ask("$SRV.INFO.fetch")
        expect(info.contains(#""subject":"vl.fetch.>""#) && info.contains(#""queue_group":"fetch""#))
        let stats = try JSONValue(try ask("$SRV.STATS.fetch"))
        guard case .list(let endpoints) = stats["endpoints"] else { return #expect(Bool(false), "\(stats)") }
        expect(endpoints[0]["num_requests"] == .number(5) && endpoints[0]["num_errors"] == .number(3))
        kill(worker.pid, SIGTERM)
    }
    /// Regression (D6): a header named the caller, so that a host could ask, cancel and be answered in the name of another one.
    @Test func strangersOnTheSubjectsDoNoHarm() throws {
        let pool = try PoolRun()
        try pool.worker()
        try expect(pool.caller([PoolRun.request(1)]).process.wait(), equals: 0)
        var settings = ConnectionSettings()
        settings.servers = [pool.server.url]
        let stranger = try NATSConnection(settings)
        let isConnected = eventually {
            stranger.takeStatus().contains { if case .connected = $0 { true } else { false } }
        }
        #expect(isConnected)
        try stranger.subscribe("vl-calls.fetch.>")
        stranger.flush()
        let caller = try pool.caller([PoolRun.request(2, #""wait":1"#)])
        #expect(eventually { pool.log.count == 2 })
        var subject: String?
        #expect(
            eventually {
                var set = PollSet()
                stranger.add(to: &set)
                set.wait(for: .zero)
                subject = stranger.receive(after: set).last?.subject ?? subject
                return subject != nil
            })
        let name = (subject ?? "").split(separator: ".").dropFirst(2).prefix(2).joined(separator: ".")
        let answers = "vl-answers.fetch.\(name)"
        let forged = Array(#"{"type":"out.got","id":"x","causationid":"p-9","data":{}}"#.utf8)
        let header = [NATSHeader("Viperline-Session", name)]
        for message in [
            NATSMessage("vl-calls.fetch.a.b.in.get", payload: [0, 0xFF]), NATSMessage("vl-calls.fetch.a.b.\u{1B}]0;x"),
            NATSMessage("vl-calls.fetch.in.get"), NATSMessage("vl.fetch.in.get"),
            CloudEventsBinding.message(Array("{}".utf8), on: "vl-calls.fetch.a.b.in.get"),
            CloudEventsBinding.message(Array(PoolRun.request(7).utf8), on: "vl-calls.fetch.a.b.in.other"),
            CloudEventsBinding.message(
                Array(#"{"type":"in.cancel","id":"n","data":{"id":"p-2"}}"#.utf8), on: "vl-notices.fetch.a.b.in.cancel",
                headers: header),
            NATSMessage("vl-notices.fetch.in.cancel"), NATSMessage("\(answers).out.got", payload: [0]),
            NATSMessage("\(answers).pool.output.failed", payload: Array("{}".utf8)),
            CloudEventsBinding.message(forged, on: "\(answers).out.got"),
            CloudEventsBinding.message(forged, on: "\(answers).view.input.show"),
        ] {
            try stranger.publish(message)
        }
        stranger.flush()
        expect(caller.process.wait(), equals: 0)
        expect(caller.answered == ["p-2"] && caller.lines.allSatisfy { $0.contains(#""cancelled": false"#) })
        expect(pool.log.count, equals: 2)
        expect(pool.words, contains: "was dropped")
        expect(pool.words, lacks: "\u{1B}")
        try expect(pool.caller([PoolRun.request(3)]).process.wait(), equals: 0)
    }

    @Test func passwordsComeByTheEnvironmentAndStayOutOfLogs() throws {
        let pool = try PoolRun(configuration: #"authorization {user: alice, password: "s3cr3t"}"#)
        let url = pool.server.url.replacing("nats://", with: "nats://alice:s3cr3t@")
        try pool.worker(url: url)
        let caller = try pool.caller([PoolRun.request(1)], url: url)
        expect(caller.process.wait(), equals: 0)
        let stranger = try pool.caller(
            [PoolRun.request(2)], url: pool.server.url.replacing("nats://", with: "nats://alice:wr0ng@"))
        expect(stranger.process.wait(), equals: 69)
        let careless = try Command.run(
            [Products.executable("viperline-nats"), "call", "fetch", "--server", url], input: "")
        expect(careless.status, equals: 64)
        for text in [caller.words, stranger.words, pool.words, careless.diagnostics] {
            expect(!text.contains("s3cr3t") && !text.contains("wr0ng"))
        }
    }
}
