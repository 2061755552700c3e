import JSON
package import Wire

/// Several roles in one process, wired by the rules of a compose file; itself a role.
///
/// What a member sends goes to the members that receive its type, and leaves the group if the group sends it: first in, first
/// out, as on the bus. An event from outside and all that follows from it inside are one step, so the group's state is that of
/// its members between two events from outside.
package struct RoleGroup: Role {
    private var members: [Member]
    private let sends: [MessagePattern]
    private var stamps: [EventStamp]
    private let service: String
    private var complaints: Complaints
    /// Whether the last event has reached each member.
    private var isReached: [Bool]

    /// - Parameters:
    ///   - members: their names differ.
    ///   - sends: what leaves the group, as protocols or types; members may receive it too.
    ///   - stamp: of the process. Members' events get ids of their own: `presenter-1-router-7`.
    ///   - complain: takes what is wrong with a member, for the log.
    package init(
        _ members: [Member], sends: [String], stamp: EventStamp, complain: @escaping @Sendable (String) -> Void
    ) {
        self.members = members
        self.sends = sends.map(MessagePattern.init)
        service = stamp.source
        stamps = members.map { EventStamp(source: stamp.source, run: "\(stamp.run)-\($0.name)") }
        complaints = Complaints(complain)
        isReached = members.map { _ in false }
    }

    package mutating func start() -> [Event] {
        var round = Round(nil)
        for index in members.indices { send(members[index].role.start(), from: index, &round) }
        return finish(&round)
    }

    package mutating func receive(_ event: Event) throws(PayloadError) -> [Event] {
        for index in members.indices { isReached[index] = false }
        var round = Round(event)
        for index in members.indices where hears(index, event) { round.post(event, to: index) }
        return finish(&round)
    }

    /// What the supervisor says is for every member, but a refusal only for the one whose line was refused.
    private func hears(_ index: Int, _ event: Event) -> Bool {
        guard event.type.hasPrefix("process.input.") else { return members[index].hears(event.type) }
        guard event.type == ProcessInput.Refused.type, let line = event.causationID else { return true }
        return stamps[index].isOwn(line)
    }

    private mutating func finish(_ round: inout Round) -> [Event] {
        while let (event, index) = round.next() {
            guard !round.isEndless else {
                complaints.add("its roles answered each other more than \(Round.limit) times; the rest was dropped")
                break
            }
            isReached[index] = true
            send(members[index].role.answers(to: event), from: index, &round)
        }
        return round.output
    }

    private mutating func send(_ events: [Event], from index: Int, _ round: inout Round) {
        for event in events {
            let isReport = event.type.hasPrefix("process.output.")
            guard isReport || members[index].maySend(event.type) else {
                complaints.add(forbidden: event.type, to: members[index])
                continue
            }
            var event = stamps[index].stamp(event)
            // A role must not repeat an effect, whether the mark is on the event itself or on what it follows from.
            event.isReplayed = round.cause?.isReplayed ?? false
            for other in members.indices where members[other].hears(event.type) { round.post(event, to: other) }
            if isReport || sends.contains(where: { $0.matches(event.type) }) {
                round.leave(outside(event, round.cause))
            }
        }
    }

    /// Outside, only events from outside can be answered.
    private func outside(_ event: Event, _ cause: Event?) -> Event {
        var event = event
        event.isReplayed = false
        guard isOurs(event.causationID, event.causationSource) else { return event }
        (event.causationID, event.causationSource) = (nil, nil)
        if let cause, cause.source != service { event.name(cause) }
        return event
    }

    private func isOurs(_ id: String?, _ source: String?) -> Bool {
        guard let id else { return false }
        return source == nil ? EventStamp.tells(id, source: service) : source == service
    }

    // MARK: State

    /// That of all members, by name; nil if one of them has none, since it needs all earlier events then.
    package func snapshot() -> [UInt8]? {
        var states: [(name: String, state: [UInt8])] = []
        for member in members {
            guard let state = member.role.snapshot() else { return nil }
            states.append((member.name, state))
        }
        return JSONWriter.write { writer in
            writer.beginObject()
            for (name, state) in states { writer.member(named: name, Verbatim(json: state)) }
            writer.endObject()
        }
    }

    /// The shortest of those that the last event has reached: only they have changed, or had an effect.
    package var snapshotInterval: Int {
        let reached = members.indices.filter { isReached[$0] }.map { members[$0].role.snapshotInterval }
        return reached.min() ?? members.map(\.role.snapshotInterval).max() ?? 1
    }

    /// Takes over the states of all members, or of none.
    package mutating func restore(_ state: Event) throws(PayloadError) {
        var restored = members
        for index in restored.indices {
            let name = restored[index].name
            guard let range = JSONSlices.member(name, of: state.data.span) else {
                throw PayloadError(type: state.type, reason: "data.\(name) is missing")
            }
            var own = Event(type: state.type)
            own.data = Array(state.data[range])
            try restored[index].role.restore(own)
        }
        members = restored
    }

    package mutating func states() -> [Event] {
        var round = Round(nil)
        for index in members.indices {
            for state in members[index].role.states() where sends.contains(where: { $0.matches(state.type) }) {
                round.leave(stamps[index].stamp(state))
            }
        }
        return round.output
    }
}
