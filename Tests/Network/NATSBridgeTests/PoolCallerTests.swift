import Platform
import NATSBridge
import Testing
import Wire

@Suite struct PoolCallerTests {
    private static let created = #""created":"2026-01-01T00:00:00Z""#

    private var rig: BridgeRig<PoolCaller>

    init() throws {
        var settings = PoolCallerSettings(
            pool: try #require(SubjectName("fetch")), caller: try #require(SubjectName("c1")), service: "fetcher",
            incarnation: "me", inbox: Inbox(prefix: "_INBOX.me"))
        settings.sends = [MessagePattern("out")]
        settings.notices = [MessagePattern("in.cancel")]
        settings.progress = [MessagePattern("out.progress")]
        settings.window = 2
        settings.underWay = 3
        settings.lineLimit = 4096
        settings.isSupervised = true
        rig = BridgeRig(PoolCaller(settings, at: .now))
        rig.take(.started)
    }

    private func request(_ number: Int, replayed: Bool = false) throws -> BridgeInput {
        let mark = replayed ? #""replayed":true,"# : ""
        return .line(
            try BridgeRig<PoolCaller>.line(
                #"{"specversion":"1.0",\#(mark)"type":"in.get","source":"p","id":"p-\#(number)","data":{}}"#))
    }

    private func answer(_ number: Int, id: String = "a", type: String = "out.got", source: String = "fetcher")
        -> NATSMessage
    {
        let line =
            #"{"specversion":"1.0","type":"\#(type)","source":"\#(source)","id":"\#(id)","causationid":"p-\#(number)","data":{}}"#
        return CloudEventsBinding.message(Array(line.utf8), on: "vl-answers.fetch.c1.\(type)")
    }

    /// Answers what is asked about streams.
    @discardableResult
    private mutating func prepare(
        requests: (first: Int, last: Int) = (1, 0), answers: Int = 0, created: String = created
    ) throws -> [BridgeEffect] {
        let first = try #require(rig.effects.published("$JS.API.STREAM.INFO.VL_fetch").first)
        let count = requests.last - requests.first + 1
        let second = rig.receive(
            try #require(first.reply), [],
            #"""
            {"config":{"name":"VL_fetch","subjects":["vl.fetch.>"],"retention":"workqueue","storage":"file"},\#(created),\#
            "state":{"messages":\#(count),"first_seq":\#(requests.first),"last_seq":\#(requests.last)}}
            """#)
        let question = try #require(second.published("$JS.API.STREAM.INFO.VL_fetch_answers").first)
        return rig.receive(
            try #require(question.reply), [],
            #"""
            {"config":{"name":"VL_fetch_answers","subjects":["vl-answers.fetch.>"],"retention":"limits","storage":"file"},\#
            "state":{"messages":\#(answers),"first_seq":1,"last_seq":\#(answers)}}
            """#)
    }

    private mutating func confirm(_ number: Int, sequence: Int) -> [BridgeEffect] {
        rig.receive("_INBOX.me.put.\(number)", [], #"{"stream":"VL_fetch","seq":\#(sequence)}"#)
    }

    @Test mutating func `Started by hand, it logs once what it waits for`() throws {
        var settings = PoolCallerSettings(
            pool: try #require(SubjectName("fetch")), caller: try #require(SubjectName("c1")), service: "hand",
            incarnation: "me", inbox: Inbox(prefix: "_INBOX.me"))
        settings.isSupervised = false
        rig = BridgeRig(PoolCaller(settings, at: .now))
        rig.connect()
        try prepare()
        rig.take(try request(1))
        var told: [BridgeEffect] = []
        for _ in 1...2 {
            let reply = try #require(rig.effects.published("vl.fetch.in.get").first?.reply)
            let full = #"{"error":{"code":503,"err_code":10077,"description":"maximum messages exceeded"}}"#
            told += rig.receive(reply, [], full)
            rig.pass(.seconds(1))
        }
        #expect(told == [.log("fetch: the queue is full; 1 request waits")])
    }

    @Test mutating func `Missing streams are made, and then it is ready`() throws {
        let first = try #require(rig.connect().published("$JS.API.STREAM.INFO.VL_fetch").first)
        let absence = #"{"error":{"code":404,"err_code":10059,"description":"stream not found"}}"#
        let refused = rig.receive(try #require(first.reply), [], absence)
        let creation = try #require(refused.published("$JS.API.STREAM.CREATE.VL_fetch").first)
        #expect(creation.text.contains(#""retention":"workqueue""#))
        #expect(creation.text.contains(#""discard":"new""#))
        let made = rig.receive(
            try #require(creation.reply), [],
            #"{"config":{"name":"VL_fetch","subjects":["vl.fetch.>"],"retention":"workqueue","storage":"file"}}"#)
        let second = try #require(made.published("$JS.API.STREAM.INFO.VL_fetch_answers").first)
        let ready = rig.receive(
            try #require(second.reply), [],
            #"{"config":{"name":"VL_fetch_answers","subjects":["vl-answers.fetch.>"],"retention":"limits","storage":"file"}}"#
        )
        #expect(
            ready.contains {
                if case .write(let line) = $0 {
                    String(decoding: line, as: UTF8.self).contains("process.output.ready")
                } else {
                    false
                }
            })
    }

    @Test(arguments: [
        #"{"config":{"name":"VL_fetch","subjects":["vl.fetch.>"],"retention":"limits","storage":"file"}}"#,
        #"{"config":{"name":"VL_fetch","subjects":["other.>"],"retention":"workqueue","storage":"file"}}"#,
    ])
    mutating func `Streams for something else end it`(answer: String) throws {
        let first = try #require(rig.connect().published("$JS.API.STREAM.INFO.VL_fetch").first)
        #expect(rig.receive(try #require(first.reply), [], answer).exit == .unavailable)
    }

    @Test mutating func `A request is published, and its answer is written once`() throws {
        rig.connect()
        try prepare()
        let message = try #require(rig.take(try request(1)).published("vl.fetch.in.get").first)
        #expect(message[PoolHeader.caller] == "c1")
        #expect(message[PoolHeader.service] == "fetcher")
        #expect(message[PoolHeader.position] == "me.1")
        #expect(message[PoolHeader.progress] == "out.progress")
        #expect(message[PoolHeader.messageID] == "c1/p/p-1/0")
        #expect(message.text == #"{"specversion":"1.0","type":"in.get","source":"p","id":"p-1","data":{}}"#)
        #expect(rig.take(.message(answer(1))).written == [answer(1).text])
        #expect(rig.take(.message(answer(1))).written.isEmpty)
        #expect(rig.take(.message(answer(1, id: "b"))).written.isEmpty)
    }

    @Test mutating func `Progress passes once, and does not answer`() throws {
        rig.connect()
        try prepare()
        rig.take(try request(1))
        var progress = answer(1, type: "out.progress")
        progress.headers.append(NATSHeader(PoolHeader.mark, "1.1"))
        #expect(rig.take(.message(progress)).written.count == 1)
        #expect(rig.take(.message(progress)).written.isEmpty)
        progress.headers[progress.headers.count - 1].value = "2.1"
        #expect(rig.take(.message(progress)).written.count == 1)
        #expect(rig.take(.message(answer(1))).written.count == 1)
    }

    @Test mutating func `An answer of another source is written under the service's name`() throws {
        rig.connect()
        try prepare()
        rig.take(try request(1))
        #expect(rig.take(.message(answer(1, source: "o\\u0074her"))).written == [answer(1).text])
    }

    @Test mutating func `What nobody may answer is dropped`() throws {
        rig.connect()
        try prepare()
        rig.take(try request(1))
        var noEvent = answer(1)
        noEvent.headers = []
        for message in [answer(1, type: "in.get"), answer(2), noEvent, NATSMessage("vl-answers.fetch.c1.x")] {
            #expect(rig.take(.message(message)).written.isEmpty)
        }
        #expect(rig.take(.message(answer(1))).written.count == 1)
    }

    @Test mutating func `It reads no more than the window and the requests under way allow`() throws {
        #expect(rig.bridge.takesLines)
        rig.take(try request(1))
        rig.take(try request(2))
        #expect(!rig.bridge.takesLines)
        rig.connect()
        #expect(try prepare().published("vl.fetch.").count == 2)
        #expect(!rig.bridge.takesLines)
        #expect(confirm(1, sequence: 1).isEmpty || rig.bridge.takesLines)
        _ = confirm(2, sequence: 2)
        rig.take(try request(3))
        _ = confirm(3, sequence: 3)
        #expect(!rig.bridge.takesLines)
        rig.take(.message(answer(2)))
        #expect(rig.bridge.takesLines)
    }

    @Test mutating func `A full queue makes the bus wait, and is tried by one request at a time`() throws {
        rig.connect()
        try prepare()
        rig.take(try request(1))
        rig.take(try request(2))
        let full = #"{"error":{"code":503,"err_code":10077,"description":"maximum messages exceeded"}}"#
        rig.receive("_INBOX.me.put.1", [], full)
        #expect(!rig.bridge.takesLines)
        rig.receive("_INBOX.me.put.2", [], full)
        #expect(!rig.bridge.takesLines)
        let tried = rig.pass(.seconds(1))
        #expect(tried.statuses == [.init(text: "fetch: the queue is full; 2 requests wait", trouble: true)])
        #expect(tried.published("vl.fetch.").count == 1)
        #expect(confirm(1, sequence: 1).published("vl.fetch.").count == 1)
        #expect(rig.bridge.takesLines)
    }

    @Test mutating func `What was refused is tried again, also when another is taken meanwhile`() throws {
        rig.connect()
        try prepare()
        rig.take(try request(1))
        rig.take(try request(2))
        rig.receive("_INBOX.me.put.1", [], #"{"error":{"code":503,"err_code":10077,"description":"full"}}"#)
        _ = confirm(2, sequence: 1)
        #expect(rig.pass(.seconds(1)).published("vl.fetch.").map { $0[PoolHeader.messageID] } == ["c1/p/p-1/0"])
    }

    @Test mutating func `Notices go in order, and nobody stores them`() throws {
        rig.take(try request(1))
        rig.take(
            .line(try BridgeRig<PoolCaller>.line(#"{"type":"in.cancel","source":"p","id":"p-2","data":{"id":"p-1"}}"#)))
        rig.connect()
        #expect(try prepare().subjects.suffix(2) == ["vl.fetch.in.get", "vl-notices.fetch.in.cancel"])
        #expect(rig.take(.message(answer(1))).written.count == 1)
    }

    @Test mutating func `After a lost connection it reads what it may have missed, and publishes what is unconfirmed`()
        throws
    {
        rig.connect()
        try prepare()
        rig.take(try request(1))
        rig.take(try request(2))
        _ = confirm(1, sequence: 1)
        rig.take(.link(.disconnected))
        #expect(
            rig.pass(.seconds(2)).statuses.last
                == .init(text: "the server hub:4222 is gone; 2 requests wait", trouble: true))
        rig.connect()
        let ready = try prepare(requests: (1, 1), answers: 1)
        let consumer = try #require(
            ready.published("$JS.API.CONSUMER.CREATE.VL_fetch_answers.caller_me_1.vl-answers.fetch.c1.>").first)
        #expect(ready.published("vl.fetch.").isEmpty)
        let pull = rig.receive(try #require(consumer.reply), [], #"{"name":"caller_me_1","num_pending":1}"#)
        #expect(pull.published("$JS.API.CONSUMER.MSG.NEXT.VL_fetch_answers.caller_me_1").count == 1)
        var kept = answer(1)
        kept.reply = "$JS.ACK.VL_fetch_answers.caller_me_1.1.1.1.0.0"
        let done = rig.take(.message(kept))
        #expect(done.written == [answer(1).text])
        #expect(done.published("vl.fetch.").map { $0[PoolHeader.messageID] } == ["c1/p/p-2/0"])
        #expect(done.published("$JS.API.CONSUMER.DELETE.VL_fetch_answers.caller_me_1").count == 1)
    }

    @Test(arguments: [(1, created), (5, #""created":"2026-02-02T00:00:00Z""#)])
    mutating func `What the server has lost is published under another id`(last: Int, created: String) throws {
        rig.connect()
        try prepare()
        rig.take(try request(1))
        _ = confirm(1, sequence: 2)
        rig.take(.link(.disconnected))
        rig.connect()
        let ready = try prepare(requests: (1, last), created: created)
        let reply = try #require(ready.published("$JS.API.CONSUMER.CREATE").first?.reply)
        let done = rig.receive(reply, [], #"{"name":"caller_me_1","num_pending":0}"#)
        #expect(done.published("vl.fetch.").map { $0[PoolHeader.messageID] } == ["c1/p/p-1/1"])
    }

    @Test mutating func `What was sent again is looked up before it is published`() throws {
        rig.take(try request(1, replayed: true))
        rig.take(try request(2, replayed: true))
        rig.connect()
        let ready = try prepare(answers: 7)
        let consumer = try #require(ready.published("$JS.API.CONSUMER.CREATE").first)
        #expect(consumer.text.contains(#""opt_start_seq":1"#))
        #expect(ready.published("vl.fetch.").isEmpty)
        rig.receive(try #require(consumer.reply), [], #"{"name":"caller_me_1","num_pending":7}"#)
        var kept = answer(1)
        kept.reply = "$JS.ACK.VL_fetch_answers.caller_me_1.1.3.1.0.0"
        let done = rig.take(.message(kept))
        #expect(done.written == [answer(1).text])
        #expect(done.published("vl.fetch.").map { $0[PoolHeader.messageID] } == ["c1/p/p-2/0"])
    }

    @Test mutating func `A request that has left the queue without an answer is found and published anew`() throws {
        rig.connect()
        try prepare()
        rig.take(try request(1))
        _ = confirm(1, sequence: 1)
        let audit = rig.pass(.seconds(6))
        #expect(audit.published("$JS.API.STREAM.INFO.VL_fetch").count == 2)
        rig.receive("_INBOX.me.consumer.0", [], #"{"num_waiting":0,"num_ack_pending":0,"num_pending":0}"#)
        #expect(rig.pass(.seconds(1)).statuses.last?.text == "no worker of fetch is there; 1 request waits")
        let search = rig.receive(
            "_INBOX.me.audit.0", [], #"{"state":{"messages":0,"first_seq":1,"last_seq":1}}"#)
        let reply = try #require(search.published("$JS.API.CONSUMER.CREATE").first?.reply)
        let done = rig.receive(reply, [], #"{"name":"caller_me_1","num_pending":0}"#)
        #expect(done.published("vl.fetch.").map { $0[PoolHeader.messageID] } == ["c1/p/p-1/1"])
    }

    @Test(arguments: [
        #"{"error":{"code":404,"err_code":10059,"description":"stream not found"}}"#,
        #"{"created":"2027-01-01T00:00:00Z","state":{"messages":1,"first_seq":1,"last_seq":1}}"#,
    ])
    mutating func `A stream that somebody has taken away is noticed, and made again`(audit: String) throws {
        rig.connect()
        try prepare()
        rig.take(try request(1))
        _ = confirm(1, sequence: 1)
        rig.pass(.seconds(6))
        #expect(rig.receive("_INBOX.me.audit.0", [], audit).published("$JS.API.STREAM.INFO.VL_fetch").count == 1)
        let ready = try prepare(created: #""created":"2027-01-01T00:00:00Z""#)
        let reply = try #require(ready.published("$JS.API.CONSUMER.CREATE").first?.reply)
        let done = rig.receive(reply, [], #"{"name":"c","num_pending":0}"#)
        #expect(done.published("vl.fetch.").map { $0[PoolHeader.messageID] } == ["c1/p/p-1/1"])
    }

    @Test mutating func `Numbers of a server that lies trap nothing`() throws {
        rig.connect()
        try prepare(answers: .max)
        rig.take(try request(1))
        _ = confirm(1, sequence: .max - 1)
        for _ in 1...3 {
            rig.pass(.seconds(6))
            rig.receive("_INBOX.me.answers.0", [], #"{"state":{"messages":0,"first_seq":1,"last_seq":\#(Int.max)}}"#)
        }
        let state = #"{"state":{"messages":0,"first_seq":-5,"last_seq":\#(Int.max)}}"#
        #expect(rig.receive("_INBOX.me.audit.0", [], state).published("$JS.API.CONSUMER.CREATE").count == 1)
    }

    @Test mutating func `A request whose answer cannot be written is not done again`() throws {
        rig.connect()
        try prepare()
        for number in 1...2 {
            rig.take(try request(number))
            _ = confirm(number, sequence: number)
        }
        let foreign = rig.take(.message(answer(1, type: "view.input.show")))
        #expect(foreign.written.isEmpty && foreign.words.count == 1)
        let line =
            #"{"type":"out.got","id":"a","causationid":"p-2","data":{"x":"\#(String(repeating: "x", count: 5000))"}}"#
        let long = rig.take(.message(CloudEventsBinding.message(Array(line.utf8), on: "vl-answers.fetch.c1.out.got")))
        #expect(long.written.isEmpty && long.words.count == 1)
        rig.pass(.seconds(6))
        let search = rig.receive("_INBOX.me.audit.0", [], #"{"state":{"messages":0,"first_seq":3,"last_seq":2}}"#)
        #expect(search.published("$JS.API.CONSUMER.CREATE").isEmpty)
        #expect(rig.take(.message(answer(1))).written.count == 1)
    }

    @Test mutating func `Without JetStream a request is told once, and again only if nobody has heard it`() throws {
        rig.take(try request(1))
        rig.connect()
        let none = [NATSHeader("Status", "503")]
        let plain = rig.receive("_INBOX.me.setup.1", none)
        #expect(plain.words.count == 1)
        #expect(plain.published("vl.fetch.").count == 1)
        #expect(rig.pass(.seconds(30)).published("vl.fetch.").isEmpty)
        rig.receive("_INBOX.me.put.1", none)
        #expect(rig.pass(.seconds(1)).published("vl.fetch.").count == 1)
        #expect(rig.take(.message(answer(1))).written.count == 1)
    }

    @Test mutating func `A stream that is taken away is made again, and its requests are published again`() throws {
        rig.connect()
        try prepare()
        rig.take(try request(1))
        rig.receive("_INBOX.me.put.1", [NATSHeader("Status", "503")])
        let ready = try prepare()
        let reply = try #require(ready.published("$JS.API.CONSUMER.CREATE").first?.reply)
        #expect(rig.receive(reply, [], #"{"name":"c","num_pending":0}"#).published("vl.fetch.").count == 1)
    }

    @Test mutating func `A request that is given up ends it, and the log names it`() throws {
        rig.connect()
        try prepare()
        rig.take(try request(1))
        let line =
            #"{"type":"pool.output.failed","id":"f","causationid":"p-1","causationsource":"p","data":{"reason":"each died","deliveries":5}}"#
        let end = rig.take(
            .message(CloudEventsBinding.message(Array(line.utf8), on: "vl-answers.fetch.c1.pool.output.failed")))
        #expect(end.exit == .unavailable)
        #expect(end.words == ["the request p/p-1 failed after 5 deliveries to workers: each died"])
        #expect(end.written.isEmpty)
    }

    @Test mutating func `A line that is too long for the server ends it`() throws {
        rig.take(.link(.connected(server: "hub:4222", limit: 4100)))
        try prepare()
        #expect(rig.take(try request(1)).exit == .unavailable)
    }

    @Test mutating func `A type that cannot be part of a subject is refused`() throws {
        let refused = rig.take(.line(try BridgeRig<PoolCaller>.line(#"{"type":"in.>","id":"1"}"#)))
        #expect(refused.published("").isEmpty)
        #expect(
            refused.contains {
                if case .write(let line) = $0 {
                    String(decoding: line, as: UTF8.self).contains("process.output.refused")
                } else {
                    false
                }
            })
    }

    @Test(arguments: [
        (#""causationid":"x""#, [1]), (#""causationid":"x","causationsource":"q""#, [2]),
        (#""causationid":"x","correlationid":"k2""#, [2]), (#""correlationid":"k2""#, [2]),
        (#""correlationid":"none""#, []),
        (#""causationid":"y","correlationid":"k1""#, []),
    ])
    mutating func `An answer is for the request that the bus would take`(names: String, closed: [Int]) throws {
        rig.connect()
        try prepare()
        for (number, source) in [(1, "p"), (2, "q")] {
            rig.take(
                .line(
                    try BridgeRig<PoolCaller>.line(
                        #"{"type":"in.get","source":"\#(source)","id":"x","correlationid":"k\#(number)"}"#)))
        }
        let line = #"{"type":"out.got","id":"a",\#(names)}"#
        rig.take(.message(CloudEventsBinding.message(Array(line.utf8), on: "vl-answers.fetch.c1.out.got")))
        // What is still open is published again.
        rig.take(.link(.disconnected))
        rig.connect()
        let ready = try prepare()
        let reply = ready.published("$JS.API.CONSUMER.CREATE").first?.reply
        let done = try rig.receive(#require(reply), [], #"{"name":"c","num_pending":0}"#)
        let open = done.published("vl.fetch.").map { $0.text.contains(#""source":"p""#) ? 1 : 2 }
        #expect(open == [1, 2].filter { !closed.contains($0) })
    }
}
