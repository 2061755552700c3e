import JSON
package import Wire

/// Several roles in one process, wired by the rules of a compose file; itself a role. A member's event goes to the
/// members that receive its type, and leaves the group if the group sends it: first in, first out, as on the bus. An
/// event from outside and all its consequences inside are one step, so the group's state is that of its members between
/// two events from outside.
package struct RoleGroup: Role {
    private var members: [Member]
    private let sends: [MessagePattern]
    private var stamps: [EventStamp]
    private let service: String
    private var complaints: Complaints
    /// True for each member that got the last event.
    private var isReached: [Bool]

    /// - Parameters:
    ///   - members: their names differ.
    ///   - sends: the events that leave the group, as protocols or types; members may receive them too.
    ///   - stamp: of the process. Members' events get ids of their own: `presenter-1-router-7`.
    ///   - complain: takes a complaint about a member, for the log.
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
        for index in members.indices where accepts(index, event) { round.post(event, to: index) }
        return finish(&round)
    }

    /// The supervisor's messages go to every member, but a refusal only to the sender of the refused line.
    private func accepts(_ index: Int, _ event: Event) -> Bool {
        guard event.type.hasPrefix("process.input.") else { return members[index].accepts(event.type) }
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
            for other in members.indices where members[other].accepts(event.type) { round.post(event, to: other) }
            if isReport || sends.contains(where: { $0.matches(event.type) }) {
                round.leave(outside(event, round.cause))
            }
        }
    }

    /// Outside, a cause can only be an event from outside.
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
        return source == nil ? EventStamp.isStamp(id, of: service) : source == service
    }

    // MARK: State

    /// The snapshots of all members, by name; nil if one of them has none, since it then needs all earlier events.
    package func snapshot() -> [UInt8]? {
        var states: [(name: String, state: [UInt8])] = []
        for member in members {
            guard let state = member.role.snapshot() else { return nil }
            states.append((member.name, state))
        }
        return JSONWriter.write { writer in
            writer.beginObject()
            for (name, state) in states { writer.member(named: name, JSONBytes(state)) }
            writer.endObject()
        }
    }

    /// The shortest interval of the members that got the last event: only they have changed, or had an effect.
    package var snapshotInterval: Int {
        let reached = members.indices.filter { isReached[$0] }.map { members[$0].role.snapshotInterval }
        return reached.min() ?? members.map(\.role.snapshotInterval).max() ?? 1
    }

    /// Restores the states of all members, or of none.
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

extension RoleGroup {
    /// A role of a group, with the keys that a service has in a compose file.
    package struct Member {
        let name: String
        var role: any Role
        let receives: [MessagePattern]
        let sends: [MessagePattern]

        /// - Parameters:
        ///   - receives: protocols or types, such as `view.output`.
        ///   - sends: the same for the events that it sends.
        package init(_ name: String, _ role: any Role, receives: [String], sends: [String]) {
            self.name = name
            self.role = role
            self.receives = receives.map(MessagePattern.init)
            self.sends = sends.map(MessagePattern.init)
        }

        func accepts(_ type: String) -> Bool { receives.contains { $0.matches(type) } }

        func maySend(_ type: String) -> Bool { sends.contains { $0.matches(type) } }
    }
}

extension RoleGroup {
    /// The consequences of one event: events that wait for their members, in the order in which they were sent, and
    /// events that leave the group.
    struct Round {
        /// The event with which the chain began; nil for the events of the start.
        let cause: Event?
        private(set) var output: [Event] = []
        private var queue: [(event: Event, member: Int)] = []
        private var front = 0

        /// The most events of a round; it stops members that answer each other without end.
        static let limit = 10_000

        init(_ cause: Event?) {
            self.cause = cause
        }

        var isEndless: Bool { queue.count > Self.limit }

        mutating func post(_ event: Event, to member: Int) { queue.append((event, member)) }

        mutating func leave(_ event: Event) { output.append(event) }

        mutating func next() -> (event: Event, member: Int)? {
            guard front < queue.count else { return nil }
            defer { front += 1 }
            return queue[front]
        }
    }
}

/// The complaints about the members of a group, each once.
struct Complaints {
    private let complain: @Sendable (String) -> Void
    private var known: Set<String> = []
    /// Members can invent types, so the number of complaints is bounded.
    private static let limit = 64

    init(_ complain: @escaping @Sendable (String) -> Void) {
        self.complain = complain
    }

    mutating func add(_ complaint: String) {
        guard known.count < Self.limit, known.insert(complaint).inserted else { return }
        complain(complaint)
    }

    mutating func add(forbidden type: String, to member: RoleGroup.Member) {
        let sends = member.sends.map(\.description)
        add(
            "\(member.name) may not send \"\(type)\"; it was dropped (its sends: "
                + "\(sends.isEmpty ? "nothing" : sends.joined(separator: ", ")))")
    }
}
