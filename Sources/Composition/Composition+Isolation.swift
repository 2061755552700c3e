extension Composition {
    /// The same session for one service among doubles. Services off the bus that only other services need are removed, such
    /// as the upstream of a fetcher that is itself a double. So are states, since superseded ones may be dropped and a double
    /// waits for everything that was recorded. A double that ends is finished and is not restarted.
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
                // A double does not do the work that a check would ask for.
                isolated.services[index].healthCheck = nil
            }
        }
        let checked = Set(services.filter { $0.healthCheck != nil && $0.name != name && $0.isOnBus }.map(\.name))
        for index in isolated.services.indices {
            for place in isolated.services[index].dependsOn.indices
            where checked.contains(isolated.services[index].dependsOn[place].service) {
                isolated.services[index].dependsOn[place].condition = .started
            }
        }
        return isolated
    }

    /// The services that a service depends on, directly or not.
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
