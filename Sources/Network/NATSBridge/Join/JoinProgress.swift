import JSON

/// How far a join has got with the others' lines, by the sender's name.
struct JoinProgress: JSONCodable, Equatable {
    var senders: [String: SenderProgress] = [:]

    /// Beyond that, the others' progress is not kept.
    static let mostSenders = Peers.mostPeers

    /// Everything up to a line is written.
    mutating func note(_ origin: LineOrigin) {
        guard senders[origin.name] != nil || senders.count < Self.mostSenders else { return }
        senders[origin.name, default: SenderProgress()].note(origin)
    }

    /// The progress with every number within its bounds.
    var bounded: JoinProgress {
        var bounded = JoinProgress()
        for (name, progress) in senders.sorted(by: { $0.key < $1.key }).prefix(Self.mostSenders)
        where SenderID.isWord(name) {
            bounded.senders[name] = progress.bounded
        }
        return bounded
    }
}

/// How far a join has got with one sender's lines.
struct SenderProgress: JSONCodable, Equatable {
    /// When the sender's stream was created, which distinguishes it from another one of the same name.
    var stream: String = ""
    /// Everything up to this place in the stream is written.
    var place: Int = 0
    /// The position of the last line that is written, by the sender's process. Two sessions may have the same name by mistake.
    var positions: [String: UInt64] = [:]
    /// The process that the last line came from.
    var newest: String?

    static let mostRuns = 4

    mutating func note(_ origin: LineOrigin) {
        if stream != origin.stream { (stream, place) = (origin.stream, 0) }
        place = max(place, origin.place)
        guard let incarnation = origin.incarnation else { return }
        if positions[incarnation] == nil, positions.count >= Self.mostRuns {
            positions = positions.filter { $0.key == newest }
        }
        positions[incarnation] = max(positions[incarnation] ?? 0, origin.position)
        newest = incarnation
    }

    var bounded: SenderProgress {
        var bounded = SenderProgress(stream: String(stream.prefix(64)), place: ServerAnswer.bounded(place))
        for (run, position) in positions.sorted(by: { $0.key < $1.key }).prefix(Self.mostRuns)
        where SenderID.isWord(run) {
            bounded.positions[run] = min(position, LineStamp.highest)
        }
        bounded.newest = newest.flatMap { bounded.positions[$0] == nil ? nil : $0 }
        return bounded
    }
}

/// The origin of a line.
struct LineOrigin: Equatable {
    /// The sender's name.
    var name: String
    /// The creation of the sender's stream.
    var stream: String
    /// Everything up to this place in the stream is written with this line. A message with several lines is finished by the last one.
    var place: Int
    /// The sender's process; nil for a message that no join has published.
    var incarnation: String?
    var position: UInt64 = 0
}

/// Recognizes a sender's duplicates and gaps by the stamps of its lines, which arrive in the order of its stream.
struct SenderTrack {

    enum Verdict: Equatable {
        /// How many of the message's lines came before.
        case lines(dropping: Int)
        /// All lines of the message came before.
        case duplicate
    }

    private struct Run {
        var last: UInt64
        /// Lines up to this position are not expected: they came before this join listened, or before this process began.
        var floor: UInt64
        /// The last line of each type since then.
        var types: [String: StampCounter.Last] = [:]
    }

    private var runs: [String: Run] = [:]
    private var newest: String?
    /// True if a place of this sender was known before, so that everything behind it is expected.
    private let isKnown: Bool

    init(after progress: SenderProgress?) {
        isKnown = progress != nil
        for (run, position) in progress?.positions ?? [:] { runs[run] = Run(last: position, floor: position) }
        newest = progress?.newest
    }

    /// A message has arrived.
    /// - Returns: which of its lines are new, and how many lines of this type between them and the last one are lost; at least as many, if this
    ///   join did not count those before.
    mutating func handle(_ stamp: LineStamp, type: String) -> (verdict: Verdict, lost: UInt64) {
        var run = runs[stamp.incarnation] ?? first(of: stamp)
        guard stamp.last > run.last else { return (.duplicate, 0) }
        let dropped = run.last >= stamp.position ? Int(run.last - stamp.position + 1) : 0
        var lost: UInt64 = 0
        if dropped == 0 {
            let last = run.types[type]
            if stamp.previous > max(last?.position ?? 0, run.floor) {
                let counted = last?.number ?? (run.floor == 0 ? 0 : nil)
                lost = counted.map { stamp.number > $0 ? stamp.number - $0 : 1 } ?? 1
            }
        }
        run.last = stamp.last
        if run.types[type] != nil || run.types.count < LineStamp.mostTypes {
            run.types[type] = StampCounter.Last(position: stamp.last, number: stamp.number + UInt64(stamp.count))
        }
        if runs[stamp.incarnation] == nil, runs.count >= SenderProgress.mostRuns {
            runs = runs.filter { $0.key == newest }
        }
        runs[stamp.incarnation] = run
        newest = stamp.incarnation
        return (.lines(dropping: dropped), lost)
    }

    /// The first run of a process: from a new process of a known sender, all lines are expected.
    private func first(of stamp: LineStamp) -> Run {
        let floor = isKnown || !runs.isEmpty ? 0 : stamp.position - 1
        return Run(last: floor, floor: floor)
    }
}
