package import Wire

/// One line of the wiring: who sends what to whom. A service does not receive what it has sent itself.
package struct Connection: Equatable, Sendable {
    package var from: String
    package var pattern: MessagePattern
    package var to: [String]
}

extension Composition {
    /// The whole wiring, in the order of the files. Where a receiver's pattern is narrower than the sender's, the
    /// connection has the narrower one.
    package var wiring: [Connection] { services.flatMap(connections) }

    /// Who must not say to whom what the rules forbid; a pair for each rule that keeps two services apart.
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

    private func connections(from sender: Service) -> [Connection] {
        var connections: [Connection] = []
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
                        connections.append(Connection(from: sender.name, pattern: pattern, to: [receiver.name]))
                    }
                }
            }
        }
        return connections
    }
}
