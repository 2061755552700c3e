package import Wire

/// A session as its compose files describe it: checked, merged, nothing left to resolve.
package struct Composition: Equatable, Sendable {
    package var name: String
    /// A description of the application, in one line without control characters; nil for a fragment.
    package var description: String?
    /// Services in the order of the files.
    package var services: [Service]
    /// Types whose newest event replaces older ones of the same subject; the bus may drop the older ones from queues.
    package var states: [MessagePattern]
    /// The rules that the wiring keeps, in the order of the files.
    package var rules: [WiringRule]
    /// The longest line that the bus accepts, in bytes.
    package var lineLimit: Int
    /// The most bytes in the queue of a receiver before its senders have to wait.
    package var queueLimit: Int
    /// The compose files of the session, but for installed ones; empty while nothing is watched.
    package var files: [String] = []
    /// The file that declares the application's sources and scenes, spelled as in mistakes; nil where none does.
    package var application: String?

    package init(
        name: String, description: String? = nil, services: [Service], states: [MessagePattern] = [],
        rules: [WiringRule] = [],
        lineLimit: Int = 1 << 20,
        queueLimit: Int = 1 << 20
    ) {
        self.name = name
        self.description = description
        self.services = services
        self.states = states
        self.rules = rules
        self.lineLimit = lineLimit
        self.queueLimit = queueLimit
    }
}

extension Composition {
    /// The session that watches no files.
    package var unwatched: Composition {
        var copy = self
        for index in services.indices { copy.services[index].watch = [] }
        copy.files = []
        return copy
    }
}

extension Composition {
    /// The word of a command in whose place the user's words go (`viperline run … -- WORD…`), as in a shell.
    package static let arguments = "$@"
}

extension Service {
    /// True if the command has a place for the user's words.
    package var takesArguments: Bool { command.contains(Composition.arguments) }

    /// True if files belong to the service, so that it may wait for the next of them to be saved.
    package var isWatched: Bool { !watch.isEmpty }
}

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
                // A check would test work that a double does not do.
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
    package var isOnBus: Bool { !receives.isEmpty || !sends.isEmpty }
}
