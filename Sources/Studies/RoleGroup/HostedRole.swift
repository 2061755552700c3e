import JSON
import RouterMessages
package import Wire

/// A role in the view's own process, between the view and the bus: it receives what either of them sends, and what it sends
/// goes to the one that it is for.
///
/// The two die together, so the supervisor keeps one snapshot of both. What the user does is in that snapshot before the role
/// acts on it. A successor repeats it as replayed, so that no page opens twice.
package struct HostedRole {
    private var role: any Role
    /// The events for the view, in order.
    private var answers: [EventReader.Incoming] = []
    /// The view's last snapshot.
    private var memory: [UInt8]?
    /// The id and source of the last event from the bus. Before any event, the name of the start: a snapshot that names nothing would
    /// cover answers that are still in the pipe.
    private var taken = Self.head(ProcessOutput.Snapshot.start.id, ProcessOutput.Snapshot.start.source)
    /// The id of the last event from the view that the role has acted on.
    private var answered: String?
    private var stamp: EventStamp
    /// False while the role's state is that of no session: a successor would not start it again.
    private var hasBegun = false
    private let remembers: Bool
    private let lineLimit: Int

    /// The events that the view receives, as in a compose file.
    private static let viewReceives = ["view.input", "router.output"].map(MessagePattern.init)
    private static let reports = MessagePattern("process.output")
    private static let supervision = MessagePattern("process.input")

    package init(_ role: any Role, in environment: RoleEnvironment) {
        self.role = role
        stamp = EventStamp(source: environment.service, run: "\(environment.run)-hosted")
        remembers = environment.isSupervised
        lineLimit = environment.lineLimit
    }

    package var hasAnswers: Bool { !answers.isEmpty }

    package mutating func takeAnswers() -> [EventReader.Incoming] {
        defer { answers = [] }
        return answers
    }

    package mutating func start() -> [Event] {
        hasBegun = true
        return distribute(role.start()) + snapshot()
    }

    package mutating func receive(fromBus incoming: EventReader.Incoming) -> [Event] {
        guard case .event(let event) = incoming else {
            answers.append(incoming)
            return []
        }
        taken = Self.head(event.id, event.source)
        guard event.type != ProcessInput.Restore.type else { return restore(event) }
        let isSupervision = Self.supervision.matches(event.type)
        if isSupervision || Self.viewReceives.contains(where: { $0.matches(event.type) }) { answers.append(incoming) }
        guard !isSupervision || event.type == ProcessInput.Refused.type else { return [] }
        return distribute(role.answers(to: event)) + snapshot()
    }

    /// - Parameter write: writes to the bus. It gets each user action before the role acts on it.
    package mutating func receive(
        fromView events: [Event], write: ([Event]) throws(StandardStream.Failure) -> Void
    ) throws(StandardStream.Failure) {
        var output: [Event] = []
        for event in events {
            if Self.reports.matches(event.type) {
                output += noted([event])
            } else {
                try write(output + snapshot(before: event))
                output = distribute(role.answers(to: event))
                answered = event.id
            }
        }
        try write(output + snapshot())
    }

    /// - Parameter reports: the view's reports to the supervisor.
    package mutating func remember(_ reports: [Event]) -> [Event] {
        reports.isEmpty ? [] : noted(reports) + snapshot()
    }

    /// - Returns: the reports without the view's own snapshots, which become a part of the snapshot of both.
    private mutating func noted(_ reports: [Event]) -> [Event] {
        reports.filter { report in
            guard report.type == ProcessOutput.Snapshot.type else { return true }
            memory = report.data
            return false
        }
    }

    private mutating func distribute(_ events: [Event]) -> [Event] {
        var output: [Event] = []
        for event in events {
            let event = stamp.stamp(event)
            if Self.viewReceives.contains(where: { $0.matches(event.type) }) {
                answers.append(.event(event))
            } else {
                output.append(event)
            }
        }
        return output
    }

    // MARK: The snapshot of both

    private static func head(_ id: String, _ source: String) -> Event {
        var head = Event(type: "")
        (head.id, head.source) = (id, source)
        return head
    }

    /// The last reply that is not a state, such as that a page was opened: only the dying process knows it.
    private var untakenReport: Event? {
        for case .event(let event) in answers.reversed()
        where event.type.hasPrefix("router.output.") && event.type != RouterOutput.DidNavigate.type {
            return event
        }
        return nil
    }

    /// Empty if it does not fit into a line, an eighth of which is left to the envelope.
    /// - Parameter action: the action that the role has not acted on yet.
    private func snapshot(before action: Event? = nil) -> [Event] {
        guard remembers, hasBegun else { return [] }
        var snapshot = Event(type: ProcessOutput.Snapshot.type)
        snapshot.name(taken)
        snapshot.data = Payload.encode(
            HostedMemory(
                view: memory, role: role.snapshot(), action: action, answered: answered, report: untakenReport))
        return snapshot.data.count <= lineLimit / 8 * 7 ? [snapshot] : []
    }

    /// The view gets its own memory, then what the role shows it.
    private mutating func restore(_ event: Event) -> [Event] {
        hasBegun = true
        let both = HostedMemory(event)
        memory = both.view
        answered = both.answered
        if let memory { answers.append(.event(Self.restoring(memory))) }
        var output: [Event] = []
        do throws(PayloadError) {
            guard let state = both.role else { throw PayloadError(type: event.type, reason: "data.role is missing") }
            try role.restore(Self.restoring(state))
            if var action = both.action {
                action.isReplayed = true
                output = distribute(role.answers(to: action))
                answered = action.id
            }
            output += distribute(answering(role.states()))
        } catch {
            output = [Event(refusing: event, because: error)] + distribute(role.start())
        }
        if let report = both.report { answers.append(.event(report)) }
        return output + snapshot()
    }

    /// The answers that the view before this one did not take are lost with it. The last state replaces them.
    private func answering(_ states: [Event]) -> [Event] {
        var states = states
        if let answered, !states.isEmpty { states[states.count - 1].correlationID = answered }
        return states
    }

    private static func restoring(_ state: [UInt8]) -> Event {
        var event = Event(type: ProcessInput.Restore.type)
        event.data = state
        return event
    }
}

/// The snapshot of a view together with the role in its process.
struct HostedMemory: JSONWritable {
    /// The view's own memory; nil before it has sent one.
    var view: [UInt8]?
    /// The role's own memory; nil if it has none.
    var role: [UInt8]?
    /// The user's action, if the role may not have acted on it.
    var action: Event?
    /// The id of the last user action that the role acted on.
    var answered: String?
    /// The role's report to the view, if the view may not have read it, and no state of the role contains it.
    var report: Event?

    init(view: [UInt8]?, role: [UInt8]?, action: Event?, answered: String?, report: Event?) {
        self.view = view
        self.role = role
        self.action = action
        self.answered = answered
        self.report = report
    }

    /// - Parameter event: contains the state.
    init(_ event: Event) {
        func member(_ name: String) -> [UInt8]? {
            JSONSlices.member(name, of: event.data.span).map { Array(event.data[$0]) }
        }
        view = member("view")
        role = member("role")
        action = member("action").flatMap { try? Event(line: $0.span) }
        answered = member("answered").flatMap { Self.text($0) }
        report = member("report").flatMap { try? Event(line: $0.span) }
    }

    private static func text(_ json: [UInt8]) -> String? {
        try? JSONReader.read(json.span) { reader throws(JSONError) in try reader.read(String.self) }
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let action {
            writer.key("action")
            writer.json(Array(action.line.dropLast()))
        }
        if let answered {
            writer.member("answered", answered)
        }
        if let report {
            writer.key("report")
            writer.json(Array(report.line.dropLast()))
        }
        if let role {
            writer.key("role")
            writer.json(role)
        }
        if let view {
            writer.key("view")
            writer.json(view)
        }
        writer.endObject()
    }
}
