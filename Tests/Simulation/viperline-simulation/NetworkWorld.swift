import NATSBridge
import Platform

/// A network of values: a NATS server with a connection to each process, and a clock that moves when nothing else does.
final class NetworkWorld: Chronicle {
    private struct Appointment {
        /// Nanoseconds.
        let time: Int
        let act: () -> Void
    }

    /// Something that can happen now.
    private enum Act {
        case appointment(Int)
        case service(Int, BridgeService.Act)
    }

    private let origin = Instant.now
    private(set) var services: [BridgeService] = []
    private var appointments: [Appointment] = []
    /// Ids of requests that a child had when it ended.
    var failed: Set<String> = []
    /// Steps since the clock has moved.
    private var steps = 0
    private var acts: [Act] = []

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
        acts.removeAll(keepingCapacity: true)
        for place in appointments.indices where appointments[place].time <= now { acts.append(.appointment(place)) }
        let instant = instant
        for (place, service) in services.enumerated() {
            service.eachAct(at: instant) { acts.append(.service(place, $0)) }
        }
        guard !acts.isEmpty else { return false }
        steps += 1
        if steps > Self.mostSteps { fail("the network is busy with nothing", self) }
        switch acts[choices.pick(acts.count)] {
        case .appointment(let place): appointments.remove(at: place).act()
        case .service(let place, let act): services[place].perform(act, in: self)
        }
        return true
    }

    /// Lets everything happen that is due in this time.
    func pass(_ milliseconds: Int) {
        let end = now + milliseconds * 1_000_000
        while true {
            while step() {}
            let deadline = services.lazy.compactMap(\.deadline).min()
            guard let next = earliest(appointments.lazy.map(\.time).min(), deadline.map(time(of:))), next <= end else {
                break
            }
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
        let words = message.subject.words
        note("\(sender.name) publishes \(message.subject) \(message["Viperline-Line"] ?? message.beginning)")
        var isTaken = false
        var groups: [String: [BridgeService]] = [:]
        for service in services {
            for subscription in service.subscriptions where subscription.matches(words) {
                isTaken = true
                if let group = subscription.group {
                    groups[group, default: []].append(service)
                } else {
                    service.receive(message)
                }
            }
        }
        for (_, members) in groups.sorted(by: { $0.key < $1.key }) { choices.element(of: members).receive(message) }
        guard !isTaken, let reply = message.reply else { return }
        sender.receive(NATSMessage(reply, headers: [NATSHeader("Status", "503")]))
    }
}

extension NATSMessage {
    fileprivate var beginning: String { String(decoding: payload.prefix(100), as: UTF8.self) }
}

extension String {
    /// Splitting characters is slow, and comparing parts of a text is, too.
    fileprivate var words: [String] { utf8.split(separator: UInt8(ascii: ".")).map { String(Substring($0)) } }
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
        private let words: [String]

        init(_ subject: String, group: String?) {
            (self.subject, self.group) = (subject, group)
            words = subject.words
        }

        func matches(_ others: [String]) -> Bool {
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
