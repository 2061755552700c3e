import NATSBridge
import Platform

/// A network of values: a NATS server with a connection to each process, and a clock that moves when nothing else does.
final class NetworkWorld: Chronicle {
    private struct Appointment {
        /// Nanoseconds.
        let time: Int
        let act: () -> Void
    }

    private let origin = Instant.now
    private(set) var services: [BridgeService] = []
    private var appointments: [Appointment] = []
    /// Ids of requests that a child had when it ended.
    var failed: Set<String> = []
    /// Steps since the clock has moved.
    private var steps = 0

    private static let mostSteps = 20_000

    var instant: Instant { origin + .nanoseconds(now) }
    var hasAppointments: Bool { !appointments.isEmpty }

    func start(_ service: BridgeService) {
        services.append(service)
        service.start(in: self)
    }

    // MARK: - Time

    func after(_ milliseconds: Int, _ act: @escaping () -> Void) {
        appointments.append(Appointment(time: now + milliseconds * 1_000_000, act: act))
    }

    /// Lets one thing happen that can happen now.
    /// - Returns: whether there was one.
    @discardableResult func step() -> Bool {
        let acts = possibleActs
        guard !acts.isEmpty else { return false }
        steps += 1
        if steps > Self.mostSteps { fail("the network is busy with nothing", self) }
        acts[choices.pick(acts.count)]()
        return true
    }

    private var possibleActs: [() -> Void] {
        var acts: [() -> Void] = []
        for place in appointments.indices where appointments[place].time <= now {
            acts.append { self.appointments.remove(at: place).act() }
        }
        for service in services { acts += service.possibleActs(in: self) }
        return acts
    }

    /// Lets everything happen that is due in this time.
    func pass(_ milliseconds: Int) {
        let end = now + milliseconds * 1_000_000
        while true {
            while step() {}
            let times = appointments.map(\.time) + services.compactMap { $0.deadline.map { time(of: $0) } }
            guard let next = times.min(), next <= end else { break }
            (now, steps) = (max(now, next), 0)
        }
        (now, steps) = (end, 0)
    }

    private func time(of moment: Instant) -> Int {
        let (seconds, attoseconds) = (moment - origin).components
        return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    }

    // MARK: - The server

    /// Passes a message on to each subscriber, and to one of each queue group.
    func route(_ message: NATSMessage, from sender: BridgeService) {
        let words = message.subject.split(separator: ".")
        let takers = services.flatMap { service in
            service.subscriptions(to: words).map { (service: service, group: $0.group) }
        }
        for taker in takers where taker.group == nil { taker.service.receive(message) }
        for group in Set(takers.compactMap { $0.group }).sorted() {
            choices.element(of: takers.filter { $0.group == group }).service.receive(message)
        }
        guard takers.isEmpty, let reply = message.reply else { return }
        sender.receive(NATSMessage(reply, headers: [NATSHeader("Status", "503")]))
    }
}

/// A process's connection to the server: a link in each direction.
struct ServerConnection {
    enum State {
        case open
        /// Nothing passes, and neither side knows.
        case cut
        case closed
    }

    struct Subscription {
        let subject: String
        let group: String?
        private let words: [Substring]

        init(_ subject: String, group: String?) {
            (self.subject, self.group) = (subject, group)
            words = subject.split(separator: ".")
        }

        func matches(_ others: [Substring]) -> Bool {
            let isOpen = words.last == ">"
            guard isOpen ? others.count >= words.count : others.count == words.count else { return false }
            return zip(isOpen ? words.dropLast() : words[...], others).allSatisfy { $0 == "*" || $0 == $1 }
        }
    }

    var state = State.closed
    var subscriptions: [Subscription] = []
    /// Messages on their way to the server.
    var up: [NATSMessage] = []
    var down: [NATSMessage] = []
    var isSlow = false
    /// Messages overtake others, and come twice.
    var isDisordered = false

    /// - Returns: the next message of a link.
    mutating func take(
        _ link: WritableKeyPath<ServerConnection, [NATSMessage]>, _ choices: inout Choices
    ) -> NATSMessage {
        guard isDisordered else { return self[keyPath: link].removeFirst() }
        let place = choices.pick(self[keyPath: link].count)
        return choices.happens(oneIn: 4) ? self[keyPath: link][place] : self[keyPath: link].remove(at: place)
    }
}
