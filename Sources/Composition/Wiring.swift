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
    package var wiring: [Connection] {
        services.flatMap { sender in
            var wiring: [Connection] = []
            for sent in sender.sends {
                for receiver in services where receiver.name != sender.name {
                    for awaited in receiver.receives {
                        guard let pattern = sent.narrowed(to: awaited) else { continue }
                        add(receiver.name, pattern, from: sender.name, to: &wiring)
                    }
                }
            }
            return wiring
        }
    }

    /// The connections between services that the rules forbid, each with one receiver.
    package var forbiddenWiring: [Connection] {
        rules.flatMap { rule in
            rule.services.flatMap { name in
                rule.patterns.flatMap { forbidden in
                    services.filter { $0.name != name }.flatMap { other in
                        (rule.side == .sends ? other.receives : other.sends).compactMap { pattern in
                            guard let pattern = forbidden.narrowed(to: pattern) else { return nil }
                            return rule.side == .sends
                                ? Connection(from: name, pattern: pattern, to: [other.name])
                                : Connection(from: other.name, pattern: pattern, to: [name])
                        }
                    }
                }
            }
        }
    }

    private func add(_ receiver: String, _ pattern: MessagePattern, from sender: String, to wiring: inout [Connection])
    {
        if let index = wiring.firstIndex(where: { $0.pattern == pattern }) {
            if !wiring[index].to.contains(receiver) { wiring[index].to.append(receiver) }
        } else {
            wiring.append(Connection(from: sender, pattern: pattern, to: [receiver]))
        }
    }
}
