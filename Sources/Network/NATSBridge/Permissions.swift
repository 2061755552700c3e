package import Wire

/// The only subjects that a host may publish and subscribe to at the server.
package struct HostPermissions: Equatable, Sendable {
    package private(set) var publish: [String] = []
    package private(set) var subscribe: [String] = []
    /// True if the host may answer each request that it gets, wherever the answer goes.
    package private(set) var responds = false

    package init() {}

    /// Adds those of a pool's caller.
    /// - Parameters:
    ///   - word: of `--session`; no other host may have the same.
    ///   - receives: what it receives from its bus: requests and notices.
    package mutating func addCaller(of pool: SubjectName, as word: String, receives: [MessagePattern]) {
        let subjects = PoolSubjects(pool)
        for end in receives.flatMap(\.subjectEnds) {
            publish += [PoolSubjects.Root.calls, .notices].map { "\(subjects.root($0)).\(word).*.\(end)" }
        }
        let answers = "\(subjects.root(.answers)).\(word)"
        publish += ["\(subjects.root(.notices)).\(word).*.\(PoolSubjects.report)", "\(answers).*.*.ping.*"]
        subscribe.append("\(answers).>")
    }

    /// Adds those of a pool's worker.
    /// - Parameter answers: the types that callers send on their buses.
    package mutating func addWorker(of pool: SubjectName, answers: [MessagePattern]) {
        let subjects = PoolSubjects(pool)
        let own = [ProcessOutput.Refused.type] + WorkerSign.State.allCases.map(\.type)
        publish += (answers.flatMap(\.subjectEnds) + own).map { "\(subjects.root(.answers)).*.*.\($0)" }
        subscribe += [subjects.all(.calls), subjects.clients, subjects.all(.notices)] + subjects.questions(id: "*")
        responds = true
    }

    /// Adds those of a join.
    /// - Parameters:
    ///   - receives: events that the join receives from its bus and publishes here.
    ///   - sends: events that the join receives here and writes to its bus.
    ///   - others: the other joins of the session, with what they send.
    package mutating func addJoin(
        _ session: SubjectName, as name: String, receives: [MessagePattern], sends: [MessagePattern],
        beside others: [(name: String, sends: [MessagePattern])]
    ) {
        let session = SessionSubjects(session)
        for other in others {
            let ends = MessagePattern.common(to: receives, other.sends).flatMap(\.subjectEnds)
            publish += ends.map { session.subject(of: $0, from: name, to: other.name) }
        }
        publish.append(session.presence(of: name))
        subscribe.append(session.presence(of: "*"))
        if !sends.isEmpty {
            publish.append(session.acknowledgement(by: name, to: "*"))
            subscribe.append(session.lines(to: name))
        }
        if !receives.isEmpty { subscribe.append(session.acknowledgement(by: "*", to: name)) }
    }
}

extension MessagePattern {
    /// The ends of subjects that cover the pattern's types: the type of that name, and all that begin with it; none if they cannot be part
    /// of a subject.
    package var subjectEnds: [String] {
        guard description != "*" else { return [">"] }
        let words = description.hasSuffix(".*") ? String(description.dropLast(2)) : description
        return SubjectWords.isType(words) ? [words, "\(words).>"] : []
    }

    /// The patterns of the types that both lists name, without those that others contain.
    static func common(to some: [MessagePattern], _ others: [MessagePattern]) -> [MessagePattern] {
        var common: [MessagePattern] = []
        for pattern in some.flatMap({ one in others.compactMap { one.narrowed(to: $0) } })
        where !common.contains(where: { $0.narrowed(to: pattern) == pattern }) {
            common.removeAll { pattern.narrowed(to: $0) == $0 }
            common.append(pattern)
        }
        return common
    }
}

/// The public key of a user's NKey: `U` and 55 letters and digits. Only the NATS server verifies the checksum in them.
package struct UserKey: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    private static let length = 56
    private static let digits = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// - Returns: nil for anything else, such as a seed.
    package init?(_ text: String) {
        guard text.utf8.count == Self.length, text.hasPrefix("U"), text.utf8.allSatisfy(Self.digits.contains) else {
            return nil
        }
        description = text
    }
}
