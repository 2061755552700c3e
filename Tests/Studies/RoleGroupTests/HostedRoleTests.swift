import RouterMessages
@testable import RoleGroup
import TestSupport
import Testing
import ViewMessages
import Wire

/// A view and the role in its process die together; what their successors are told.
@Suite struct HostedRoleTests {
    /// Counts what the user does; its only state is where the user is.
    private struct Walker: Role {
        var steps = 0

        mutating func receive(_ event: Event) -> [Event] {
            guard event.type.hasPrefix("view.output.") else { return [] }
            steps += 1
            return [Event(RouterOutput.DidNavigate.type, stack, answering: event)]
        }

        func snapshot() -> [UInt8]? { Array("\(steps)".utf8) }

        mutating func restore(_ state: Event) { steps = Int(String(decoding: state.data, as: UTF8.self)) ?? -1 }

        mutating func states() -> [Event] { [Event(RouterOutput.DidNavigate.type, stack)] }

        private var stack: RouterOutput.DidNavigate {
            RouterOutput.DidNavigate(stack: [Scene(scene: "room-\(steps)", name: "room", parameters: [:])])
        }
    }

    private static func hosted() throws -> HostedRole {
        let variables = ["VIPERLINE_SERVICE": "controller", "VIPERLINE_RUN": "1"]
        return HostedRole(Walker(), in: try RoleEnvironment(role: "controller") { variables[$0] })
    }

    /// In a session that has begun.
    private static func begun() throws -> HostedRole {
        var hosted = try hosted()
        _ = hosted.start()
        return hosted
    }

    /// A view that has sent one action.
    private static func act() -> [Event] {
        var memory = Event(type: ProcessOutput.Snapshot.type)
        memory.data = Array(#"{"pending":["view-1"]}"#.utf8)
        var action = Event(type: ViewOutput.DidGoBack.type)
        action.id = "view-1"
        return [memory, action]
    }

    /// What a successor's view is told after the snapshots that were written until the kill.
    private static func answers(after snapshots: ArraySlice<Event>) throws -> [Event] {
        var successor = try hosted()
        var restore = Event(type: ProcessInput.Restore.type)
        restore.data = try require(snapshots.last).data
        _ = successor.receive(fromBus: .event(restore))
        return successor.takeAnswers().compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    /// The answer to the action died with the view that had not taken it yet. Without another one, the successor would wait
    /// for ever.
    @Test(arguments: [1, 2]) func whatTheRoleHasAnsweredIsAnsweredAgain(written: Int) throws {
        var hosted = try Self.begun()
        var snapshots: [Event] = []
        try hosted.receive(fromView: Self.act()) { events in
            snapshots += events.filter { $0.type == ProcessOutput.Snapshot.type }
        }
        expect(snapshots.count, equals: 2)
        let answers = try Self.answers(after: snapshots.prefix(written))
        expect(answers.first?.type, equals: ProcessInput.Restore.type)
        let last = try require(answers.last)
        expect(last.correlationID, equals: "view-1")
        try expect(last.decode(RouterOutput.DidNavigate.self).stack.map(\.scene), equals: ["room-1"])
    }

    /// The view takes an answer for the end of its waiting, so the state before the action must not look like one.
    @Test func noStateBeforeTheActionIsTold() throws {
        var hosted = try Self.begun()
        var snapshots: [Event] = []
        try hosted.receive(fromView: Self.act()) { events in
            snapshots += events.filter { $0.type == ProcessOutput.Snapshot.type }
        }
        let stacks = try Self.answers(after: snapshots.prefix(1)).filter { $0.type == RouterOutput.DidNavigate.type }
            .map { try $0.decode(RouterOutput.DidNavigate.self).stack.map(\.scene) }
        expect(stacks, lacks: ["room-0"], "\(stacks)")
    }

    /// Between the reading of a command and the report of it, nothing may be left to do: else a kill loses the command.
    @Test func whatTheSupervisorIsToldCanBeMadeBefore() throws {
        var hosted = try Self.begun()
        let events = hosted.remember(Array(Self.act().prefix(1)))
        expect(events.map(\.type), equals: [ProcessOutput.Snapshot.type])
        expect(HostedMemory(try #require(events.last)).view, equals: Self.act()[0].data)
        #expect(hosted.remember([]).isEmpty)
    }

    /// Regression: the view's first snapshot had the role's state from before its start. A successor of a process that was killed
    /// right then restored that state, and the first scene never got its screen.
    @Test func aRoleThatHasNotBegunIsInNoSnapshot() throws {
        var hosted = try Self.hosted()
        var written: [Event] = []
        try hosted.receive(fromView: Array(Self.act().prefix(1))) { events in written += events }
        expect(written, equals: [])
        expect(hosted.start().last?.type, equals: ProcessOutput.Snapshot.type)
    }
}
