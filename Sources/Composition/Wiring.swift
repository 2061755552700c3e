package import Wire

/// One line of the wiring: who sends what to whom.
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
                for receiver in services {
                    for awaited in receiver.receives {
                        guard let pattern = sent.narrowed(to: awaited) else { continue }
                        add(receiver.name, pattern, from: sender.name, to: &wiring)
                    }
                }
            }
            return wiring
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
