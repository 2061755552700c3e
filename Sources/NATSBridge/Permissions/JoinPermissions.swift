package import Wire

/// The permissions that one `viperline-nats join` needs.
package struct JoinPermissions: Sendable {
    private let session: SessionSubjects
    private let name: String

    package init(session: SessionSubjects, name: String) {
        self.session = session
        self.name = name
    }

    /// - Parameters:
    ///   - receives: what it receives from its bus and publishes here.
    ///   - sends: what it receives here and writes to its bus.
    ///   - creates: whether it may create the streams.
    package func make(
        receives: [MessagePattern], sends: [MessagePattern], states: [MessagePattern], creates: Bool
    ) -> HostPermissions {
        var permissions = HostPermissions()
        permissions.publish = receives.compactMap(session.filter)
        permissions.publish += Self.narrowed(receives, to: states).compactMap(session.stateFilter)
        permissions.publish += [session.presence(of: name), session.record(of: name)]
        for stream in [session.stream, session.recordsStream, session.statesStream] {
            permissions.publish.append("$JS.API.STREAM.INFO.\(stream)")
            if creates { permissions.publish.append("$JS.API.STREAM.CREATE.\(stream)") }
        }
        for pattern in sends {
            guard let filter = session.filter(of: pattern) else { continue }
            let stream = session.stream
            for consumer in PatternConsumer.names(session.consumer(of: name, for: pattern)) {
                permissions.publish += [
                    "$JS.API.CONSUMER.INFO.\(stream).\(consumer)",
                    "$JS.API.CONSUMER.CREATE.\(stream).\(consumer).\(filter)",
                    "$JS.API.CONSUMER.DELETE.\(stream).\(consumer)",
                    "$JS.API.CONSUMER.MSG.NEXT.\(stream).\(consumer)",
                ]
            }
            permissions.subscribe.append(filter)
        }
        let late = sends.filter { pattern in states.contains { $0.overlaps(pattern) } }
        permissions.publish += reading(session.recordsStream, [session.allRecords])
        permissions.publish += reading(session.statesStream, late.compactMap(session.stateFilter))
        permissions.subscribe += ["\(session.inbox(of: name)).>", session.allPresences, session.allRecords]
        return permissions
    }

    /// Nobody can guess the consumers' names.
    private func reading(_ stream: String, _ filters: [String]) -> [String] {
        guard !filters.isEmpty else { return [] }
        return filters.map { "$JS.API.CONSUMER.CREATE.\(stream).*.\($0)" } + ["$JS.API.CONSUMER.MSG.NEXT.\(stream).*"]
    }

    private static func narrowed(_ patterns: [MessagePattern], to states: [MessagePattern]) -> [MessagePattern] {
        patterns.flatMap { pattern in states.compactMap { pattern.narrowed(to: $0) } }
    }
}
