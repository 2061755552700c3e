import JSON
import RoleGroup
import Synchronization
import TestSupport
import Testing
import Wire

/// Several roles in one process.
@Suite struct RoleGroupTests {
    /// What a group complains about.
    final class Log: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    static func group(_ members: [RoleGroup.Member], sends: [String], log: Log = Log()) -> RoleGroup {
        RoleGroup(members, sends: sends, stamp: EventStamp(source: "both", run: "1")) { log.add($0) }
    }

    static func event(_ type: String, replayed: Bool = false) -> Event {
        var event = Event(type: type, subject: "scene-1")
        (event.source, event.id, event.isReplayed) = ("outside", "outside-1-1", replayed)
        return event
    }

    private static func asker(_ answers: [String: [String]] = ["out.input.ask": ["b.input.do", "out.output.said"]])
        -> RoleGroup.Member
    {
        .init("a", Player(answers), receives: ["out.input", "b.output"], sends: ["b.input", "out.output"])
    }

    private static func doer(interval: Int = 256) -> RoleGroup.Member {
        .init(
            "b", Player(["b.input.do": ["b.output.did"]], first: ["b.output.began"], snapshotInterval: interval),
            receives: ["b.input"], sends: ["b.output"])
    }

    @Test func whatIsSentGoesToItsReceiversAndOutside() throws {
        var group = Self.group([Self.asker(), Self.doer()], sends: ["out.output", "b.output"])
        expect(group.start().map(\.type), equals: ["b.output.began"])
        try expect(group.receive(Self.event("out.input.ask")).map(\.type), equals: ["out.output.said", "b.output.did"])
        #expect(try group.receive(Self.event("nobody.input.ask")).isEmpty)
        let state = String(decoding: try require(group.snapshot()), as: UTF8.self)
        expect(
            state, equals: #"{"a":{"heard":"b.output.began out.input.ask b.output.did"},"b":{"heard":"b.input.do"}}"#)
    }

    /// First in, first out: all that an event leads to is sent before what follows from that.
    @Test func theOrderIsThatOfTheBus() throws {
        let first = RoleGroup.Member(
            "a", Player(["x.go": ["x.one", "x.two"], "x.three": ["x.five"]]), receives: ["x.go", "x.three"],
            sends: ["x"])
        let second = RoleGroup.Member(
            "b", Player(["x.one": ["x.three"], "x.two": ["x.four"]]), receives: ["x.one", "x.two"], sends: ["x"])
        var group = Self.group([first, second], sends: ["x"])
        try expect(
            group.receive(Self.event("x.go")).map(\.type), equals: ["x.one", "x.two", "x.three", "x.four", "x.five"])
    }

    @Test func eventsAreNamedAsOnTheBus() throws {
        var group = Self.group([Self.asker(), Self.doer()], sends: ["out.output", "b.output"])
        let began = try require(group.start().first)
        expect((began.id, began.source) == ("both-1-b-1", "both"))
        expect(began.correlationID == began.id && began.causationID == nil)
        let answers = try group.receive(Self.event("out.input.ask"))
        expect(answers.map(\.id), equals: ["both-1-a-2", "both-1-b-2"], "inside, b.input.do is the first of a")
        #expect(answers.allSatisfy { $0.correlationID == "outside-1-1" && $0.subject == "scene-1" })
        #expect(
            answers.allSatisfy { $0.causationID == "outside-1-1" },
            "outside nobody knows the event inside that b answers")
    }

    /// In the view's process, the cause is an event of the same service, which the bus does not know.
    @Test func aCauseThatIsNotOnTheBusIsNotNamed() throws {
        var group = Self.group([Self.asker(), Self.doer()], sends: ["out.output", "b.output"])
        var own = Self.event("out.input.ask")
        (own.source, own.id) = ("both", "both-1-1")
        let answers = try group.receive(own)
        expect(answers.map(\.causationID), equals: [nil, nil])
        expect(answers.map(\.correlationID), equals: ["both-1-1", "both-1-1"])
    }

    @Test func whatAMemberMayNotSendIsDroppedAndTold() throws {
        let log = Log()
        let rude = RoleGroup.Member(
            "a", Player(["x.go": ["y.one", "x.two", "process.output.ready"]]), receives: ["x.go"], sends: ["x"])
        var group = Self.group([rude], sends: ["x", "y"], log: log)
        for _ in 1...3 {
            try expect(group.receive(Self.event("x.go")).map(\.type), equals: ["x.two", "process.output.ready"])
        }
        expect(log.all, equals: [#"a may not send "y.one"; it was dropped (its sends: x)"#])
    }

    @Test func whatTheGroupDoesNotSendStaysInside() throws {
        var group = Self.group([Self.asker(), Self.doer()], sends: ["out.output"])
        try expect(group.receive(Self.event("out.input.ask")).map(\.type), equals: ["out.output.said"])
    }

    @Test func aBadPayloadIsRefusedByTheMember() throws {
        let one = RoleGroup.Member("a", Player([:]), receives: ["x.bad"], sends: [])
        let other = RoleGroup.Member("b", Player(["x.bad": ["x.said"]]), receives: ["x"], sends: ["x.said"])
        var group = Self.group([one, other], sends: ["x"])
        let answers = try group.receive(Self.event("x.bad"))
        expect(answers.map(\.type), equals: [ProcessOutput.Refused.type, ProcessOutput.Refused.type])
        expect(answers.map(\.causationID), equals: ["outside-1-1", "outside-1-1"])
    }

    /// Two who answer each other without end are stopped; the next event finds them as they are.
    @Test(arguments: [["x.pong"], ["x.pong", "x.pong"]])
    func anEndlessDialogueIsCutOff(_ answers: [String]) throws {
        let log = Log()
        let ping = RoleGroup.Member("a", Player(["x.ping": answers]), receives: ["x.ping"], sends: ["x.pong"])
        let pong = RoleGroup.Member("b", Player(["x.pong": ["x.ping"]]), receives: ["x.pong"], sends: ["x.ping"])
        var group = Self.group([ping, pong], sends: [], log: log)
        #expect(try group.receive(Self.event("x.ping")).isEmpty)
        expect(log.all, equals: ["its roles answered each other more than 10000 times; the rest was dropped"])
        #expect(try group.receive(Self.event("x.other")).isEmpty)
    }

    // MARK: The supervisor

    @Test func aRefusalIsForTheMemberWhoseLineItWas() throws {
        let answers = [ProcessInput.Refused.type: ["out.output.said"]]
        let one = RoleGroup.Member("a", Player(answers), receives: [], sends: ["out.output"])
        let other = RoleGroup.Member("b", Player(answers), receives: [], sends: ["out.output"])
        var group = Self.group([one, other], sends: ["out.output"])
        var refused = Self.event(ProcessInput.Refused.type)
        refused.causationID = "both-1-b-7"
        try expect(group.receive(refused).map(\.id), equals: ["both-1-b-1"])
        refused.causationID = nil
        try expect(group.receive(refused).count, equals: 2, "nobody knows whose line it was")
    }

    @Test func whatFollowsFromAReplayedEventIsReplayed() throws {
        var group = Self.group([Self.asker(), Self.doer()], sends: ["out.output", "b.output"])
        let answers = try group.receive(Self.event("out.input.ask", replayed: true))
        #expect(answers.allSatisfy { !$0.isReplayed }, "only the bus may set the mark")
        struct Watch: Role {
            let seen: @Sendable (Event) -> Void
            mutating func receive(_ event: Event) throws(PayloadError) -> [Event] {
                seen(event)
                return []
            }
        }
        let log = Log()
        let watch = RoleGroup.Member(
            "w", Watch { log.add("\($0.type) \($0.isReplayed)") }, receives: ["b.input"], sends: [])
        group = Self.group([Self.asker(), watch], sends: [])
        _ = try group.receive(Self.event("out.input.ask", replayed: true))
        _ = try group.receive(Self.event("out.input.ask"))
        expect(log.all, equals: ["b.input.do true", "b.input.do false"])
    }

    // MARK: State

    @Test func aSuccessorGoesOnWithAllStates() throws {
        var first = Self.group([Self.asker(), Self.doer()], sends: ["b.output"])
        _ = first.start()
        _ = try first.receive(Self.event("out.input.ask"))
        var restore = Event(type: ProcessInput.Restore.type)
        restore.data = try require(first.snapshot())
        var second = Self.group([Self.asker(), Self.doer()], sends: ["b.output"])
        try second.restore(restore)
        expect(second.snapshot(), equals: first.snapshot())
        expect(second.states().map(\.type), equals: ["b.output.began"])
        expect(second.states().first?.source, equals: "both")
    }

    @Test(arguments: [
        (#"{"a":{"heard":""}}"#, "process.input.restore: data.b is missing"),
        (#"{"a":{"heard":"x"},"b":{}}"#, "process.input.restore: data.heard is missing"),
        (#"{"a":{"heard":"x"},"b":7}"#, "process.input.restore: data is not an object"),
    ])
    func aStateThatLacksAMemberChangesNone(state: String, reason: String) throws {
        var group = Self.group([Self.asker(), Self.doer()], sends: [])
        let before = group.snapshot()
        var restore = Event(type: ProcessInput.Restore.type)
        restore.data = Array(state.utf8)
        let error = #expect(throws: PayloadError.self) { try group.restore(restore) }
        expect(error?.description, equals: reason)
        expect(group.snapshot(), equals: before)
    }

    @Test func withoutTheStateOfOneThereIsNoneOfAll() {
        let forgetful = RoleGroup.Member("f", Forgetful(), receives: [], sends: [])
        expect(Self.group([Self.asker(), forgetful], sends: []).snapshot(), equals: nil)
    }

    /// A role with effects tells its state after each event; in a group, after those that have reached it.
    @Test func theIntervalIsThatOfTheMembersReached() throws {
        var group = Self.group([Self.asker(), Self.doer(interval: 1)], sends: ["out.output"])
        _ = try group.receive(Self.event("out.input.other"))
        expect(group.snapshotInterval, equals: 256)
        _ = try group.receive(Self.event("out.input.ask"))
        expect(group.snapshotInterval, equals: 1)
        _ = try group.receive(Self.event("unknown"))
        expect(group.snapshotInterval, equals: 256)
    }
}
