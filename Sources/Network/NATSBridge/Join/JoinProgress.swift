import JSON

/// How far a join has got with the others' lines, by the sender's name.
struct JoinProgress: JSONCodable, Equatable {
    var senders: [String: SenderProgress] = [:]

    /// Beyond that, the others' progress is not kept.
    static let mostSenders = Peers.mostPeers

    /// The position of the last line of a process that has passed; 0 for none.
    func position(of sender: JoinID) -> UInt64 { senders[sender.name]?.positions[sender.incarnation] ?? 0 }

    /// Notes that everything up to a line has passed.
    mutating func note(_ origin: LineOrigin) {
        guard senders[origin.sender.name] != nil || senders.count < Self.mostSenders else { return }
        senders[origin.sender.name, default: SenderProgress()].note(origin)
    }

    /// The progress with every number within its bounds.
    var bounded: JoinProgress {
        var bounded = JoinProgress()
        for (name, progress) in senders.sorted(by: { $0.key < $1.key }).prefix(Self.mostSenders)
        where JoinID.isWord(name) {
            bounded.senders[name] = progress.bounded
        }
        return bounded
    }
}

/// How far a join has got with one sender's lines.
struct SenderProgress: JSONCodable, Equatable {
    /// The position of the last line, by the sender's process. Two sessions may have the same name by mistake.
    var positions: [String: UInt64] = [:]
    /// The process that the last line came from.
    var newest: String?

    static let mostRuns = 4

    mutating func note(_ origin: LineOrigin) {
        let incarnation = origin.sender.incarnation
        if positions[incarnation] == nil, positions.count >= Self.mostRuns {
            positions = positions.filter { $0.key == newest }
        }
        positions[incarnation] = max(positions[incarnation] ?? 0, origin.position)
        newest = incarnation
    }

    var bounded: SenderProgress {
        var bounded = SenderProgress()
        for (run, position) in positions.sorted(by: { $0.key < $1.key }).prefix(Self.mostRuns) where JoinID.isWord(run)
        {
            bounded.positions[run] = min(position, LineStamp.highest)
        }
        bounded.newest = newest.flatMap { bounded.positions[$0] == nil ? nil : $0 }
        return bounded
    }
}

/// The origin of a line: the process that has sent it, and its position among that process's lines.
struct LineOrigin: Equatable {
    var sender: JoinID
    var position: UInt64
}
