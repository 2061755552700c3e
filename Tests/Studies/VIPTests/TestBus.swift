import TestSupport
import Wire

/// A bus between roles: each role has a queue, and a seed decides which role is next.
struct TestBus {
    private(set) var wiring: Wiring
    private var inboxes: [[Event]]
    private var stamps: [EventStamp]
    private var random: Seeded
    /// What the view has been sent, in order.
    private(set) var toView: [Event] = []
    /// What each role has written.
    private(set) var written: [(role: String, event: Event)] = []

    init(_ wiring: Wiring, seed: UInt64) {
        self.wiring = wiring
        inboxes = wiring.members.map { _ in [] }
        stamps = wiring.members.map { EventStamp(source: $0.name, run: "1") }
        random = Seeded(seed: seed)
        for index in wiring.members.indices {
            let first = self.wiring.members[index].role.start()
            send(first, from: index)
        }
    }

    mutating func take() -> [Event] {
        defer { toView = [] }
        return toView
    }

    /// An event of the view.
    mutating func send(_ event: Event) { route(event) }

    /// Lets one role read one event.
    /// - Returns: false if all have read everything.
    mutating func step() -> Bool {
        let waiting = inboxes.indices.filter { !inboxes[$0].isEmpty }
        guard let index = waiting.randomElement(using: &random) else { return false }
        let event = inboxes[index].removeFirst()
        let answers: [Event]
        do throws(PayloadError) {
            answers = try wiring.members[index].role.receive(event)
        } catch {
            answers = [Event(ProcessOutput.Refused.type, ProcessOutput.Refused(reason: "\(error)", line: ""))]
        }
        send(answers, from: index)
        return true
    }

    /// A random role dies, and another takes over its state.
    mutating func kill(_ successors: Wiring) throws {
        let index = wiring.members.indices.randomElement(using: &random) ?? 0
        guard let state = wiring.members[index].role.snapshot() else { return }
        var restore = Event(type: ProcessInput.Restore.type)
        restore.data = state
        wiring.members[index].role = successors.members[index].role
        try wiring.members[index].role.restore(restore)
    }

    private mutating func send(_ events: [Event], from index: Int) {
        for event in events.map({ stamps[index].stamp($0) }) {
            written.append((wiring.members[index].name, event))
            route(event)
        }
    }

    private mutating func route(_ event: Event) {
        for index in wiring.members.indices where wiring.members[index].takes(event.type) {
            inboxes[index].append(event)
        }
        if event.type.hasPrefix("view.input.") || event.type.hasPrefix("router.output.") { toView.append(event) }
    }
}
