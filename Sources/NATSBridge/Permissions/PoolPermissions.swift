package import Wire

/// The permissions that a pool's callers and workers need.
package struct PoolPermissions: Sendable {
    private let subjects: PoolSubjects

    package init(_ pool: SessionName) {
        subjects = PoolSubjects(pool)
    }

    /// Only one host may create these.
    package var streams: [String] { [subjects.requestStream, subjects.answerStream] }

    /// A caller reads missed answers from consumers whose names nobody can guess.
    /// - Parameters:
    ///   - receives: what it receives from its bus: requests and notices.
    ///   - inbox: the prefix of its inboxes; no other host may have the same.
    package func caller(
        _ caller: SessionName, receives: [MessagePattern], inbox: String, creates: Bool
    ) -> HostPermissions {
        var permissions = HostPermissions()
        for words in receives.flatMap(Self.words) {
            permissions.publish += ["\(subjects.requestRoot).\(words)", "\(subjects.noticeRoot).\(words)"]
        }
        permissions.publish += asking(creates)
        let answers = subjects.answerStream
        permissions.publish += [
            "$JS.API.CONSUMER.CREATE.\(answers).*.\(subjects.answers(to: caller))",
            "$JS.API.CONSUMER.MSG.NEXT.\(answers).*", "$JS.API.CONSUMER.DELETE.\(answers).*",
            "$JS.API.CONSUMER.INFO.\(subjects.requestStream).\(subjects.consumer)", "\(inbox).>",
        ]
        permissions.subscribe = ["\(inbox).>", subjects.answers(to: caller)]
        return permissions
    }

    /// - Parameters:
    ///   - answers: the types that callers send on their buses.
    ///   - inbox: the prefix of its inboxes; no other host may have the same.
    package func worker(answers: [MessagePattern], inbox: String) -> HostPermissions {
        var permissions = HostPermissions()
        let own = [ProcessOutput.Refused.type, PoolFailure.type]
        for words in answers.flatMap(Self.words) + own {
            permissions.publish.append("\(subjects.answersToAll).\(words)")
        }
        permissions.publish += asking(false)
        let (stream, consumer) = (subjects.requestStream, subjects.consumer)
        permissions.publish += [
            "$JS.API.CONSUMER.CREATE.\(stream).\(consumer)", "$JS.API.CONSUMER.MSG.NEXT.\(stream).\(consumer)",
            "$JS.ACK.\(stream).\(consumer).>",
        ]
        permissions.subscribe = ["\(inbox).>", subjects.notices, subjects.requests]
        return permissions
    }

    private func asking(_ creates: Bool) -> [String] {
        streams.flatMap { stream in
            ["$JS.API.STREAM.INFO.\(stream)"] + (creates ? ["$JS.API.STREAM.CREATE.\(stream)"] : [])
        }
    }

    /// The subject endings for a pattern's types: the type of that name, and all that begin with it.
    private static func words(_ pattern: MessagePattern) -> [String] {
        guard let prefix = pattern.subjectWords else { return [] }
        return prefix.isEmpty ? [">"] : [prefix, "\(prefix).>"]
    }
}
