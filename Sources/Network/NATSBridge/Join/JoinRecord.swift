import JSON
import Platform
import Wire

/// A join's progress, stored at the server under its name. A new session of that name continues there, and the others do not
/// publish so much that it could miss something.
struct JoinRecord: JSONCodable, Equatable {
    var progress: JoinProgress
    /// Types that the join takes from the others.
    var takes: [String]
    /// Types that the join publishes.
    var publishes: [String] = []
    /// The join has ended, so the others do not wait for it.
    var hasLeft: Bool = false  // JSON: left

    /// Bytes of a record that is read.
    static let mostBytes = 1 << 18

    /// - Returns: nil unless a join has stored it.
    init?(_ payload: [UInt8]) {
        guard payload.count <= Self.mostBytes,
            var record = try? Payload.decode(Self.self, from: payload, of: "a join's record"),
            record.takes.count <= Presence.mostPatterns, record.publishes.count <= Presence.mostPatterns,
            (record.takes + record.publishes).allSatisfy({ $0.utf8.count <= SessionSubjects.longestType })
        else { return nil }
        record.progress = record.progress.bounded
        self = record
    }

    init(progress: JoinProgress, takes: [String], publishes: [String] = [], hasLeft: Bool = false) {
        self.progress = progress
        self.takes = takes
        self.publishes = publishes
        self.hasLeft = hasLeft
    }
}

/// The record of this join's progress, stored soon after a write, and again until the server has it.
struct OwnRecord {

    private var number = 0
    /// Batches written since the last record.
    private var changes = 0
    private var since: Instant?
    private var publishedAt: Instant?
    private var storedAt: Instant?
    /// True if something has changed since the record was published.
    private var isStale = true
    /// True if the others need not wait for this join.
    private(set) var isFarewell = false

    static let afterChanges = 2
    static let after = Duration.milliseconds(50)
    static let patience = Duration.seconds(5)
    /// A stream deletes anything older than a day.
    static let refreshes = Duration.seconds(3600)

    /// Notes that something was written.
    mutating func didChange(at now: Instant) {
        changes += 1
        if since == nil { since = now }
        isStale = true
    }

    /// Publishes the record again: after a reconnect, it is unknown what has arrived.
    mutating func publishAgain() { (publishedAt, storedAt, isStale) = (nil, nil, true) }

    /// Notes that the join ends.
    mutating func leave() {
        isFarewell = true
        publishAgain()
    }

    /// True if the server knows that the join ends.
    var hasLeft: Bool { isFarewell && storedAt != nil && !isStale }

    private var dueAt: Instant? {
        if let publishedAt { return publishedAt + Self.patience }
        guard isStale else { return storedAt.map { $0 + Self.refreshes } }
        return since.map { $0 + Self.after }
    }

    var deadline: Instant? { dueAt }

    /// - Returns: the record's number if it is due now.
    mutating func due(at now: Instant) -> Int? {
        let isNew = publishedAt == nil && isStale && (changes >= Self.afterChanges || storedAt == nil)
        guard isNew || dueAt.map({ now >= $0 }) ?? false else { return nil }
        number += 1
        (changes, since, isStale, publishedAt) = (0, nil, false, now)
        return number
    }

    /// The server has answered.
    mutating func wasStored(_ number: Int, at now: Instant) {
        guard number == self.number else { return }
        (publishedAt, storedAt) = (nil, now)
    }
}

/// Reads the joins' records from the server. This join's own has the place where the last session stopped; the others' show who publishes,
/// and the progress of each.
struct RecordsReader {
    private var maker: StreamMaker
    private var reader: StreamReader
    /// Joins that publish, and their types.
    private(set) var publishers: [String: [String]] = [:]
    private(set) var own: JoinRecord?
    private(set) var trouble: String?

    init(_ settings: JoinSettings) {
        maker = StreamMaker(JoinStreams(session: settings.session, storage: settings.storage).records)
        reader = StreamReader(
            settings.session.recordsStream, [settings.session.allRecords], extent: .once, name: settings.name)
    }

    /// True if all records have been read.
    var isDone: Bool { reader.isFinished }

    /// Begins after a connect.
    mutating func begin() {
        maker.begin()
        reader.stop()
        (publishers, own) = ([:], nil)
    }

    /// - Parameter reply: a reply subject with a purpose and a number.
    mutating func due(at now: Instant, mostBytes: Int, reply: (String, Int) -> String) -> NATSMessage? {
        if reader.isBroken(at: now) { begin() }
        if let message = maker.due(at: now, reply: { reply("stream", $0) }) { return message }
        return maker.isDone ? reader.due(at: now, mostBytes: mostBytes, pulling: true, reply: reply) : nil
    }

    var deadline: Instant? { earliest(maker.deadline, reader.deadline) }

    mutating func handleAnswer(_ message: NATSMessage, _ purpose: Substring, number: Int, at now: Instant) {
        if purpose == "m" {
            if let status = ServerStatus(message) { reader.handleEnd(of: number, status, at: now) }
            return
        }
        guard let answer = ServerAnswer(message) else { return }
        if purpose == "stream" {
            switch maker.handle(answer, number: number, at: now) {
            case .found:
                trouble = nil
                reader.begin(after: 0)
            case .failed(let why): trouble = why
            case .goesOn: break
            }
        } else {
            _ = reader.handleCreation(answer, number: number, at: now)
        }
    }

    /// - Returns: whether its consumer has delivered this message.
    mutating func handle(_ record: JoinRecord?, of name: String, as own: String, reply: String, at now: Instant) -> Bool
    {
        guard let delivery = reader.delivery(reply) else { return false }
        guard reader.handle(delivery, at: now), let record else { return true }
        if name == own { self.own = record }
        if !record.publishes.isEmpty, publishers.count < Peers.mostPeers { publishers[name] = record.publishes }
        return true
    }
}
