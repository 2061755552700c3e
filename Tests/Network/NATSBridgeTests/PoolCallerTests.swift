import Platform
import JSON
import TestSupport
import Testing
import Wire

@testable import NATSBridge

@Suite struct PoolCallerTests {
    private var rig: BridgeRig<PoolCaller>

    init() throws { rig = try Self.started() }

    private mutating func start(_ change: (inout PoolCallerSettings) -> Void) throws { rig = try Self.started(change) }

    private static func started(
        _ change: (inout PoolCallerSettings) -> Void = { _ in }
    ) throws -> BridgeRig<PoolCaller> {
        var settings = PoolCallerSettings(
            pool: try require(SubjectName("fetch")), caller: try require(SubjectName("c1.s")), service: "fetcher",
            incarnation: "me")
        settings.sends = [MessagePattern("out")]
        settings.notices = [MessagePattern("in.cancel")]
        settings.progress = [MessagePattern("out.progress")]
        settings.underWay = 3
        settings.lineLimit = 4096
        settings.isSupervised = true
        settings.servers = "hub"
        change(&settings)
        var rig = BridgeRig(PoolCaller(settings, at: .now))
        rig.take(.started)
        return rig
    }

    private func request(_ number: Int, replayed: Bool = false, data: String = "{}") throws -> BridgeInput {
        let mark = replayed ? #""replayed":true,"# : ""
        return .line(
            try BridgeRig<PoolCaller>.line(
                #"{"specversion":"1.0",\#(mark)"type":"in.get","source":"p","id":"p-\#(number)","data":\#(data)}"#))
    }

    private func answer(
        _ number: Int, id: String = "a", type: String = "out.got", source: String = "fetcher", attempt: Int = 1
    ) -> NATSMessage {
        let line =
            #"{"specversion":"1.0","type":"\#(type)","source":"\#(source)","id":"\#(id)","causationid":"p-\#(number)","data":{}}"#
        return CloudEventsBinding.message(
            Array(line.utf8), on: "vl-answers.fetch.c1.s.\(type)",
            headers: attempt == 1 ? [] : [NATSHeader(PoolHeader.attempt, "\(attempt)")])
    }

    @discardableResult
    private mutating func sign(
        _ state: WorkerSign.State, of number: Int, by worker: String = "w1", _ reason: String? = nil
    ) -> [BridgeEffect] {
        let sign = WorkerSign(worker: worker, source: "p", id: "p-\(number)", reason: reason)
        return rig.take(.message(NATSMessage("vl-answers.fetch.c1.s.\(state.type)", payload: sign.json)))
    }

    /// The server's report that nobody subscribes to the request.
    @discardableResult
    private mutating func findNobody(_ number: Int) -> [BridgeEffect] {
        rig.receive("vl-answers.fetch.c1.s.me.sent.\(number)", [NATSHeader("Status", "503")])
    }

    private func refusal(_ effects: [BridgeEffect]) throws -> (cause: String?, reason: String)? {
        for case .write(let line) in effects {
            let event = try Event(line: line.span)
            guard event.type == ProcessOutput.Refused.type else { continue }
            return (event.causationID, try event.decode(ProcessOutput.Refused.self).reason)
        }
        return nil
    }

    // MARK: - Requests and answers

    @Test mutating func `A request is sent to the workers, and its answer is written once`() throws {
        rig.connect()
        let message = try require(rig.take(try request(1)).published("vl-calls.fetch.c1.s.in.get").first)
        expect(message[PoolHeader.service], equals: "fetcher")
        expect(message[PoolHeader.position], equals: "me.1")
        expect(message[PoolHeader.progress], equals: "out.progress")
        expect(message[PoolHeader.attempt] == nil && message[PoolHeader.patience] == nil)
        expect(message.text, equals: #"{"specversion":"1.0","type":"in.get","source":"p","id":"p-1","data":{}}"#)
        expect(rig.take(.message(answer(1))).written, equals: [answer(1).text])
        #expect(rig.take(.message(answer(1))).written.isEmpty)
        let second = rig.take(.message(answer(1, id: "b")))
        #expect(second.written.isEmpty)
        expect(second.words, equals: ["an answer to /p-1 was dropped: this request is not open (2 so far)"])
    }

    @Test mutating func `It is ready with its first connection`() throws {
        #expect(rig.take(.time).isEmpty)
        #expect(rig.connect().contains(where: Self.isReady))
        rig.take(.link(.disconnected))
        #expect(!rig.connect().contains(where: Self.isReady))
    }

    private static func isReady(_ effect: BridgeEffect) -> Bool {
        guard case .write(let line) = effect else { return false }
        return (try? Event(line: line.span))?.type == ProcessOutput.Ready.type
    }

    @Test mutating func `Progress passes, does not answer, and never comes from an attempt that was given up`() throws {
        rig.connect()
        rig.take(try request(1))
        func progress(_ attempt: Int) -> BridgeInput { .message(answer(1, type: "out.progress", attempt: attempt)) }
        expect(rig.take(progress(1)).written.count, equals: 1)
        expect(rig.take(progress(2)).written.count, equals: 1)
        #expect(rig.take(progress(1)).written.isEmpty)
        expect(rig.take(.message(answer(1))).written.count, equals: 1)
    }

    @Test mutating func `An answer of another source is written under the service's name`() throws {
        rig.connect()
        rig.take(try request(1))
        expect(rig.take(.message(answer(1, source: "o\\u0074her"))).written, equals: [answer(1).text])
    }

    @Test mutating func `What nobody may answer is dropped`() throws {
        rig.connect()
        rig.take(try request(1))
        var (noEvent, otherType) = (answer(1), answer(1))
        noEvent.headers = []
        otherType.subject = "vl-answers.fetch.c1.s.out.other"
        for message in [answer(2), noEvent, otherType, NATSMessage("vl-answers.fetch.c1.s.x")] {
            #expect(rig.take(.message(message)).written.isEmpty, "\(message.subject)")
        }
        expect(rig.take(.message(answer(1))).written.count, equals: 1)
    }

    @Test mutating func `A request whose answer this service may not send is refused`() throws {
        rig.connect()
        rig.take(try request(1))
        let refused = try require(refusal(rig.take(.message(answer(1, type: "in.get")))))
        expect(refused.cause == "p-1" && refused.reason == "this service may not send in.get")
        #expect(rig.pass(.seconds(60)).published("vl-calls.").isEmpty)
    }

    @Test(arguments: [
        ("", [1]), (#""causationid":"a""#, [1]), (#""causationid":"a","causationsource":"q""#, [2]),
        (#""causationid":"a","causationsource":"r""#, []), (#""causationid":"b""#, [3]), (#""causationid":"z""#, []),
    ])
    func `An answer is for the request that the bus would take`(names: String, closed: [Int]) throws {
        struct Request: UnansweredRequest { let line: BusLine }
        var open = UnansweredRequests<Request>()
        for (number, source, id) in [(1, "p", "a"), (2, "q", "a"), (3, "p", "b")] {
            let text = #"{"type":"in.get","source":"\#(source)","id":"\#(id)","correlationid":"c"}"#
            open.insert(Request(line: try BridgeRig<PoolCaller>.line(text)), as: number)
        }
        let separator = names.isEmpty ? "" : ","
        let line = try BridgeRig<PoolCaller>.line(#"{"type":"out.got","correlationid":"c"\#(separator)\#(names)}"#)
        expect(open.number(answeredBy: line).map { [$0] } ?? [], equals: closed)
    }

    // MARK: - Limits

    @Test mutating func `It reads no more than the requests under way and their bytes allow`() throws {
        #expect(rig.bridge.takesLines)
        for number in 1...3 { rig.take(try request(number)) }
        #expect(!rig.bridge.takesLines)
        rig.connect()
        rig.take(.message(answer(2)))
        #expect(rig.bridge.takesLines)
        try start { $0.underWay = 1000 }
        let data = #"{"x":"\#(String(repeating: "x", count: 1_000_000))"}"#
        for number in 1...8 {
            #expect(rig.bridge.takesLines)
            rig.take(try request(number, data: data))
        }
        rig.take(try request(9, data: data))
        // The bus's journal keeps 16 MiB, with what waits in its queue and in the pipe.
        #expect(!rig.bridge.takesLines)
    }

    @Test mutating func `Notices go at once, and wait for a connection`() throws {
        let cancel = try BridgeRig<PoolCaller>.line(
            #"{"type":"in.cancel","source":"p","id":"p-2","data":{"id":"p-1"}}"#)
        rig.take(try request(1))
        #expect(rig.take(.line(cancel)).published("").isEmpty)
        let connected = rig.connect().published("vl-notices.")
        expect(connected.map(\.subject), equals: ["vl-notices.fetch.c1.s.in.cancel"])
        expect(rig.take(.line(cancel)).published("vl-notices.").map { $0[PoolHeader.position] }, equals: ["me.3"])
        rig.take(.link(.disconnected))
        for _ in 1...2000 { rig.take(.line(cancel)) }
        expect(rig.connect().published("vl-notices.fetch.c1.s.in.cancel").count, equals: 1024)
    }

    /// Regression (D2): one such request, or one such answer, ended the session.
    /// A row's request, what the service may send, and the type of the answer. Regression: a screen waited for ever.
    @Test(arguments: [
        ("interactor.input.search", "interactor.output", "interactor.output.failed"),
        ("interactor.input.search", "interactor.output.failed", "interactor.output.failed"),
        ("model.input.search", "*", "model.output.failed"),
        ("interactor.input.search", "interactor.output.found", "process.output.refused"),
        ("interactor.input.search", "model.output", "process.output.refused"), ("a.b", "*", "process.output.refused"),
    ])
    mutating func `A refused request gets an answer of its own protocol`(
        type: String, sends: String, answer: String
    ) throws {
        for isRole in [false, true] {
            try start { $0.sends = [MessagePattern(sends)] }
            rig.connect()
            let text = #"{"type":"\#(type)","source":"p","id":"p-1","subject":"s","correlationid":"c","data":{}}"#
            rig.take(.line(try BridgeRig<PoolCaller>.line(text)))
            let refusal =
                #"{"type":"process.output.refused","source":"w","id":"w-1","causationid":"p-1","data":{"reason":"why not","line":"x"}}"#
            let message = CloudEventsBinding.message(
                Array(refusal.utf8), on: "vl-answers.fetch.c1.s.process.output.refused")
            let effects = isRole ? rig.take(.message(message)) : sign(.refused, of: 1, "why not")
            let events = effects.compactMap { effect in
                if case .write(let line) = effect { try? Event(line: line.span) } else { nil }
            }
            let event = try require(events.first { $0.causationID == "p-1" })
            expect(event.type, equals: answer)
            expect(String(decoding: event.data, as: UTF8.self), contains: "why not")
            guard answer.hasSuffix("failed") else { continue }
            expect(event.correlationID == "c" && event.subject == "s", "\(event)")
        }
    }

    @Test mutating func `A request that is too long for the server is refused alone`() throws {
        rig.connect()
        let effects = rig.take(try request(1, data: #"{"x":"\#(String(repeating: "x", count: 1 << 20))"}"#))
        let refused = try require(refusal(effects))
        expect(refused.cause == "p-1" && refused.reason.contains("raise its max_payload"))
        expect(effects.exit == nil && effects.published("vl-calls.").isEmpty)
        expect(rig.take(try request(2)).published("vl-calls.").count, equals: 1)
    }

    @Test mutating func `An answer over the session's line limit refuses its request alone`() throws {
        rig.connect()
        rig.take(try request(1))
        let long = rig.take(.message(answer(1, id: String(repeating: "x", count: 5000))))
        try expect(#require(try refusal(long)).reason, contains: "line_limit")
        expect(long.exit == nil && long.written.isEmpty)
    }

    @Test mutating func `A type that cannot be part of a subject is refused`() throws {
        rig.connect()
        let line = try BridgeRig<PoolCaller>.line(#"{"type":"in.>","source":"p","id":"1"}"#)
        try expect(#require(try refusal(rig.take(.line(line)))).reason, contains: "NATS subject")
    }

    // MARK: - Workers

    @Test mutating func `Without a sign of life a request is sent again, and marked`() throws {
        rig.connect()
        rig.take(try request(1))
        rig.pass(.seconds(4))
        sign(.working, of: 1)
        #expect(rig.pass(.seconds(4)).published("vl-calls.").isEmpty)
        let again = try require(rig.pass(.seconds(2)).published("vl-calls.").first)
        expect(again[PoolHeader.attempt], equals: "2")
    }

    @Test mutating func `A busy worker's requests go to others, with growing pauses`() throws {
        rig.connect()
        rig.take(try request(1))
        var pauses: [Duration] = []
        for number in 1...12 {
            #expect(sign(.busy, of: 1).published("vl-calls.").isEmpty)
            let start = rig.now
            var again: NATSMessage?
            // The next thing to do may be a ping.
            while again == nil, let due = rig.bridge.deadline {
                again = rig.pass(due - rig.now).published("vl-calls.").first
            }
            pauses.append(rig.now - start)
            expect(again?[PoolHeader.refusals] == "\(number)" && again?[PoolHeader.attempt] == nil)
        }
        expect(pauses == pauses.sorted() && pauses.first == .milliseconds(1) && pauses.last == .milliseconds(250))
    }

    @Test mutating func `No more requests are sent than workers take, and more with each answer`() throws {
        try start { $0.underWay = 1000 }
        rig.connect()
        var sent = 0
        for number in 1...100 { sent += rig.take(try request(number)).published("vl-calls.").count }
        expect(sent, equals: 64)
        for number in 3...64 { sign(.busy, of: number) }
        expect(
            rig.pass(.seconds(1)).published("vl-calls.").count, equals: 1, "two are under way, and one asks for room")
        expect(rig.take(.message(answer(1))).published("vl-calls.").count, equals: 2)
    }

    /// Regression: while it worked on the first one, for ever, no other request was sent.
    @Test mutating func `A request that is taken makes room for another`() throws {
        rig.connect()
        for number in 1...2 { rig.take(try request(number)) }
        for number in 1...2 { _ = findNobody(number) }
        expect(rig.pass(.seconds(1)).published("vl-calls.").count, equals: 1, "it asks for room")
        expect(sign(.working, of: 1).published("vl-calls.").count, equals: 1)
    }

    /// Regression: by hand, the log had this four times a second.
    @Test mutating func `Without a worker it tries again, and reports it once`() throws {
        for isSupervised in [true, false] {
            try start { $0.isSupervised = isSupervised }
            rig.connect()
            rig.pass(.seconds(2))
            rig.take(try request(1))
            var told: [BridgeEffect] = []
            for _ in 1...5 {
                told += findNobody(1)
                let again = rig.pass(.milliseconds(250))
                expect(again.published("vl-calls.").count, equals: 1)
                told += again
            }
            let text = "no worker of fetch is there; 1 request waits"
            expect(isSupervised ? told.statuses == [.init(text: text, trouble: true)] : told.words == [text])
            rig.take(.message(answer(1)))
            #expect(rig.pass(.seconds(2)).words.isEmpty)
        }
    }

    @Test mutating func `A failed request goes to other workers, the later the more often`() throws {
        rig.connect()
        rig.take(try request(1))
        sign(.busy, of: 1, by: "good")
        rig.pass(.milliseconds(1))
        for pause in [100, 200, 400, 800, 1600, 3200, 5000, 5000] {
            expect(sign(.failed, of: 1, by: "bad").exit, equals: nil)
            #expect(rig.pass(.milliseconds(pause - 1)).published("vl-calls.").isEmpty)
            expect(rig.pass(.milliseconds(1)).published("vl-calls.").count, equals: 1, "another worker is there")
        }
        expect(rig.take(.message(answer(1))).written.count, equals: 1)
    }

    /// Regression (D2): five deliveries to one bad worker ended the caller, and each of its successors.
    @Test(arguments: [["a", "a", "a", "a", "a"], ["a", "b", "c"]])
    mutating func `A request is given up after failures on different workers, or of the only one`(workers: [String])
        throws
    {
        rig.connect()
        rig.take(try request(1))
        rig.take(try request(2))
        for worker in workers.dropLast() {
            try expect(refusal(sign(.failed, of: 1, by: worker, "was killed")), equals: nil)
            rig.pass(.seconds(10))
        }
        let last = sign(.failed, of: 1, by: workers[workers.count - 1], "was killed")
        let refused = try require(refusal(last))
        expect(refused.cause == "p-1" && refused.reason.contains("\(workers.count) attempts failed"))
        expect(last.exit, equals: nil)
        expect(rig.take(.message(answer(2))).written.count, equals: 1, "others are answered")
    }

    @Test mutating func `A worker that ends gives its requests back, and one that refuses is believed`() throws {
        rig.connect()
        rig.take(try request(1))
        expect(sign(.returned, of: 1).published("vl-calls.").first?[PoolHeader.attempt], equals: "2")
        try expect(#require(try refusal(sign(.refused, of: 1, "too long"))).reason, equals: "too long")
    }

    @Test mutating func `Signs that are none change nothing`() throws {
        rig.connect()
        rig.take(try request(1))
        for payload in ["", "{}", "[]", #"{"worker":"\#(String(repeating: "w", count: 65))","source":"p","id":"p-1"}"#]
        {
            #expect(rig.receive("vl-answers.fetch.c1.s.pool.output.failed", [], payload).isEmpty)
        }
        #expect(rig.receive("vl-answers.fetch.c1.t.pool.output.failed", [], "{}").isEmpty)
        #expect(sign(.failed, of: 2).published("").isEmpty)
        #expect(rig.receive("vl-answers.fetch.c1.s.me.sent.1", [], "503").published("").isEmpty)
    }

    // MARK: - Connections and successors

    @Test mutating func `After a lost connection it asks who has its requests, and sends the others again`() throws {
        rig.connect()
        rig.take(try request(1))
        rig.take(try request(2))
        rig.take(.link(.disconnected))
        expect(
            rig.pass(.seconds(2)).statuses.last,
            equals: .init(text: "the server hub:4222 is gone; 2 requests wait", trouble: true))
        let connected = rig.connect()
        expect(connected.published("vl-notices.").map(\.subject), equals: ["vl-notices.fetch.c1.s.pool.input.report"])
        #expect(connected.published("vl-calls.").isEmpty)
        sign(.working, of: 1)
        let again = rig.pass(.seconds(1)).published("vl-calls.")
        expect(again.map { $0[PoolHeader.position] }, equals: ["me.2"])
    }

    @Test mutating func `A successor's requests are sent unless a worker has them`() throws {
        rig.take(try request(1, replayed: true))
        let connected = rig.connect().published("")
        expect(connected.map(\.subject), contains: "vl-notices.fetch.c1.s.pool.input.report")
        rig.take(try request(2, replayed: true))
        rig.take(try request(3))
        expect(rig.effects.published("vl-calls.").map { $0[PoolHeader.position] }, equals: ["me.3"])
        sign(.working, of: 2)
        expect(rig.pass(.seconds(1)).published("vl-calls.").map { $0[PoolHeader.attempt] }, equals: ["2"])
        expect(rig.take(.message(answer(2))).written.count, equals: 1, "its predecessor's answer")
    }

    @Test mutating func `It names the server that it waits for`() throws {
        rig.take(try request(1))
        #expect(rig.pass(.milliseconds(900)).statuses.isEmpty)
        let late = rig.pass(.milliseconds(200))
        expect(late.statuses, equals: [.init(text: "no NATS server answers at hub; 1 request waits", trouble: true)])
    }

    @Test mutating func `By hand it ends after the last answer, with 69 if a request was refused`() throws {
        for isRefused in [false, true] {
            try start { $0.isSupervised = false }
            rig.connect()
            rig.take(try request(1))
            expect(rig.take(.inputEnded).exit, equals: nil)
            let last = isRefused ? sign(.refused, of: 1) : rig.take(.message(answer(1)))
            expect(last.exit, equals: (isRefused ? .unavailable : .done))
        }
    }
}
