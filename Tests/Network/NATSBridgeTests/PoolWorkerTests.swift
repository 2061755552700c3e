import JSON
import Platform
import TestSupport
import Testing
import Wire

@testable import NATSBridge

@Suite struct PoolWorkerTests {
    private var rig: BridgeRig<PoolWorker>

    init() throws {
        var settings = PoolWorkerSettings(pool: try require(SubjectName("fetch")), incarnation: "me")
        settings.version = "1.2.3"
        settings.started = "2026-01-01T00:00:00Z"
        settings.parallel = 2
        settings.children = 2
        rig = BridgeRig(PoolWorker(settings))
        rig.take(.started)
    }

    private static let line = #"{"specversion":"1.0","type":"in.get","source":"p","id":"p-N","data":{}}"#

    @discardableResult
    private mutating func give(
        _ number: Int, of caller: String = "c1.s", _ headers: [(String, String)] = [], type: String = "in.get",
        line: String = line
    ) -> [BridgeEffect] {
        rig.take(
            .message(
                CloudEventsBinding.message(
                    Array(line.replacing("N", with: "\(number)").utf8), on: "vl-calls.fetch.\(caller).\(type)",
                    reply: "r",
                    headers: [
                        NATSHeader(PoolHeader.service, "fetcher"), NATSHeader(PoolHeader.position, "i.\(number * 10)"),
                    ] + headers.map { NATSHeader($0, $1) })))
    }

    private func answer(_ number: Int, type: String = "out.got") throws -> BusLine {
        try BridgeRig<PoolWorker>.line(
            #"{"specversion":"1.0","type":"\#(type)","source":"fetcher","id":"a","causationid":"p-\#(number)","data":{"n":\#(number)}}"#
        )
    }

    @discardableResult
    private mutating func reply(_ number: Int, by child: Int = 1, type: String = "out.got") throws -> [BridgeEffect] {
        rig.take(.childLine(ChildID(child), try answer(number, type: type)))
    }

    /// What a caller gets to know: the last words of the subjects.
    private func signs(_ effects: [BridgeEffect], of caller: String = "c1.s") -> [String] {
        effects.published("vl-answers.fetch.\(caller).pool.output.").compactMap { message in
            message.subject.split(separator: ".").last.map(String.init)
        }
    }

    private func starts(_ effects: [BridgeEffect]) -> Int {
        effects.count { if case .startChild = $0 { true } else { false } }
    }

    private func given(_ effects: [BridgeEffect]) -> [String] {
        effects.compactMap {
            if case .sendToChild(_, let line) = $0 { String(decoding: line, as: UTF8.self) } else { nil }
        }
    }

    // MARK: - Requests

    @Test mutating func `It is in the queue group while it is connected`() {
        let both = ["vl-calls.fetch.*.*.>", "vl.fetch.>"]
        #expect(rig.connect().starts(with: both.map { BridgeEffect.subscribe($0, group: "fetch") }))
        expect(rig.take(.link(.disconnected)), equals: both.map { .unsubscribe($0) })
    }

    @Test mutating func `A request goes to a child, and its answer to the caller that its subject names`() throws {
        rig.connect()
        let taken = give(1, [("Viperline-Session", "c2.s")])
        expect(taken, contains: .startChild(ChildID(1), service: "fetcher", run: "me-1"))
        expect(given(taken), equals: [Self.line.replacing("N", with: "1")])
        let message = try require(reply(1).published("vl-answers.fetch.c1.s.out.got").first)
        expect(message.payload, equals: (try answer(1)).bytes)
        expect(message.reply == nil && message[PoolHeader.attempt] == nil)
    }

    @Test mutating func `A full worker is busy at once, and keeps what was sent away often`() throws {
        rig.connect()
        for number in 1...2 { #expect(signs(give(number)).isEmpty) }
        expect(signs(give(3)), equals: ["busy"])
        expect(signs(give(3, [(PoolHeader.refusals, "1")])), equals: ["busy"])
        for number in 3...4 { #expect(signs(give(number, [(PoolHeader.refusals, "2")])).isEmpty) }
        expect(signs(give(5, [(PoolHeader.refusals, "9")])), equals: ["busy"])
        expect(given(try reply(1)), equals: [Self.line.replacing("N", with: "3")])
    }

    @Test mutating func `Each caller has a child of its own, and the one that is idle longest makes room`() throws {
        rig.connect()
        expect(give(1), contains: .startChild(ChildID(1), service: "fetcher", run: "me-1"))
        try reply(1)
        rig.pass(.seconds(1))
        expect(give(2, of: "c2.s"), contains: .startChild(ChildID(2), service: "fetcher", run: "me-2"))
        try reply(2, by: 2)
        expect(starts(give(3)), equals: 0)
        rig.pass(.seconds(1))
        try reply(3)
        let third = give(4, of: "c3.s")
        expect(third, contains: .endChild(ChildID(2)))
        expect(third, contains: .startChild(ChildID(3), service: "fetcher", run: "me-3"))
        try reply(4, by: 3)
        expect(rig.pass(.seconds(61)), contains: .endChild(ChildID(1)))
    }

    @Test mutating func `A repeated request has a child of its own, and is marked`() throws {
        rig.connect()
        give(1)
        let again = give(2, [(PoolHeader.attempt, "2")])
        let line = #"{"replayed":true,"specversion":"1.0","type":"in.get","source":"p","id":"p-2","data":{}}"#
        expect(again, contains: .sendToChild(ChildID(2), line: Array(line.utf8)))
        let answered = try reply(2, by: 2)
        expect(answered, contains: .endChild(ChildID(2)))
        expect(answered.published("vl-answers.").first?[PoolHeader.attempt], equals: "2")
    }

    @Test mutating func `The same request twice is begun once`() {
        rig.connect()
        give(1)
        let again = give(1, [(PoolHeader.attempt, "2")])
        expect(given(again).isEmpty && signs(again) == ["working"])
    }

    @Test(arguments: [
        (nil, #"{"n":1}"#, [Int64(5000)]), ("900", #"{}"#, [900]), ("1", "{}", [300]),
        ("99999999999999999999", "{}", [5000]), ("-1", "{}", [300]),
    ])
    mutating func `It gives signs of life three times in a caller's patience`(
        patience: String?, _: String, milliseconds: [Int64]
    ) {
        rig.connect()
        give(1, patience.map { [(PoolHeader.patience, $0)] } ?? [])
        let interval = Duration.milliseconds(milliseconds[0]) / 3
        #expect(signs(rig.pass(interval - .milliseconds(1))).isEmpty)
        expect(signs(rig.pass(.milliseconds(2))), equals: ["working"])
        expect(signs(rig.pass(interval)), equals: ["working"])
    }

    @Test mutating func `A caller that asks learns what is under way, and a new server too`() {
        rig.connect()
        give(1)
        give(2, of: "c2.s")
        expect(
            rig.receive("vl-notices.fetch.c1.s.pool.input.report").subjects,
            equals: [
                "vl-answers.fetch.c1.s.pool.output.working"
            ])
        rig.take(.link(.disconnected))
        expect(rig.connect().published("vl-answers.").count, equals: 2)
    }

    @Test mutating func `Answers wait for the server, and progress is dropped`() throws {
        rig.connect()
        give(1, [(PoolHeader.progress, "out.progress")])
        rig.take(.link(.disconnected))
        #expect(try reply(1, type: "out.progress").published("").isEmpty)
        #expect(try reply(1).published("").isEmpty)
        expect(rig.connect().subjects, equals: ["vl-answers.fetch.c1.s.out.got"])
    }

    @Test mutating func `A request over the worker's line limit is refused`() throws {
        rig.connect()
        let long = give(
            1, line: Self.line.replacing("{}", with: #"{"x":"\#(String(repeating: "x", count: 1 << 20))"}"#))
        expect(signs(long) == ["refused"] && starts(long) == 0 && long.words.count == 1)
    }

    @Test mutating func `Notices reach the caller's child, also those that come before their request`() throws {
        func notice(_ number: Int, of caller: String) -> BridgeInput {
            .message(
                CloudEventsBinding.message(
                    Array(#"{"type":"in.cancel","id":"n\#(number)"}"#.utf8), on: "vl-notices.fetch.\(caller).in.cancel",
                    headers: [NATSHeader(PoolHeader.position, "i.\(number)")]))
        }
        rig.connect()
        #expect(given(rig.take(notice(15, of: "c1.s"))).isEmpty)
        expect(given(give(1)).dropFirst(), equals: [#"{"type":"in.cancel","id":"n15"}"#])
        expect(given(rig.take(notice(25, of: "c1.s"))), equals: [#"{"type":"in.cancel","id":"n25"}"#])
        #expect(given(rig.take(notice(26, of: "c2.s"))).isEmpty)
        rig.pass(.seconds(61))
        try reply(1)
        expect(given(give(2)).count, equals: 1)
    }

    /// Regression: a host that may send one type sent `process.input.restore` and other hosts' types.
    @Test(arguments: [
        ("in.get", "no event"), ("in.get", "[]"), ("in.other", line), ("in", line), ("process.input.restore", line),
        ("process.input.restore", line.replacing("in.get", with: "process.input.restore")),
    ])
    mutating func `Hostile requests are dropped, and no child gets them`(type: String, line: String) {
        rig.connect()
        for dropped in [
            give(1, type: type, line: line),
            rig.take(
                .message(CloudEventsBinding.message(Array(line.utf8), on: "vl-notices.fetch.c1.s.\(type)"))),
        ] {
            expect(dropped.words.count, equals: 1)
            expect(starts(dropped) == 0 && given(dropped).isEmpty)
        }
    }

    @Test(arguments: ["a\nb", "", String(repeating: "x", count: 200), "\u{1B}[31m"])
    mutating func `A child has no name that is none`(name: String) {
        rig.connect()
        let begun = rig.take(
            .message(
                CloudEventsBinding.message(
                    Array(Self.line.utf8), on: "vl-calls.fetch.c1.s.in.get",
                    headers: [NATSHeader(PoolHeader.service, AttributeCoding.encode(name))])))
        expect(begun, contains: .startChild(ChildID(1), service: "fetch", run: "me-1"))
    }

    @Test mutating func `What answers no request, and what is the process's own, is not published`() throws {
        rig.connect()
        give(1)
        for line in [
            #"{"type":"out.got","causationid":"p-9"}"#, #"{"type":"process.output.ready"}"#,
            #"{"type":"out.>","causationid":"p-1"}"#,
        ] {
            #expect(
                rig.take(.childLine(ChildID(1), try BridgeRig<PoolWorker>.line(line))).published("vl-answers").isEmpty)
        }
        let refusal = #"{"type":"process.output.refused","causationid":"p-1","data":{"reason":"r","line":"l"}}"#
        let refused = rig.take(.childLine(ChildID(1), try BridgeRig<PoolWorker>.line(refusal)))
        expect(refused.subjects, equals: ["vl-answers.fetch.c1.s.process.output.refused"])
    }

    @Test mutating func `An answer that is too long for the server refuses its request alone`() throws {
        rig.take(.link(.connected(server: "hub", limit: 4200)))
        give(1)
        let long = rig.take(
            .childLine(
                ChildID(1),
                try BridgeRig<PoolWorker>.line(
                    #"{"type":"out.got","causationid":"p-1","data":{"x":"\#(String(repeating: "x", count: 200))"}}"#)))
        expect(signs(long) == ["refused"] && long.published("").count == 1)
        expect(long.published("").first?.text.contains("max_payload"), equals: true)
    }

    // MARK: - Failures

    @Test mutating func `A child's death fails its requests`() throws {
        rig.connect()
        give(1)
        try reply(1)
        give(2)
        give(3, of: "c2.s")
        let dead = rig.take(.childEnded(ChildID(1), how: "was killed"))
        let sign = try require(dead.published("vl-answers.fetch.c1.s.pool.output.failed").first)
        try expect(
            sign.read(WorkerSign.self),
            equals: WorkerSign(worker: "me", source: "p", id: "p-2", reason: "the child with 1 request was killed"))
        #expect(dead.published("vl-answers.fetch.c2.s").isEmpty)
        #expect(!dead.contains { if case .unsubscribe = $0 { true } else { false } }, "it has answered before")
    }

    /// Regression (D2): such a worker had room at all times, and took every request again.
    @Test mutating func `A worker whose program answers nothing rests, for longer each time`() throws {
        rig.connect()
        var rests: [Duration] = []
        for number in 1...10 {
            give(number)
            let dead = rig.take(.childEnded(ChildID(number), how: "ended with exit code 1"))
            expect(dead, contains: .unsubscribe("vl-calls.fetch.*.*.>"))
            expect(
                number > 1 || dead.words.last == "it takes no requests for 0.25 seconds: its program answers nothing")
            expect(signs(give(99)), equals: ["busy"], "one that the server has sent meanwhile")
            let end = try require(rig.bridge.deadline)
            rests.append(end - rig.now)
            expect(rig.pass(end - rig.now), contains: .subscribe("vl-calls.fetch.*.*.>", group: "fetch"))
        }
        expect(rests.first == .milliseconds(250) && rests == rests.sorted() && rests.last == .seconds(60))
        give(20)
        try reply(20, by: 11)
        give(21, of: "c2.s")
        rig.take(.childEnded(ChildID(12), how: "ended with exit code 1"))
        expect(rig.bridge.deadline, equals: rig.now + .milliseconds(250))
    }

    @Test mutating func `A child that does not answer in time is killed, and progress gives it more`() throws {
        rig.connect()
        give(1, [(PoolHeader.progress, "out.progress")])
        rig.pass(.seconds(50))
        try expect(reply(1, type: "out.progress").published("vl-answers.fetch.c1.s.out.progress").count, equals: 1)
        expect(rig.pass(.seconds(50)), lacks: .killChild(ChildID(1)))
        expect(rig.pass(.seconds(11)), contains: .killChild(ChildID(1)))
        expect(signs(rig.take(.childEnded(ChildID(1), how: "was killed"))), equals: ["failed"])
    }

    @Test mutating func `A child that does not end with its input is killed`() throws {
        rig.connect()
        give(1)
        try reply(1)
        expect(rig.pass(.seconds(61)), contains: .endChild(ChildID(1)))
        expect(rig.pass(.seconds(4)), lacks: .killChild(ChildID(1)))
        expect(rig.pass(.seconds(1)), contains: .killChild(ChildID(1)))
        expect(rig.pass(.seconds(9)), lacks: .killChild(ChildID(1)))
    }

    @Test mutating func `Stopped, it leaves the group, and ends when nothing is under way`() throws {
        rig.connect()
        give(1)
        let stopped = rig.take(.stopped)
        expect(stopped.contains(.unsubscribe("vl-calls.fetch.*.*.>")) && stopped.exit == nil)
        expect(signs(give(2)), equals: ["busy"])
        try expect(reply(1).exit, equals: .done)
    }

    @Test mutating func `Stopped twice, or for too long, it gives back what is under way`() {
        rig.connect()
        give(1)
        rig.take(.stopped)
        let end = rig.pass(.seconds(11))
        expect(end.exit == .done && signs(end) == ["returned"])
    }

    @Test mutating func `A program that cannot be started ends it, and its request goes to others`() {
        rig.connect()
        give(1)
        let end = rig.take(.childNotStarted(ChildID(1), reason: "start x: no such file"))
        expect(end.exit == .unavailable && signs(end) == ["returned"], "the request is not to blame")
    }

    // MARK: - Other clients

    @Test mutating func `A client's JSON is a request, and it gets the bare answer`() throws {
        rig.connect()
        let taken = rig.receive("vl.fetch.in.get", reply: "_INBOX.x", [], #"{"q":1}"#)
        let line = try require(given(taken).first)
        let event = try Event(line: Array(line.utf8).span)
        expect(event.type == "in.get" && event.data == Array(#"{"q":1}"#.utf8))
        let answer = #"{"type":"out.got","source":"fetch","id":"a","causationid":"\#(event.id)","data":{"n":1}}"#
        let answered = rig.take(.childLine(ChildID(1), try BridgeRig<PoolWorker>.line(answer))).published("_INBOX.x")
        expect(answered.map(\.text), equals: [#"{"n":1}"#])
        expect(answered.first?["ce-type"], equals: "out.got")
    }

    @Test mutating func `A client's event is answered by an event`() throws {
        rig.connect()
        rig.take(
            .message(
                CloudEventsBinding.message(
                    Array(Self.line.replacing("N", with: "1").utf8), on: "vl.fetch.in.get", reply: "_INBOX.x")))
        try expect(reply(1).published("_INBOX.x").map(\.payload), equals: [try answer(1).bytes])
    }

    @Test(arguments: [
        ("in.get", "not JSON", "400"), ("process.input.restore", "{}", "400"), ("in.get", "[]", "400"),
    ])
    mutating func `A client's mistake is a service error`(type: String, text: String, code: String) {
        rig.connect()
        let refused = rig.receive("vl.fetch.\(type)", reply: "_INBOX.x", [], text)
        expect(starts(refused), equals: 0)
        expect(refused.published("_INBOX.x").map { $0[PoolHeader.errorCode] }, equals: [code])
        expect(refused.published("_INBOX.x").first?[PoolHeader.error]?.isEmpty, equals: false)
    }

    @Test(arguments: [nil, "vl.fetch.in.get", "vl-answers.fetch.c1.s.out.got", "$JS.API.STREAM.DELETE.x"])
    mutating func `Nobody has answers delivered to other subjects than an inbox`(reply: String?) {
        rig.connect()
        #expect(given(rig.receive("vl.fetch.in.get", reply: reply, [], "{}")).isEmpty)
        #expect(rig.receive("$SRV.PING", reply: reply).isEmpty)
    }

    @Test mutating func `The events of a joined session of the pool's name are no requests`() {
        rig.connect()
        let event = rig.receive("vl.fetch.in.get", reply: "_INBOX.x", [NATSHeader("Viperline-Line", "1")], "{}")
        expect(given(event).isEmpty && event.published("").isEmpty && event.words.count == 1)
        #expect(
            !given(rig.receive("vl.fetch.in.get", reply: "_INBOX.x", [NATSHeader(PoolHeader.progress, "a")], "{}"))
                .isEmpty)
    }

    @Test mutating func `Failures and a full worker are service errors`() throws {
        rig.connect()
        for number in 1...4 { rig.receive("vl.fetch.in.get", reply: "_INBOX.\(number)", [], "{}") }
        expect(
            rig.receive("vl.fetch.in.get", reply: "_INBOX.5", [], "{}").published("_INBOX.5").first?[
                PoolHeader.errorCode], equals: "429")
        let dead = rig.take(.childEnded(ChildID(1), how: "was killed"))
        expect(dead.published("_INBOX.1").map { $0[PoolHeader.errorCode] }, equals: ["500"])
        let event = CloudEventsBinding.message(
            Array(Self.line.replacing("N", with: "1").utf8), on: "vl.fetch.in.get", reply: "_INBOX.6")
        try connectAgain()
        rig.take(.message(event))
        expect(rig.take(.message(event)).published("_INBOX.6").first?[PoolHeader.errorCode], equals: "409")
    }

    /// After the rest that follows a death.
    private mutating func connectAgain() throws {
        rig = try PoolWorkerTests().rig
        rig.connect()
    }

    @Test mutating func `It is a service`() throws {
        let ping = try require(rig.receive("$SRV.PING", reply: "_INBOX.x").published("_INBOX.x").first)
        try expect(
            ping.read(ServiceAnswer.self),
            equals: ServiceAnswer(
                type: "io.nats.micro.v1.ping_response", name: "fetch", id: "me", version: "1.2.3",
                metadata: .init(pool: "fetch", program: "viperline-nats")))
        rig.connect()
        give(1)
        rig.now += .milliseconds(10)
        try reply(1)
        rig.receive("vl.fetch.in.get", reply: "_INBOX.y", [], "no JSON")
        let info = try require(rig.receive("$SRV.INFO.fetch", reply: "_INBOX.x").published("_INBOX.x").first)
        try expect(
            info.read(ServiceAnswer.self).endpoints?.map(\.subject), equals: ["vl.fetch.>", "vl-calls.fetch.*.*.>"])
        let stats = try require(rig.receive("$SRV.STATS.fetch.me", reply: "_INBOX.x").published("_INBOX.x").first)
        let read = try stats.read(ServiceAnswer.self)
        expect(read.type == "io.nats.micro.v1.stats_response" && read.started == "2026-01-01T00:00:00Z")
        expect(read.endpoints?.map(\.requests) == [1, 1] && read.endpoints?.map(\.errors) == [1, 0])
        expect(read.endpoints?.map(\.averageTime), equals: [0, 10_000_000])
        #expect(rig.receive("$SRV.OTHER", reply: "_INBOX.x").isEmpty)
    }
}
