package import Wire

/// A line of the wiring: a sender, the types, and their receivers. The events that a service sends to itself are not among them: its input
/// ends with the other services.
package struct WiringLine: Equatable, Sendable {
    package var from: String
    package var pattern: MessagePattern
    package var to: [String]
}

extension Composition {
    /// The whole wiring, in the order of the files. Where a receiver's pattern is narrower than the sender's, the
    /// connection has the narrower one.
    package var wiring: [WiringLine] { services.flatMap(connections) }

    /// Pairs of services that a rule keeps apart, sender first.
    package var forbiddenPairs: [(from: String, to: String)] {
        rules.flatMap { rule in
            let others = services.filter { service in
                (rule.side == .sends ? service.receives : service.sends).contains {
                    rule.patterns.contains(where: $0.overlaps)
                }
            }
            return rule.services.flatMap { name in
                others.filter { $0.name != name }.map { rule.side == .sends ? (name, $0.name) : ($0.name, name) }
            }
        }
    }

    private func connections(from sender: Service) -> [WiringLine] {
        var connections: [WiringLine] = []
        var places: [MessagePattern: Int] = [:]
        var receivers: [MessagePattern: Set<String>] = [:]
        for sent in sender.sends {
            for receiver in services where receiver.name != sender.name {
                for pattern in receiver.receives.compactMap(sent.narrowed) {
                    guard receivers[pattern, default: []].insert(receiver.name).inserted else { continue }
                    if let place = places[pattern] {
                        connections[place].to.append(receiver.name)
                    } else {
                        places[pattern] = connections.count
                        connections.append(WiringLine(from: sender.name, pattern: pattern, to: [receiver.name]))
                    }
                }
            }
        }
        return connections
    }
}

/// A rule: types that services of a session must not send or receive, and the reason, as the compose file gives it.
package struct WiringRule: Hashable, Sendable {
    package enum Side: String, Sendable {
        case sends, receives
    }

    package var services: [String]
    package var side: Side
    package var patterns: [MessagePattern]
    package var because: String

    package init(_ services: [String], _ side: Side, _ patterns: [MessagePattern], because: String) {
        self.services = services
        self.side = side
        self.patterns = patterns
        self.because = because
    }

    package func forbids(_ service: String, _ side: Side, _ type: String) -> Bool {
        self.side == side && services.contains(service) && patterns.contains { $0.matches(type) }
    }
}
