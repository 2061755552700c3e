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
            try pool.caller((1...20).map { PoolRun.request($0, #""wait":0.02"#) }, "--window", "3", name: name)
        }
        for caller in callers {
            #expect(caller.process.wait() == 0)
            #expect(Set(caller.answered) == Set(Self.names))
            #expect(caller.answered.count == 20)
            #expect(caller.lines.allSatisfy { $0.contains(#""source": "viperline-nats""#) })
        }
        #expect(pool.log.count == 40)
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
        #expect(try pool.folder.text(of: "files") == "0\n1\n2\n")
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
        #expect(noted == (own["VIPERLINE_PRINT_URLS"] == "0" ? "<0>\n" : "<1>\n"))
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
        #expect(run.status == 0 && run.output.isEmpty && run.diagnostics.isEmpty)
    }

    /// Regression: libnats threw away what looks like the server's word that nobody hears a request. It stayed in the queue for ever, and the
    /// worker thought that there was no JetStream.
    @Test func aRequestThatLooksLikeTheServersIsTakenOutOfTheQueue() throws {
        let pool = try PoolRun()
        try pool.worker()
        #expect(try pool.caller([PoolRun.request(1)]).process.wait() == 0)
        let client = RawClient(server: pool.server, identity: .user("nobody", password: "x"))
        #expect(try client.say(["POISON vl.fetch.in.get", "POISON vl.fetch.in.get"]) == ["allowed", "allowed"])
        let caller = try pool.caller([PoolRun.request(2)])
        #expect(caller.process.wait() == 0 && caller.answered == ["p-2"])
        #expect(eventually { pool.words.contains("a message on vl.fetch.in.get was dropped") })
        let isEmpty = try eventually {
            try client.say(["ASK _INBOX.t $JS.API.STREAM.INFO.VL_fetch {}"])[0].contains(#""messages":0"#)
        }
        #expect(isEmpty)
        #expect(!pool.words.contains("JetStream"))
    }

    @Test func aKilledWorkersRequestsGoToAnother() throws {
        let pool = try PoolRun()
        let first = try pool.worker("--patience", "0.6")
        let caller = try pool.caller([PoolRun.request(1, #""do":"hang once""#), PoolRun.request(2)])
        #expect(eventually { caller.answered == ["p-2"] && pool.log.contains("began p-1") })
        kill(first.pid, SIGKILL)
        try pool.worker("--patience", "0.6")
        #expect(caller.process.wait() == 0)
        #expect(caller.answered == ["p-2", "p-1"])
        #expect(pool.log.filter { $0.contains("p-1") } == ["began p-1", "began p-1 again"])
    }

    @Test func aSuspendedWorkersRequestIsAnsweredByAnotherAndTheSecondAnswerIsDropped() throws {
        let pool = try PoolRun()
        let first = try pool.worker("--patience", "0.6")
        let lines = [PoolRun.request(1, #""wait":0.5"#)]
        let caller = try pool.caller(lines)
        #expect(eventually { pool.log == ["began p-1"] })
        suspend(first.pid)
        try pool.worker("--patience", "0.6")
        #expect(caller.process.wait() == 0)
        let next = try pool.caller([PoolRun.request(2, #""wait":0.5"#)])
        kill(first.pid, SIGCONT)
        #expect(next.process.wait() == 0)
        #expect(caller.answered == ["p-1"])
        #expect(next.answered == ["p-2"])
        #expect(pool.log.count == 3)
    }

    @Test func aStoppedWorkerAnswersWhatIsUnderWay() throws {
        let pool = try PoolRun()
        let worker = try pool.worker()
        let caller = try pool.caller([PoolRun.request(1, #""wait":0.3"#)])
        #expect(eventually { pool.log == ["began p-1"] })
        kill(worker.pid, SIGTERM)
        #expect(worker.wait() == 0)
        #expect(caller.process.wait() == 0)
        #expect(pool.log == ["began p-1"])
    }

    @Test func aChildThatHangsIsKilledAndItsRequestBegunAnew() throws {
        let pool = try PoolRun()
        try pool.worker("--answer-within", "4")
        let caller = try pool.caller([PoolRun.request(1, #""do":"hang once""#)])
        #expect(caller.process.wait() == 0)
        #expect(pool.log.last == "began p-1 again")
        #expect(pool.words.contains("had not answered p-1 in time and was killed"))
    }

    @Test func aRequestThatKillsItsWorkersIsGivenUpAndTakesNoOthersWithIt() throws {
        let pool = try PoolRun()
        try pool.worker()
        let caller = try pool.caller([PoolRun.request(1, #""do":"die""#), PoolRun.request(2, #""wait":0.1"#)])
        #expect(caller.process.wait() == 69)
        #expect(caller.answered == ["p-2"])
        #expect(caller.words.contains("the request p/p-1 failed after 5 deliveries to workers"))
        #expect(pool.log.filter { $0.hasPrefix("began p-1") }.count == 5)
    }

    @Test func aKilledCallersSuccessorGetsTheAnswersAndNothingIsDoneTwice() throws {
        let pool = try PoolRun()
        try pool.worker()
        let first = try pool.caller([PoolRun.request(1), PoolRun.request(2, #""wait":1"#)])
        #expect(eventually { first.answered == ["p-1"] && pool.log.contains("began p-2") })
        kill(first.process.pid, SIGKILL)
        _ = first.process.wait()
        // As the bus sends them again: one that is answered, one under way, one that the predecessor never published.
        let next = try pool.caller([
            PoolRun.request(1, replayed: true), PoolRun.request(2, #""wait":1"#, replayed: true),
            PoolRun.request(3, replayed: true),
        ])
        #expect(next.process.wait() == 0)
        #expect(Set(next.answered) == ["p-1", "p-2", "p-3"])
        #expect(next.answered.count == 3)
        #expect(pool.log.map { $0.prefix(9) }.sorted() == ["began p-1", "began p-2", "began p-3"])
    }

    /// Its ids begin anew with it, so they mean other requests.
    @Test func aSessionOfTheSameNameGetsNothingOfAnother() throws {
        let pool = try PoolRun()
        try pool.worker()
        #expect(try pool.caller([PoolRun.request(1)]).process.wait() == 0)
        // The shell is another supervisor.
        let next = try pool.caller([PoolRun.request(1, replayed: true)], under: ["sh", "-c", #""$0" "$@"; exit $?"#])
        let start = Instant.now
        #expect(next.process.wait() == 0)
        #expect(Instant.now - start < .seconds(4), "the server does not take it for the same request")
        #expect(next.answered == ["p-1"])
        #expect(pool.log.count == 2, "the old answer is not its own")
    }

    @Test func whatIsUnderWaySurvivesServersThatAreKilledAndAway() throws {
        let pool = try PoolRun()
        try pool.worker("--parallel", "2")
        let caller = try pool.caller((1...20).map { PoolRun.request($0, #""wait":0.1"#) }, "--window", "4")
        #expect(eventually { caller.answered.count >= 4 })
        pool.server.kill()
        Thread.sleep(forTimeInterval: 0.5)
        try pool.server.start()
        #expect(eventually { caller.answered.count >= 12 })
        try pool.server.restart()
        #expect(caller.process.wait() == 0)
        #expect(Set(caller.answered) == Set(Self.names))
        #expect(caller.answered.count == 20)
    }

    @Test func aServerThatComesLaterIsWaitedFor() throws {
        let pool = try PoolRun()
        pool.server.stop()
        let caller = try pool.caller([PoolRun.request(1)])
        try pool.worker()
        Thread.sleep(forTimeInterval: 0.3)
        try pool.server.start()
        #expect(caller.process.wait() == 0)
        #expect(caller.answered == ["p-1"])
    }

    @Test func aFullQueueMakesTheBusWait() throws {
        let pool = try PoolRun()
        let padding = #""padding":"\#(String(repeating: "x", count: 10_000))""#
        let caller = try pool.caller((1...60).map { PoolRun.request($0, padding) }, "--queue", "3", "--window", "2")
        #expect(eventually { caller.read > 0 })
        Thread.sleep(forTimeInterval: 0.7)
        #expect(caller.read <= 2 << 16, "it reads no more than it can keep")
        try pool.worker()
        #expect(caller.process.wait() == 0)
        #expect(Set(caller.answered).count == 60)
        #expect(caller.answered.count == 60)
    }

    @Test func aCancellationReachesTheWorker() throws {
        let pool = try PoolRun()
        try pool.worker()
        // A worker that is not there yet hears no cancellation, and gets the request later.
        #expect(try pool.caller([PoolRun.request(3)]).process.wait() == 0)
        let caller = try pool.caller([
            PoolRun.request(1, #""wait":25"#), #"{"type":"in.cancel","source":"p","id":"p-2","data":{"id":"p-1"}}"#,
        ])
        let start = Instant.now
        #expect(caller.process.wait() == 0)
        #expect(Instant.now - start < .seconds(20))
        #expect(caller.lines.count == 1 && caller.lines.allSatisfy { $0.contains(#""cancelled": true"#) })
    }

    @Test func withoutJetStreamItSaysSoAndAnswers() throws {
        let pool = try PoolRun(hasJetStream: false)
        let caller = try pool.caller([PoolRun.request(1), PoolRun.request(2)])
        try pool.worker()
        #expect(caller.process.wait() == 0)
        #expect(Set(caller.answered) == ["p-1", "p-2"])
        #expect(caller.words.contains("has no JetStream: each request goes to a worker at most once"))
        #expect(pool.words.contains("has no JetStream"))
    }

    @Test func strangersOnTheSubjectsDoNoHarm() throws {
        let pool = try PoolRun()
        try pool.worker()
        #expect(try pool.caller([PoolRun.request(1)]).process.wait() == 0)
        var settings = ConnectionSettings()
        settings.servers = [pool.server.url]
        let stranger = try NATSConnection(settings)
        try stranger.subscribe("vl.fetch.>")
        stranger.flush()
        let caller = try pool.caller([PoolRun.request(2, #""wait":1"#)])
        #expect(eventually { pool.log.count == 2 })
        var name: String?
        #expect(
            eventually {
                var set = PollSet()
                stranger.add(to: &set)
                set.wait(milliseconds: 0)
                stranger.receive(after: set) { name = $0[PoolHeader.caller] ?? name }
                return name != nil
            })
        let answers = "vl-answers.fetch.\(name ?? "")"
        let answer = #"{"type":"out.got","id":"x","causationid":"p-9","data":{}}"#
        for message in [
            NATSMessage("vl.fetch.in.get", payload: [0, 0xFF]), NATSMessage("vl.fetch.\u{1B}]0;x"),
            CloudEventsBinding.message(Array("{}".utf8), on: "vl.fetch.in.get"),
            CloudEventsBinding.message(
                Array(PoolRun.request(7).utf8), on: "vl.fetch.in.get", headers: [NATSHeader(PoolHeader.caller, "a.b.>")]
            ),
            NATSMessage("vl-notices.fetch.in.cancel"), NATSMessage("\(answers).out.got", payload: [0]),
            CloudEventsBinding.message(Array(answer.utf8), on: "\(answers).out.got"),
            CloudEventsBinding.message(Array(answer.utf8), on: "\(answers).view.input.show"),
        ] {
            try stranger.publish(message)
        }
        stranger.flush()
        #expect(caller.process.wait() == 0)
        #expect(caller.answered == ["p-2"])
        #expect(pool.log.count == 2)
        #expect(pool.words.contains("was dropped"))
        #expect(!pool.words.contains("\u{1B}"))
        #expect(try pool.caller([PoolRun.request(3)]).process.wait() == 0)
    }

    @Test func passwordsComeByTheEnvironmentAndStayOutOfLogs() throws {
        let pool = try PoolRun(configuration: #"authorization {user: alice, password: "s3cr3t"}"#)
        let url = pool.server.url.replacing("nats://", with: "nats://alice:s3cr3t@")
        try pool.worker(url: url)
        let caller = try pool.caller([PoolRun.request(1)], url: url)
        #expect(caller.process.wait() == 0)
        let stranger = try pool.caller(
            [PoolRun.request(2)], url: pool.server.url.replacing("nats://", with: "nats://alice:wr0ng@"))
        #expect(stranger.process.wait() == 69)
        let careless = try Command.run(
            [Products.executable("viperline-nats"), "call", "fetch", "--server", url], input: "")
        #expect(careless.status == 64)
        for text in [caller.words, stranger.words, pool.words, careless.diagnostics] {
            #expect(!text.contains("s3cr3t") && !text.contains("wr0ng"))
        }
    }
}
