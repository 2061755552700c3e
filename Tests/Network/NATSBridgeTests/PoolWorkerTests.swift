import NATSBridge
import Testing
import Wire

@Suite struct PoolWorkerTests {
    private var rig: BridgeRig<PoolWorker>

    init() throws {
        var settings = PoolWorkerSettings(
            pool: try #require(SubjectName("fetch")), incarnation: "me", inbox: Inbox(prefix: "_INBOX.me"))
        settings.parallel = 2
        settings.children = 2
        settings.patience = .seconds(9)
        settings.answerWithin = .seconds(60)
        rig = BridgeRig(PoolWorker(settings))
        rig.take(.started)
    }

    @discardableResult
    private mutating func prepare() throws -> [BridgeEffect] {
        var reply = try #require(rig.connect().published("$JS.API.STREAM.INFO.VL_fetch").first?.reply)
        for stream in ["VL_fetch", "VL_fetch_answers"] {
            let isAnswers = stream.hasSuffix("answers")
            rig.receive(
                reply, [],
                #"""
                {"config":{"name":"\#(stream)","subjects":["\#(isAnswers ? "vl-answers" : "vl").fetch.>"],\#
                "retention":"\#(isAnswers ? "limits" : "workqueue")","storage":"file"}}
                """#)
            reply = try #require(rig.effects.published("$JS.API").first?.reply)
        }
        return rig.receive(reply, [], #"{"name":"workers"}"#)
    }

    /// - Parameters:
    ///   - number: of the request; its place in the stream.
    ///   - deliveries: how often it was given out.
    @discardableResult
    private mutating func give(
        _ number: Int, of caller: String = "c1", deliveries: Int = 1, headers: [NATSHeader]? = nil, line: String? = nil
    ) -> [BridgeEffect] {
        let line = line ?? #"{"specversion":"1.0","type":"in.get","source":"p","id":"p-\#(number)","data":{}}"#
        let headers =
            headers ?? [
                NATSHeader(PoolHeader.caller, caller), NATSHeader(PoolHeader.position, "i.\(number * 10)"),
                NATSHeader(PoolHeader.service, "fetcher"), NATSHeader(PoolHeader.progress, "out.progress"),
            ]
        return rig.take(
            .message(
                CloudEventsBinding.message(
                    Array(line.utf8), on: "vl.fetch.in.get",
                    reply: "$JS.ACK.VL_fetch.workers.\(deliveries).\(number).1.0.0", headers: headers)))
    }

    private func answer(_ number: Int, type: String = "out.got") throws -> BusLine {
        try BridgeRig<PoolWorker>.line(
            #"{"type":"\#(type)","source":"fetcher","id":"a-\#(number)","causationid":"p-\#(number)"}"#)
    }

    /// The server does not answer a question that it does not permit.
    @Test mutating func `A stream that this host may not make is asked about until another one has made it`() throws {
        let reply = try #require(rig.connect().published("$JS.API.STREAM.INFO.VL_fetch").first?.reply)
        rig.receive(reply, [], #"{"error":{"code":404,"err_code":10059,"description":"stream not found"}}"#)
        #expect(rig.effects.published("$JS.API.STREAM.CREATE.VL_fetch").count == 1)
        let effects = rig.pass(.seconds(3))
        #expect(effects.published("$JS.API.STREAM.INFO.VL_fetch").count == 1)
        #expect(effects.published("$JS.API.STREAM.CREATE.").isEmpty)
    }

    private func acknowledgements(_ effects: [BridgeEffect]) -> [String] {
        effects.published("$JS.ACK").map(\.text)
    }

    @Test mutating func `It asks for as many requests as it has room for`() throws {
        #expect(
            try prepare().published("$JS.API.CONSUMER.MSG.NEXT.VL_fetch.workers").map(\.text) == [
                #"{"batch":2,"expires":4500000000}"#
            ])
        #expect(give(1).published("$JS.API").isEmpty)
        #expect(give(2).published("$JS.API").isEmpty)
        let done = rig.take(.childLine(ChildID(1), try answer(1)))
        #expect(done.published("$JS.API").map(\.text) == [#"{"batch":1,"expires":4500000000}"#])
        // While half of its room is asked for, the rest waits. The pull ends; what it was good for is asked for again.
        #expect(rig.take(.childLine(ChildID(1), try answer(2))).published("$JS.API").isEmpty)
        let status = [NATSHeader("Status", "408"), NATSHeader("Nats-Pending-Messages", "1")]
        #expect(
            rig.receive("_INBOX.me.pull.2", status).published("$JS.API").map(\.text) == [
                #"{"batch":2,"expires":4500000000}"#
            ])
    }

    @Test mutating func `A request goes to its caller's child, and is acknowledged when the answer is stored`() throws {
        try prepare()
        let begun = give(1)
        #expect(begun.contains(.startChild(ChildID(1), service: "fetcher", run: "me-1")))
        #expect(
            begun.contains(
                .sendToChild(
                    ChildID(1),
                    line: Array(#"{"specversion":"1.0","type":"in.get","source":"p","id":"p-1","data":{}}"#.utf8))))
        let answered = rig.take(.childLine(ChildID(1), try answer(1)))
        let message = try #require(answered.published("vl-answers.fetch.c1.out.got").first)
        #expect(message.payload == (try answer(1)).bytes)
        #expect(message[PoolHeader.mark] == "1.1")
        #expect(acknowledgements(answered) == [])
        let stored = rig.receive(try #require(message.reply), [], #"{"stream":"VL_fetch_answers","seq":1}"#)
        // It waits a moment for company. Then, until it is confirmed, it is said again.
        #expect(acknowledgements(stored) == [])
        let told = rig.pass(.milliseconds(2))
        #expect(acknowledgements(told) == ["+ACK"])
        #expect(told.published("$JS.ACK").first?.reply == nil)
        let asked = rig.pass(.seconds(1))
        #expect(acknowledgements(asked) == ["+ACK"])
        #expect(acknowledgements(rig.pass(.seconds(5))) == ["+ACK"])
        rig.receive(try #require(asked.published("$JS.ACK").first?.reply))
        #expect(acknowledgements(rig.pass(.seconds(30))) == [])
    }

    @Test mutating func `Acknowledgements go with whatever is published, and the last of many is confirmed`() throws {
        try prepare()
        var asks: [String] = []
        for number in 1...20 {
            let heard = give(number) + rig.take(.childLine(ChildID(1), try answer(number)))
            #expect(acknowledgements(heard) == (number == 1 ? [] : ["+ACK"]))
            asks += heard.published("$JS.ACK").compactMap(\.reply)
            #expect(acknowledgements(rig.receive("_INBOX.me.stored.\(number)", [], #"{"stream":"s","seq":1}"#)) == [])
        }
        #expect(asks == ["_INBOX.me.acked.16"])
        // The word about the sixteenth is one about all before; of the others, a new connection hears again.
        rig.receive("_INBOX.me.acked.16")
        rig.take(.link(.disconnected))
        #expect(rig.bridge.deadline.map { $0 > rig.now } ?? true)
        #expect(acknowledgements(try prepare()).count == 4)
    }

    @Test mutating func `An answer is published until it is stored, also to a server that was away`() throws {
        try prepare()
        give(1)
        rig.take(.link(.disconnected))
        #expect(rig.take(.childLine(ChildID(1), try answer(1))).published("").isEmpty)
        #expect(try prepare().published("vl-answers.").count == 1)
        rig.receive("_INBOX.me.stored.1", [], #"{"error":{"code":500,"description":"no"}}"#)
        rig.pass(.seconds(3))
        #expect(rig.pass(.seconds(3)).published("vl-answers.").count == 1)
        rig.receive("_INBOX.me.stored.1", [], #"{"stream":"s","seq":1}"#)
        #expect(acknowledgements(rig.pass(.milliseconds(2))) == ["+ACK"])
    }

    @Test mutating func `Each caller has a child of its own, and the one that is idle longest makes room`() throws {
        try prepare()
        #expect(give(1).contains(.startChild(ChildID(1), service: "fetcher", run: "me-1")))
        rig.take(.childLine(ChildID(1), try answer(1)))
        rig.pass(.seconds(1))
        #expect(give(2, of: "c2").contains(.startChild(ChildID(2), service: "fetcher", run: "me-2")))
        rig.take(.childLine(ChildID(2), try answer(2)))
        #expect(give(3).contains { if case .startChild = $0 { true } else { false } } == false)
        rig.pass(.seconds(1))
        rig.take(.childLine(ChildID(1), try answer(3)))
        let third = give(4, of: "c3")
        #expect(third.contains(.endChild(ChildID(2))))
        #expect(third.contains(.startChild(ChildID(3), service: "fetcher", run: "me-3")))
        rig.take(.childLine(ChildID(3), try answer(4)))
        #expect(rig.pass(.seconds(61)).contains(.endChild(ChildID(1))))
    }

    @Test mutating func `A child's death gives its requests to others, the later the more often`() throws {
        try prepare()
        give(1)
        give(2, deliveries: 4)
        #expect(acknowledgements(rig.take(.childEnded(ChildID(1), how: "was killed"))) == ["-NAK"])
        #expect(
            acknowledgements(rig.take(.childEnded(ChildID(2), how: "was killed"))) == [#"-NAK {"delay":400000000}"#])
    }

    @Test mutating func `A request that is given out again has a child of its own, and is marked`() throws {
        try prepare()
        give(1)
        let again = give(2, deliveries: 2)
        let line = #"{"replayed":true,"specversion":"1.0","type":"in.get","source":"p","id":"p-2","data":{}}"#
        #expect(again.contains(.sendToChild(ChildID(2), line: Array(line.utf8))))
        #expect(rig.take(.childLine(ChildID(2), try answer(2))).contains(.endChild(ChildID(2))))
    }

    @Test mutating func `A child that does not answer in time is killed, and progress gives it more`() throws {
        try prepare()
        give(1)
        rig.pass(.seconds(50))
        #expect(
            rig.take(.childLine(ChildID(1), try answer(1, type: "out.progress"))).published("vl-answers.").count == 1)
        #expect(!rig.pass(.seconds(50)).contains(.killChild(ChildID(1))))
        #expect(rig.pass(.seconds(11)).contains(.killChild(ChildID(1))))
        #expect(acknowledgements(rig.take(.childEnded(ChildID(1), how: "was killed"))) == ["-NAK"])
    }

    @Test mutating func `A child that does not end with its input is killed`() throws {
        try prepare()
        give(1)
        rig.take(.childLine(ChildID(1), try answer(1)))
        #expect(rig.pass(.seconds(61)).contains(.endChild(ChildID(1))))
        #expect(!rig.pass(.seconds(4)).contains(.killChild(ChildID(1))))
        #expect(rig.pass(.seconds(1)).contains(.killChild(ChildID(1))))
        #expect(!rig.pass(.seconds(9)).contains(.killChild(ChildID(1))))
    }

    @Test(arguments: ["408", "409", "x"], ["-1", "99999999999999999999", "\(Int.max)", "2"])
    mutating func `Ends of pulls that lie make it ask for no more than it has room for`(code: String, unused: String)
        throws
    {
        try prepare()
        let status = [NATSHeader("Status", code), NATSHeader("Nats-Pending-Messages", unused)]
        for number in [1, 1, 7, -1, 2] {
            let pulls = rig.receive("_INBOX.me.pull.\(number)", status).published("$JS.API.CONSUMER.MSG.NEXT")
            #expect(pulls.allSatisfy { $0.text.contains(#""batch":1,"#) || $0.text.contains(#""batch":2,"#) })
        }
    }

    @Test mutating func `The server is told what is under way`() throws {
        try prepare()
        give(1)
        #expect(acknowledgements(rig.pass(.seconds(3))) == ["+WPI"])
        #expect(acknowledgements(rig.pass(.seconds(3))) == ["+WPI"])
    }

    @Test mutating func `The same request twice is begun once`() throws {
        try prepare()
        give(1)
        #expect(give(1, deliveries: 2).contains { if case .sendToChild = $0 { true } else { false } } == false)
        let answered = rig.take(.childLine(ChildID(1), try answer(1)))
        rig.receive(try #require(answered.published("vl-answers.").first?.reply), [], #"{"stream":"s","seq":1}"#)
        #expect(rig.pass(.milliseconds(2)).published("$JS.ACK.VL_fetch.workers.2.1.").count == 1)
        // The server has not heard that, or was too late to.
        let again = give(1, deliveries: 3) + rig.pass(.milliseconds(2))
        #expect(again.published("$JS.ACK.VL_fetch.workers.3.1.").count == 1)
    }

    @Test mutating func `After five deliveries the caller is told, and nobody gets it again`() throws {
        try prepare()
        let given = give(1, deliveries: 6)
        let message = try #require(given.published("vl-answers.fetch.c1.pool.output.failed").first)
        let failure = try Event(line: message.payload.span)
        #expect(failure.causationID == "p-1")
        #expect(try failure.decode(PoolFailure.self).deliveries == 5)
        #expect(given.contains { if case .startChild = $0 { true } else { false } } == false)
        rig.receive(try #require(message.reply), [], #"{"stream":"s","seq":1}"#)
        #expect(acknowledgements(rig.pass(.milliseconds(2))) == ["+TERM"])
    }

    @Test mutating func `Notices reach the caller's child, also those that come before their request`() throws {
        func notice(_ number: Int, of caller: String) -> NATSMessage {
            CloudEventsBinding.message(
                Array(#"{"type":"in.cancel","id":"n\#(number)"}"#.utf8), on: "vl-notices.fetch.in.cancel",
                headers: [NATSHeader(PoolHeader.caller, caller), NATSHeader(PoolHeader.position, "i.\(number)")])
        }
        func told(_ effects: [BridgeEffect]) -> [String] {
            effects.compactMap {
                if case .sendToChild(_, let line) = $0 { String(decoding: line, as: UTF8.self) } else { nil }
            }
        }
        try prepare()
        #expect(told(rig.take(.message(notice(15, of: "c1")))).isEmpty)
        #expect(told(give(1)).dropFirst() == [#"{"type":"in.cancel","id":"n15"}"#])
        #expect(told(rig.take(.message(notice(25, of: "c1")))) == [#"{"type":"in.cancel","id":"n25"}"#])
        #expect(told(rig.take(.message(notice(26, of: "c2")))).isEmpty)
        #expect(told(give(3)).count == 1)
        rig.pass(.seconds(61))
        rig.take(.childLine(ChildID(1), try answer(1)))
        #expect(told(give(2)).count == 1)
    }

    @Test(arguments: [
        ([NATSHeader](), nil as String?), ([NATSHeader(PoolHeader.caller, "a.b.c")], nil),
        ([NATSHeader(PoolHeader.caller, "*")], nil),
        ([NATSHeader(PoolHeader.caller, "c1")], "no event"), ([NATSHeader(PoolHeader.caller, "c1")], "[]"),
    ])
    mutating func `Hostile requests end, and no child hears of them`(headers: [NATSHeader], line: String?) throws {
        try prepare()
        let dropped = give(1, headers: headers, line: line)
        #expect(acknowledgements(dropped) == ["+TERM"])
        #expect(dropped.words.count == 1)
        #expect(dropped.contains { if case .startChild = $0 { true } else { false } } == false)
    }

    @Test(arguments: ["a\nb", "", String(repeating: "x", count: 200), "\u{1B}[31m"])
    mutating func `A child has no name that is none`(name: String) throws {
        try prepare()
        let begun = give(
            1,
            headers: [
                NATSHeader(PoolHeader.caller, "c1"), NATSHeader(PoolHeader.service, AttributeCoding.encode(name)),
            ])
        #expect(begun.contains(.startChild(ChildID(1), service: "fetch", run: "me-1")))
    }

    @Test mutating func `What answers no request, and what is the process's own, is not published`() throws {
        try prepare()
        give(1)
        for line in [
            #"{"type":"out.got","causationid":"p-9"}"#, #"{"type":"process.output.ready"}"#,
            #"{"type":"out.>","causationid":"p-1"}"#,
        ] {
            #expect(
                rig.take(.childLine(ChildID(1), try BridgeRig<PoolWorker>.line(line))).published("vl-answers").isEmpty)
        }
        let refusal = #"{"type":"process.output.refused","causationid":"p-1","data":{"reason":"r","line":"l"}}"#
        #expect(
            rig.take(.childLine(ChildID(1), try BridgeRig<PoolWorker>.line(refusal))).published(
                "vl-answers.fetch.c1.process.output.refused"
            )
            .count == 1)
    }

    @Test mutating func `Stopped, it takes no more, and ends when nothing is under way`() throws {
        try prepare()
        give(1)
        #expect(rig.take(.stopped).exit == nil)
        #expect(rig.take(.childLine(ChildID(1), try answer(1))).published("$JS.API").isEmpty)
        let stored = rig.receive("_INBOX.me.stored.1", [], #"{"stream":"s","seq":1}"#)
        #expect(stored.exit == nil)
        #expect(rig.receive("_INBOX.me.acked.1").exit == .done)
    }

    @Test mutating func `Stopped twice, or for too long, it gives back what is under way`() throws {
        try prepare()
        give(1)
        rig.take(.stopped)
        let end = rig.pass(.seconds(11))
        #expect(end.exit == .done)
        #expect(acknowledgements(end).last == "-NAK")
    }

    @Test mutating func `A program that cannot be started ends it, and its request goes to others`() throws {
        try prepare()
        give(1)
        let end = rig.take(.childNotStarted(ChildID(1), reason: "start x: no such file"))
        #expect(end.exit == .unavailable)
        #expect(acknowledgements(end) == ["-NAK"])
    }

    @Test mutating func `Without JetStream it belongs to a group, and holds back what it has no room for`() throws {
        rig.connect()
        let plain = rig.receive("_INBOX.me.setup.1", [NATSHeader("Status", "503")])
        #expect(plain.contains(.subscribe("vl.fetch.>", group: "workers")))
        func told(_ number: Int) -> Int {
            rig.take(
                .message(
                    CloudEventsBinding.message(
                        Array(#"{"type":"in.get","source":"p","id":"p-\#(number)"}"#.utf8), on: "vl.fetch.in.get",
                        reply: "_INBOX.c.put.1", headers: [NATSHeader(PoolHeader.caller, "c1")]))
            ).count { if case .sendToChild = $0 { true } else { false } }
        }
        #expect([told(1), told(2), told(3)] == [1, 1, 0])
        let answered = rig.take(.childLine(ChildID(1), try answer(1)))
        #expect(answered.published("vl-answers.fetch.c1.out.got").map(\.reply) == [nil])
        #expect(answered.contains { if case .sendToChild = $0 { true } else { false } })
    }
}
