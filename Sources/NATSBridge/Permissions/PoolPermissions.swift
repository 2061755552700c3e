package import Wire

/// What callers and workers of a pool have to be allowed.
package struct PoolPermissions: Sendable {
    private let subjects: PoolSubjects
    private let pool: String

    package init(_ pool: SessionName) {
        subjects = PoolSubjects(pool)
        self.pool = pool.description
    }

    /// - Parameters:
    ///   - receives: what it hears on its bus: requests and notices.
    ///   - inbox: what its inboxes begin with; no other process may have the same.
    package func caller(
        _ caller: SessionName, receives: [MessagePattern], inbox: String, creates: Bool
    ) -> HostPermissions {
        var permissions = HostPermissions()
        for words in receives.compactMap(Self.words) {
            permissions.publish += ["vl.\(pool).\(words)", "vl-notices.\(pool).\(words)"]
        }
        permissions.publish += streams(creates)
        let answers = subjects.answerStream
        permissions.publish += [
            "$JS.API.CONSUMER.CREATE.\(answers).*.\(subjects.answers(to: caller))",
            "$JS.API.CONSUMER.MSG.NEXT.\(answers).*", "$JS.API.CONSUMER.DELETE.\(answers).*", "$JS.ACK.\(answers).>",
            "$JS.API.CONSUMER.INFO.\(subjects.requestStream).\(subjects.consumer)", "\(inbox).>",
        ]
        permissions.subscribe = ["\(inbox).>", subjects.answers(to: caller)]
        return permissions
    }

    /// - Parameter answers: what callers say on their buses.
    package func worker(answers: [MessagePattern], inbox: String, creates: Bool) -> HostPermissions {
        var permissions = HostPermissions()
        permissions.publish = answers.compactMap(Self.words).map { "vl-answers.\(pool).*.\($0)" }
        permissions.publish += streams(creates)
        let (stream, consumer) = (subjects.requestStream, subjects.consumer)
        permissions.publish += [
            "$JS.API.CONSUMER.CREATE.\(stream).\(consumer)", "$JS.API.CONSUMER.CREATE.\(stream).\(consumer).>",
            "$JS.API.CONSUMER.INFO.\(stream).\(consumer)", "$JS.API.CONSUMER.MSG.NEXT.\(stream).\(consumer)",
            "$JS.ACK.\(stream).\(consumer).>", "\(inbox).>",
        ]
        permissions.subscribe = ["\(inbox).>", subjects.notices, subjects.requests]
        return permissions
    }

    private func streams(_ creates: Bool) -> [String] {
        [subjects.requestStream, subjects.answerStream].flatMap { stream in
            ["$JS.API.STREAM.INFO.\(stream)"] + (creates ? ["$JS.API.STREAM.CREATE.\(stream)"] : [])
        }
    }

    /// As for a join: three words are one type, fewer are all types that begin with them.
    private static func words(_ pattern: MessagePattern) -> String? {
        SessionSubjects("pool")?.filter(of: pattern).map { String($0.dropFirst("vl.pool.".utf8.count)) }
    }
}
