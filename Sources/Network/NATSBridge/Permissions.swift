package import Wire

/// The only subjects that a host may publish and subscribe to at the server.
package struct HostPermissions: Equatable, Sendable {
    package var publish: [String] = []
    package var subscribe: [String] = []
    /// True if the host may answer each request that it gets, wherever the answer goes.
    package var responds = false

    package init() {}

    package mutating func add(_ other: HostPermissions) {
        for subject in other.publish where !publish.contains(subject) { publish.append(subject) }
        for subject in other.subscribe where !subscribe.contains(subject) { subscribe.append(subject) }
        responds = responds || other.responds
    }
}

/// The permissions that a pool's callers and workers need.
package struct PoolPermissions: Sendable {
    private let subjects: PoolSubjects
    private let service: ServiceSubjects

    package init(_ pool: SubjectName) {
        subjects = PoolSubjects(pool)
        service = ServiceSubjects(pool)
    }

    /// - Parameters:
    ///   - word: of `--session`; no other host may have the same.
    ///   - receives: what it receives from its bus: requests and notices.
    package func caller(_ word: SubjectName, receives: [MessagePattern]) -> HostPermissions {
        var permissions = HostPermissions()
        for words in receives.flatMap(Self.words) {
            permissions.publish += [PoolSubjects.Root.calls, .notices].map { "\(subjects.root($0)).\(word).*.\(words)" }
        }
        let answers = "\(subjects.root(.answers)).\(word)"
        permissions.publish += [
            "\(subjects.root(.notices)).\(word).*.\(PoolSubjects.report)", "\(answers).*.*.ping.*",
        ]
        permissions.subscribe = ["\(answers).>"]
        return permissions
    }

    /// - Parameter answers: the types that callers send on their buses.
    package func worker(answers: [MessagePattern]) -> HostPermissions {
        var permissions = HostPermissions()
        let own = [ProcessOutput.Refused.type] + WorkerSign.State.allCases.map(\.type)
        for words in answers.flatMap(Self.words) + own {
            permissions.publish.append("\(subjects.root(.answers)).*.*.\(words)")
        }
        permissions.subscribe =
            [subjects.all(.calls), subjects.clients, subjects.all(.notices)] + service.all(id: "*")
        permissions.responds = true
        return permissions
    }

    /// The subject endings for a pattern's types: the type of that name, and all that begin with it.
    private static func words(_ pattern: MessagePattern) -> [String] {
        guard let prefix = pattern.subjectWords else { return [] }
        return prefix.isEmpty ? [">"] : [prefix, "\(prefix).>"]
    }
}

/// A join of a session, as its compose file describes it.
package struct PermittedJoin: Equatable, Sendable {
    package let session: SessionSubjects
    package let name: String
    /// Patterns of events that the join receives from its bus and publishes here.
    package let receives: [MessagePattern]
    /// Patterns of events that the join receives here and writes to its bus.
    package let sends: [MessagePattern]

    package init(
        session: SessionSubjects, name: String, receives: [MessagePattern], sends: [MessagePattern]
    ) {
        self.session = session
        self.name = name
        self.receives = receives
        self.sends = sends
    }

    /// - Parameter others: the other joins of its session.
    package func permissions(beside others: [PermittedJoin]) -> HostPermissions {
        var permissions = HostPermissions()
        for other in others {
            let takes = JoinSender.distinct(
                receives.flatMap { pattern in other.sends.compactMap { pattern.narrowed(to: $0) } })
            permissions.publish += takes.flatMap { session.lines(of: $0, from: name, to: other.name) }
        }
        permissions.publish.append(session.presence(of: name))
        permissions.subscribe = [session.allPresences]
        if !sends.isEmpty {
            permissions.publish.append(session.acknowledgements(by: name))
            permissions.subscribe.append(session.lines(to: name))
        }
        if !receives.isEmpty { permissions.subscribe.append(session.acknowledgements(to: name)) }
        return permissions
    }
}

extension MessagePattern {
    /// The words with which the pattern's types begin, empty for all types; nil if they cannot appear in a list of subjects.
    package var subjectWords: String? {
        guard description != "*" else { return "" }
        let words = description.hasSuffix(".*") ? String(description.dropLast(2)) : description
        return words.utf8.count <= SessionSubjects.longestType && SubjectWords.areWords(words) ? words : nil
    }
}

/// The public key of a user's NKey: `U` and 55 letters and digits, which encode a kind, 32 bytes and a checksum.
package struct UserKey: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    private static let length = 56
    private static let kind: UInt8 = 20 << 3
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// - Returns: nil for anything else, such as a seed, or a mistyped key.
    package init?(_ text: String) {
        guard text.utf8.count == Self.length, let bytes = Self.bytes(text), bytes.first == Self.kind,
            bytes.count == 35, Self.checksum(bytes.dropLast(2)) == UInt16(bytes[33]) | UInt16(bytes[34]) << 8
        else { return nil }
        description = text
    }

    /// Base32.
    private static func bytes(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (rest, count): (UInt32, UInt32) = (0, 0)
        for character in text.utf8 {
            guard let digit = digits.firstIndex(of: character) else { return nil }
            rest = (rest << 5 | UInt32(digit)) & 0xFFFF
            count += 5
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: rest >> count))
        }
        return bytes
    }

    /// CRC-16/XMODEM.
    private static func checksum(_ bytes: some Sequence<UInt8>) -> UInt16 {
        bytes.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ UInt16(byte) << 8) { sum, _ in sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x1021 }
        }
    }
}
