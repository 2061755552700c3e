extension Composition {
    /// The same session for one service among doubles: without the services off the bus that only others need, such as
    /// the upstream of a fetcher that is a double itself, and without states, of which a receiver may miss some: a
    /// double waits for all that was recorded. A double that ends has said all, so no other is started in its place.
    package func isolating(_ name: String) -> Composition {
        let needed = needs(of: name)
        var isolated = self
        isolated.states = []
        isolated.services = services.filter { $0.isOnBus || needed.contains($0.name) }
        let left = Set(isolated.services.map(\.name))
        for index in isolated.services.indices {
            isolated.services[index].dependsOn.removeAll { !left.contains($0.service) }
            if isolated.services[index].name != name, isolated.services[index].isOnBus {
                isolated.services[index].restart = .never
            }
        }
        return isolated
    }

    /// What a service depends on, and what that depends on.
    private func needs(of name: String) -> Set<String> {
        var found: Set<String> = [name]
        var waiting = [name]
        while let next = waiting.popLast() {
            let dependencies = services.first { $0.name == next }?.dependsOn ?? []
            waiting += dependencies.map(\.service).filter { found.insert($0).inserted }
        }
        return found
    }
}

extension Service {
    /// Whether it sends or receives anything.
    package var isOnBus: Bool { !receives.isEmpty || !sends.isEmpty }
}
