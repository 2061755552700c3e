/// One line of the wiring: who sends what to whom.
package struct Route: Equatable, Sendable {
    package var from: String
    package var pattern: MessagePattern
    package var to: [String]
}

extension Composition {
    /// The whole wiring, in the order of the files. Where a receiver asks for less than a sender may send, the route is
    /// the narrower of the two.
    package var routes: [Route] {
        services.flatMap { sender in
            var routes: [Route] = []
            for sent in sender.sends {
                for receiver in services {
                    for awaited in receiver.receives {
                        guard let pattern = sent.narrowed(to: awaited) else { continue }
                        add(receiver.name, pattern, from: sender.name, to: &routes)
                    }
                }
            }
            return routes
        }
    }

    private func add(_ receiver: String, _ pattern: MessagePattern, from sender: String, to routes: inout [Route]) {
        if let index = routes.firstIndex(where: { $0.pattern == pattern }) {
            if !routes[index].to.contains(receiver) { routes[index].to.append(receiver) }
        } else {
            routes.append(Route(from: sender, pattern: pattern, to: [receiver]))
        }
    }
}
