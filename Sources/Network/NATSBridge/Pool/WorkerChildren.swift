import Platform
import Wire

/// A worker's children: one for each caller, because ids and notices are unique only within a session; and a separate one for a
/// repeated request, so that a request that kills its child affects no others.
struct WorkerChildren: Sendable {
    struct Child: Sendable {
        /// Nil for all clients that are not callers.
        let caller: SubjectName?
        let isAlone: Bool
        var hasAnswered = false
        /// The child's requests, by their numbers.
        var names = OpenNames()
        var count = 0
        /// The end of the child's last request.
        var idleSince: Instant
        /// The reason why the child is being killed.
        var reason: String?
        /// The time when the child's input was ended.
        var endingSince: Instant?

        var isEnding: Bool { endingSince != nil }
        /// The time when the child must have exited.
        var end: Instant? { reason == nil ? endingSince.map { $0 + WorkerChildren.grace } : nil }

        mutating func release(_ number: Int, at now: Instant) {
            names.remove(number)
            count -= 1
            idleSince = now
        }
    }

    private(set) var all: [ChildID: Child] = [:]
    private var last = 0
    /// How long a child may take to exit after its input has ended.
    private static let grace = Duration.seconds(5)
    private let most: Int
    private let idle: Duration
    private let incarnation: String

    init(most: Int, idle: Duration, incarnation: String) {
        self.most = most
        self.idle = idle
        self.incarnation = incarnation
    }

    /// When the next child will have been idle long enough.
    var deadline: Instant? {
        all.values.compactMap { $0.end ?? ($0.count == 0 && !$0.isEnding ? $0.idleSince + idle : nil) }.min()
    }

    /// A caller's children that have a request.
    func busy(of caller: SubjectName) -> [ChildID] {
        all.filter { $0.value.caller == caller && $0.value.count > 0 }.map(\.key)
    }

    /// The child for a request, started if needed.
    /// - Parameter service: the child's service name.
    mutating func child(
        for caller: SubjectName?, _ service: String, alone: Bool, at now: Instant,
        into effects: inout [BridgeEffect]
    ) -> ChildID {
        let free = all.first { $0.value.caller == caller && !$0.value.isAlone && !$0.value.isEnding }
        if !alone, let free { return free.key }
        if all.count >= most { endOldest(at: now, into: &effects) }
        last += 1
        let id = ChildID(last)
        all[id] = Child(caller: caller, isAlone: alone, idleSince: now)
        effects.append(.startChild(id, service: service, run: "\(incarnation)-\(last)"))
        return id
    }

    mutating func didAnswer(_ id: ChildID) { all[id]?.hasAnswered = true }

    mutating func give(_ number: Int, _ name: EventName, chain: String, to id: ChildID) {
        all[id]?.names.insert(number, name, chain: chain)
        all[id]?.count += 1
    }

    /// A request is finished.
    mutating func release(
        _ number: Int, of id: ChildID, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        all[id]?.release(number, at: now)
        if all[id]?.isAlone == true { end(id, at: now, into: &effects) }
    }

    mutating func kill(
        _ id: ChildID, because reason: String, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        guard all[id] != nil, all[id]?.reason == nil else { return }
        all[id]?.reason = reason
        all[id]?.endingSince = now
        effects.append(.killChild(id))
    }

    mutating func remove(_ id: ChildID) -> Child? { all.removeValue(forKey: id) }

    mutating func turn(at now: Instant, into effects: inout [BridgeEffect]) {
        for (id, child) in all where child.count == 0 && !child.isEnding && child.idleSince + idle <= now {
            end(id, at: now, into: &effects)
        }
        for (id, child) in all where child.end.map({ $0 <= now }) == true {
            kill(id, because: "did not end with its input and was killed", at: now, into: &effects)
        }
    }

    private mutating func endOldest(at now: Instant, into effects: inout [BridgeEffect]) {
        let oldest = all.filter { $0.value.count == 0 && !$0.value.isEnding }.min {
            $0.value.idleSince < $1.value.idleSince
        }
        if let oldest { end(oldest.key, at: now, into: &effects) }
    }

    private mutating func end(_ id: ChildID, at now: Instant, into effects: inout [BridgeEffect]) {
        all[id]?.endingSince = now
        effects.append(.endChild(id))
    }
}

/// A request that may have been sent to another process before, marked as the bus does it.
enum ReplayedLine {
    private static let mark = Array(#""replayed":true,"#.utf8)

    static func mark(_ line: BusLine) -> [UInt8] {
        guard let layout = try? EnvelopeScanner.scan(line.bytes.span), layout[.replayed] == nil,
            let brace = line.bytes.firstIndex(of: UInt8(ascii: "{"))
        else { return line.bytes }
        return line.bytes[...brace] + mark + line.bytes[(brace + 1)...]
    }
}

/// Notices of the last minute, for requests that arrive after their notice.
struct RememberedNotices: Sendable {
    private struct Notice {
        let caller: SubjectName
        let place: PoolPlace
        let line: [UInt8]
        let since: Instant
    }

    private var notices: [Notice] = []
    private var bytes = 0

    private static let age = Duration.seconds(60)
    private static let (mostNotices, mostBytes) = (1024, 1 << 20)

    mutating func insert(_ line: [UInt8], of caller: SubjectName, at place: PoolPlace, now: Instant) {
        notices.append(Notice(caller: caller, place: place, line: line, since: now))
        bytes += line.count
        while let first = notices.first,
            notices.count > Self.mostNotices || bytes > Self.mostBytes || now - first.since > Self.age
        {
            bytes -= first.line.count
            notices.removeFirst()
        }
    }

    /// Notices that the caller wrote after a request.
    func lines(of caller: SubjectName, behind place: PoolPlace, now: Instant) -> [[UInt8]] {
        notices.filter {
            $0.caller == caller && $0.place.word == place.word && $0.place.number > place.number
                && now - $0.since <= Self.age
        }.map(\.line)
    }
}
