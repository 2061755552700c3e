import JSON
import Platform
import TestSupport
import Testing
import Wire

@testable import NATSBridge

struct JoinBridgeTests {
    private static func rig(isAlone: Bool = false, _ variables: [String: String] = [:]) throws -> BridgeRig<JoinBridge>
    {
        var settings = JoinSettings(
            session: try require(SubjectName("s")), name: "a", in: try .net(variables), incarnation: "1")
        (settings.sends, settings.receives) = ([MessagePattern("in")], [MessagePattern("out")])
        (settings.bus, settings.isAlone) = ("bus1", isAlone)
        var rig = BridgeRig(JoinBridge(settings, now: .now))
        rig.take(.started)
        rig.drain()
        return rig
    }

    private static func presence(
        of name: String, incarnation: String = "1", takes: [String] = ["out"], isLeaving: Bool = false
    ) throws -> BridgeInput {
        let presence = Presence(name: name, incarnation: incarnation, sends: takes, isLeaving: isLeaving)
        return .message(NATSMessage("vlp.s.\(name)", payload: presence.json))
    }

    private static func isReady(_ effects: [BridgeEffect]) -> Bool {
        effects.contains {
            if case .write(let line) = $0 {
                String(decoding: line, as: UTF8.self).contains("process.output.ready")
            } else {
                false
            }
        }
    }

    private static func line(_ number: Int, type: String = "out.x") throws -> BridgeInput {
        .line(try BusLine(Array(#"{"type":"\#(type)","source":"r","id":"r-\#(number)","data":{"n":\#(number)}}"#.utf8)))
    }

    /// Regression: a presence that repeated what this join reports about its bus ended it.
    @Test func `No announcement of another join ends this one`() throws {
        var rig = try Self.rig()
        rig.connect()
        for takes in [["in"], ["out"], ["in", "out"], ["*"], [String(repeating: "out.x", count: 50)]] {
            for name in ["b", "a"] {
                for number in 1...100 {
                    let presence = try Self.presence(of: name, incarnation: "\(number)", takes: takes)
                    expect(rig.take(presence).exit, equals: nil)
                }
            }
        }
    }

    @Test func `A join is ready when another one takes its lines, or at once if it is alone`() throws {
        var rig = try Self.rig()
        rig.connect()
        expect(Self.isReady(rig.pass(.milliseconds(30))), equals: false)
        rig.take(try Self.presence(of: "b", takes: ["else"]))
        expect(Self.isReady(rig.pass(.milliseconds(30))), equals: false)
        rig.take(try Self.presence(of: "b", incarnation: "2"))
        expect(Self.isReady(rig.drain()), equals: true)
        var lone = try Self.rig(isAlone: true)
        expect(Self.isReady(lone.connect() + lone.pass(.milliseconds(30))), equals: true)
    }

    /// Nobody may know a name that a successor would not have.
    @Test func `A join announces itself when the bus has its first snapshot`() throws {
        var settings = JoinSettings(
            session: try require(SubjectName("s")), name: "a", in: try .net(), incarnation: "1")
        settings.receives = [MessagePattern("out")]
        var rig = BridgeRig(JoinBridge(settings, now: .now))
        rig.take(.started)
        expect(rig.connect().published("vlp.").count, equals: 0)
        expect(rig.drain().published("vlp.").count, equals: 1)
    }

    @Test func `Nothing is sent that a successor would not know`() throws {
        var rig = try Self.rig()
        rig.connect()
        rig.take(try Self.presence(of: "b"))
        expect(rig.take(try Self.line(1)).published("vlj."), equals: [])
        expect(rig.drain().published("vlj.").count, equals: 1)
    }

    @Test func `Lines that come before the first receiver wait for it for a second`() throws {
        for (time, arrives) in [(Duration.milliseconds(900), true), (.seconds(2), false)] {
            var rig = try Self.rig()
            rig.take(try Self.line(1))
            rig.connect()
            rig.pass(time)
            rig.take(try Self.presence(of: "b"))
            expect(rig.drain().published("vlj.s.a.b.out.x").count, equals: arrives ? 1 : 0)
        }
    }

    /// Regression: the process was busy until its state came, if that took longer than a second.
    @Test func `A successor sleeps until its state comes`() throws {
        var rig = try Self.rig(["VIPERLINE_RESTORED": "1"])
        rig.connect()
        rig.pass(.seconds(2))
        expect(rig.bridge.deadline.map { $0 > rig.now } ?? true)
    }

    /// Regression: a successor waited for ever with a full link. Its receiver had later lines, and that was not believed.
    @Test func `A successor comes to an end with lines that have arrived`() throws {
        var settings = JoinSettings(
            session: try require(SubjectName("s")), name: "a", in: try .net(["VIPERLINE_RESTORED": "1"]),
            incarnation: "2")
        (settings.receives, settings.isAlone) = ([MessagePattern("out")], true)
        var rig = BridgeRig(JoinBridge(settings, now: .now))
        var state = JoinSnapshot(incarnation: "1")
        let id = JoinID(name: "b", incarnation: "1")
        state.links = [JoinSnapshot.Link(receiver: id, takes: ["out"], acknowledged: 0, begins: 0, lost: 0)]
        let event = Event(ProcessInput.Restore.type, state)
        rig.take(.line(try BusLine(event.line.dropLast())))
        rig.connect()
        var taken = 0
        while taken < 3 * SendLink.mostLines {
            if !rig.bridge.takesLines { rig.receive("vla.s.b.a", [], "1 1 \(3 * SendLink.mostLines)") }
            let takesLines = rig.bridge.takesLines
            try #require(takesLines, "after \(taken) lines")
            taken += 1
            rig.take(try Self.line(taken))
        }
    }

    /// Regression: a process wrote a snapshot behind lost lines, and was killed before it told of them.
    @Test func `Wherever a join is killed, it or its successor tells of every lost line`() throws {
        func message(_ position: Int, _ before: String) -> BridgeInput {
            let line = #"{"type":"in.x","source":"r","id":"\#(position)","data":{}}"#
            let stamp = NATSHeader(LineStamp.header, "1 1 \(position) 1 \(before) bus2 s")
            let headers = CloudEventsBinding.message([], on: "").headers + [stamp]
            return .message(NATSMessage("vlj.s.b.a.in.x", headers: headers, payload: Array(line.utf8)))
        }
        func live(_ rig: inout BridgeRig<JoinBridge>, since position: Int) -> [BridgeEffect] {
            var effects = position < 1 ? rig.take(message(1, "0 0")) + rig.drain() : []
            effects += rig.take(message(25, "1 +23")) + rig.drain() + rig.pass(Losses.logsEvery)
            return effects + rig.take(message(30, "25 +4")) + rig.drain() + rig.pass(Losses.logsEvery)
        }
        func snapshots(_ effects: ArraySlice<BridgeEffect>) -> [BusLine] {
            effects.compactMap { if case .write(let line) = $0 { try? BusLine(line) } else { nil } }
                .filter { $0.type == ProcessOutput.Snapshot.type }
        }
        var first = try Self.rig()
        let whole = first.connect() + live(&first, since: 0)
        var tried = 0
        for cut in 0...whole.count {
            let state = try snapshots(whole[..<cut]).last.map { try require($0.event).decode(JoinSnapshot.self) }
            guard let state else { continue }
            tried += 1
            var second = try Self.rig(["VIPERLINE_RESTORED": "1"])
            second.take(.line(try BusLine(Event(ProcessInput.Restore.type, state).line.dropLast())))
            second.connect()
            let position = Int(state.progress.position(of: JoinID(name: "b", incarnation: "1")))
            let later = live(&second, since: position)
            let told = (Array(whole[..<cut]) + later).words.filter { $0.contains("of b are lost") }
            let isTold =
                told.contains { $0.hasPrefix("27 ") }
                || [23, 4].allSatisfy { count in
                    told.contains { $0.hasPrefix("\(count) lines") }
                }
            expect(isTold, "\(cut): \(told)")
            // Where all are in the log, only the sum is left to show.
            let sums = ["27 lines of b are lost", ", 27 lost"]
            let shows = later.statuses.contains { status in sums.contains { status.text.contains($0) } }
            expect(shows, "\(cut): \(later.statuses)")
        }
        expect(tried > 4, "\(tried)")
    }

    @Test func `An acknowledgement is believed from its receiver alone`() throws {
        var rig = try Self.rig()
        rig.connect()
        rig.take(try Self.presence(of: "b"))
        rig.drain()
        rig.take(try Self.line(1))
        for (subject, text) in [
            ("vla.s.c.a", "1 1 1"), ("vla.s.b.a", "1 2 1"), ("vla.s.b.a", "2 1 1"),
        ] {
            rig.receive(subject, [], text)
            rig.take(try Self.presence(of: "b"))
            expect(rig.pass(SendLink.patience).published("vlj.").count, equals: 1, "\(subject) \(text)")
        }
        rig.receive("vla.s.b.a", [], "1 1 1")
        expect(rig.pass(SendLink.patience).published("vlj."), equals: [])
    }

    /// An answer to each message would double the messages of a conversation.
    @Test func `Lone lines are acknowledged four at a time, or after five milliseconds`() throws {
        var rig = try Self.rig()
        rig.connect()
        var answers: [String] = []
        for number in 1...9 {
            let stamp = "1 1 \(number) 1 \(number - 1) \(number == 1 ? "0" : "-") bus2 s"
            let line = #"{"type":"in.x","source":"r","id":"\#(number)","data":{}}"#
            let headers = CloudEventsBinding.message([], on: "").headers + [NATSHeader(LineStamp.header, stamp)]
            rig.receive("vlj.s.b.a.in.x", headers, line)
            answers += rig.drain().published("vla.s.a.b").map(\.text)
        }
        expect(answers, equals: ["1 1 4", "1 1 8"])
        expect(rig.pass(.milliseconds(4)).published("vla."), equals: [])
        expect(rig.pass(.milliseconds(1)).published("vla.").map(\.text), equals: ["1 1 9"])
    }

    /// Regression: the snapshot that contained the line was over the bus's limit, so the bus dropped it.
    @Test func `A snapshot with the message of another program is within the line limit`() throws {
        let limit = 40_000
        for (size, isWritten) in [(limit / 4 - 200, true), (limit / 4, false), (limit - 8192, false)] {
            var rig = try Self.rig(["VIPERLINE_LINE_LIMIT": "\(limit)"])
            rig.connect()
            let text = String(repeating: "x", count: size)
            let line = #"{"type":"in.x","source":"r","id":"1","data":{"a":"\#(text)"}}"#
            rig.receive("vlj.s.c.a.in.x", CloudEventsBinding.message([], on: "").headers, line)
            expect(rig.effects.written.count, equals: isWritten ? 1 : 0, "\(size)")
            expect(rig.effects.words.contains { $0.contains("it may have \(limit / 4)") }, equals: !isWritten)
            for case .write(let line) in rig.effects { #expect(line.count <= limit / 2) }
        }
    }

    @Test func `A join that comes late gets the newest of 10,000 states, and nothing else`() throws {
        var settings = JoinSettings(
            session: try require(SubjectName("s")), name: "a", in: try .net(), incarnation: "1")
        (settings.receives, settings.states) = ([MessagePattern("out")], [MessagePattern("out.state")])
        var rig = BridgeRig(JoinBridge(settings, now: .now))
        rig.take(.started)
        rig.drain()
        rig.connect()
        rig.pass(.seconds(2))
        for number in 1...30_000 {
            let type = number % 3 == 0 ? "out.else" : "out.state"
            let subject = number % 20_000 % 15_000
            let text = #"{"type":"\#(type)","source":"r","id":"\#(number)","subject":"\#(subject)","data":{}}"#
            rig.take(.line(try BusLine(Array(text.utf8))))
        }
        rig.take(try Self.presence(of: "b"))
        var ids: [Int] = []
        var effects = rig.drain()
        while let last = effects.published("vlj.").last, let stamp = LineStamp(last[LineStamp.header] ?? "") {
            for message in effects.published("vlj.") {
                for line in message.payload.split(separator: 0x0A) {
                    ids.append(Int(try BusLine(Array(line)).id ?? "") ?? 0)
                }
            }
            effects = rig.receive("vla.s.b.a", [], "1 1 \(stamp.last)")
        }
        var newest: [Int: Int] = [:]
        for number in 1...30_000 where number % 3 != 0 { newest[number % 20_000 % 15_000] = number }
        expect(ids.count, equals: 10_000)
        expect(ids == newest.values.sorted().suffix(10_000), "\(ids.prefix(10))")
    }

    @Test func `A join that ends waits for acknowledgements, and takes its leave`() throws {
        var rig = try Self.rig()
        rig.connect()
        rig.take(try Self.presence(of: "b"))
        rig.drain()
        rig.take(try Self.line(1))
        expect(rig.take(.inputEnded).exit, equals: nil)
        let effects = rig.receive("vla.s.b.a", [], "1 1 1")
        expect(effects.exit, equals: .done)
        expect(effects.published("vlp.").last?.text.contains(#""leaving":true"#), equals: true)
        var hasty = try Self.rig()
        hasty.connect()
        hasty.take(try Self.presence(of: "b"))
        hasty.drain()
        hasty.take(try Self.line(1))
        hasty.take(.stopped)
        let end = hasty.pass(JoinBridge.farewell)
        expect(end.exit == .done && end.words == ["1 line not acknowledged"], "\(end.words)")
    }

    /// A session that was ended is not waited for, and its program may have been replaced by another one.
    @Test func `A receiver that has left may come back for a while`() throws {
        for (time, arrives) in [(Duration.seconds(30), true), (.seconds(70), false)] {
            var rig = try Self.rig()
            rig.connect()
            rig.take(try Self.presence(of: "b"))
            rig.drain()
            rig.take(try Self.presence(of: "b", isLeaving: true))
            rig.take(try Self.line(1))
            rig.pass(time)
            let effects = rig.take(try Self.presence(of: "b")) + rig.drain()
            expect(!effects.published("vlj.").isEmpty, equals: arrives)
        }
    }

    @Test func `Lines for a session that is another one now are told`() throws {
        var rig = try Self.rig()
        rig.connect()
        rig.take(try Self.presence(of: "b"))
        rig.drain()
        rig.take(try Self.line(1))
        rig.take(try Self.presence(of: "b", incarnation: "2"))
        rig.drain()
        rig.take(try Self.line(2))
        rig.pass(.seconds(4))
        rig.take(try Self.presence(of: "b", incarnation: "2"))
        let words = rig.pass(.seconds(4)).words
        expect(words, equals: ["b is another one now; 1 line for its predecessor lost"])
    }

    @Test func `Nothing that arrives from the network is a trap`() throws {
        var rig = try Self.rig(isAlone: true)
        rig.connect()
        rig.take(try Self.presence(of: "b"))
        rig.drain()
        let most = "9007199254740992"
        let stamps = [
            "1 1 1 1 0 - b s", "1 1 \(most) 128 1 - b s", "1 1 \(most) 1 0 \(most) b s", "x", "1 1 5 1 4 - b s",
        ]
        for subject in ["vlj.s.b.a.in.x", "vlj.s.a.a.in.x", "vlj.s.b.a.other", "vla.s.b.a", "vlp.s.b", "vlp.s.a", "x"] {
            for text in [
                "", "{}", "1 1 \(most)", "1 1 \(most) again", #"{"type":"in.x"}"#, "\n\n", #"{"type":"in.y"}"#,
            ] {
                for stamp in stamps {
                    let headers = [NATSHeader(LineStamp.header, stamp)]
                    let message = NATSMessage(subject, headers: headers, payload: Array(text.utf8))
                    expect(rig.take(.message(message)).exit, equals: nil)
                    rig.drain()
                }
                expect(rig.receive(subject, [], text).exit, equals: nil)
            }
        }
    }
}
