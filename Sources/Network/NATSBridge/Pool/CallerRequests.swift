import Platform
import Wire

/// An unanswered request.
struct CallerRequest: Sendable {
    enum State: Equatable, Sendable {
        /// It waits for its turn.
        case queued
        /// A worker may have it. Without a sign of life, it is sent again at that time.
        case sent(until: Instant)
        /// It has failed, and is sent again at that time.
        case resting(until: Instant)

        /// When it is sent again.
        var due: Instant? {
            switch self {
            case .sent(let time), .resting(let time): time
            case .queued: nil
            }
        }

        var isSent: Bool { if case .sent = self { true } else { false } }
    }

    let line: [UInt8]
    let subject: String
    let name: EventName
    var state: State
    /// How often a worker may have got it.
    var attempt = 1
    /// How often busy workers have sent this attempt away.
    var refusals = 0
    /// How often it has failed.
    var failures = 0
    /// Workers on which it has failed.
    var failedOn: Set<String> = []
    /// The newest attempt that has reported progress.
    var reporting = 1
}

/// A caller's unanswered requests, by the number of their line, and the order in which they are sent.
struct CallerRequests: Sendable {
    private var all: [Int: CallerRequest] = [:]
    private var names = OpenNames()
    /// Those that were sent before come first.
    private var (again, fresh): (ArraySlice<Int>, ArraySlice<Int>) = ([], [])
    /// Bytes of their lines.
    private(set) var bytes = 0
    /// How many of them a worker may have.
    private(set) var sent = 0
    /// No request is due earlier.
    private(set) var nextDue: Instant?

    var count: Int { all.count }
    var isEmpty: Bool { all.isEmpty }

    subscript(number: Int) -> CallerRequest? { all[number] }

    func number(of name: EventName) -> Int? { names.number(of: name) }
    func number(answeredBy answer: BusLine) -> Int? { names.number(answeredBy: answer) }

    mutating func insert(_ request: CallerRequest, as number: Int, chain: String) {
        all[number] = request
        names.insert(number, request.name, chain: chain)
        bytes += request.line.count
        didEnter(request.state, number)
        if request.state == .queued { fresh.append(number) }
    }

    @discardableResult
    mutating func remove(_ number: Int) -> CallerRequest? {
        guard let request = all.removeValue(forKey: number) else { return nil }
        names.remove(number)
        bytes -= request.line.count
        if request.state.isSent { sent -= 1 }
        return request
    }

    /// - Parameter change: must leave the state as it is.
    mutating func update(
        _ number: Int, to state: CallerRequest.State, _ change: (inout CallerRequest) -> Void = { _ in }
    ) {
        guard var request = all[number] else { return }
        if request.state.isSent { sent -= 1 }
        change(&request)
        request.state = state
        all[number] = request
        didEnter(state, number)
        if state == .queued { again.append(number) }
    }

    private mutating func didEnter(_ state: CallerRequest.State, _ number: Int) {
        if state.isSent { sent += 1 }
        if let due = state.due { nextDue = nextDue.map { min($0, due) } ?? due }
    }

    /// The next request to send.
    mutating func next() -> (number: Int, request: CallerRequest)? {
        // It may have been answered by now.
        while let number = again.first ?? fresh.first {
            if let request = all[number], request.state == .queued { return (number, request) }
            if again.popFirst() == nil { fresh.removeFirst() }
        }
        return nil
    }

    /// Queues requests whose time has come.
    mutating func queueDue(at now: Instant) {
        guard let nextDue, nextDue <= now else { return }
        let due = all.filter { $0.value.state.due.map { $0 <= now } ?? false }.sorted { $0.key < $1.key }
        for (number, request) in due {
            update(number, to: .queued) {
                $0.refusals = 0
                if request.state.isSent { $0.attempt += 1 }
            }
        }
        self.nextDue = all.values.compactMap(\.state.due).min()
    }

    /// Nothing is known any more about those that were sent; by then, their workers will have reported.
    mutating func doubt(until time: Instant) {
        for number in all.keys where all[number]?.state.isSent == true { update(number, to: .sent(until: time)) }
        nextDue = all.values.compactMap(\.state.due).min()
    }
}

/// Finds the request that an answer is for, as the bus does: by `causationid`, and by `causationsource` if present, otherwise first in
/// the same chain; an answer without a cause is for the oldest request of its chain.
struct OpenNames: Sendable {
    private var names: [Int: (name: EventName, chain: String)] = [:]
    /// Numbers of requests, oldest first.
    private var ids: [String: [Int]] = [:]
    private var chains: [String: [Int]] = [:]

    mutating func insert(_ number: Int, _ name: EventName, chain: String) {
        names[number] = (name, chain)
        ids[name.id, default: []].append(number)
        chains[chain, default: []].append(number)
    }

    mutating func remove(_ number: Int) {
        guard let (name, chain) = names.removeValue(forKey: number) else { return }
        Self.remove(number, at: name.id, from: &ids)
        Self.remove(number, at: chain, from: &chains)
    }

    /// The request with that name, if there is one.
    func number(of name: EventName) -> Int? { ids[name.id]?.first { names[$0]?.name == name } }

    func number(answeredBy answer: BusLine) -> Int? {
        guard let cause = answer.causationID else { return answer.correlationID.flatMap { chains[$0]?.first } }
        guard let numbers = ids[cause] else { return nil }
        if let source = answer.causationSource { return numbers.first { names[$0]?.name.source == source } }
        return numbers.first { names[$0]?.chain == answer.correlationID } ?? numbers.first
    }

    private static func remove(_ number: Int, at key: String, from index: inout [String: [Int]]) {
        guard let numbers = index[key] else { return }
        index[key] = numbers.count == 1 ? nil : numbers.filter { $0 != number }
    }
}

/// Source and id, which together identify an event.
package struct EventName: Hashable, Sendable {
    package let source: String
    package let id: String

    package init(source: String, id: String) {
        self.source = source
        self.id = id
    }
}

/// Pauses that grow while something goes wrong.
struct GrowingPause: Sendable {
    let range: ClosedRange<Duration>
    private var length = Duration.zero
    /// When the pause is over.
    private(set) var end: Instant?

    init(_ range: ClosedRange<Duration>) {
        self.range = range
    }

    /// What goes wrong during a pause does not make it longer.
    /// - Parameter fixed: this long, instead of twice as long as the last one.
    mutating func begin(_ fixed: Duration? = nil, at now: Instant) {
        guard end.map({ $0 <= now }) ?? true else { return }
        length = fixed ?? min(max(length * 2, range.lowerBound), range.upperBound)
        end = now + length
    }

    /// - Parameter isOver: whether it ends at once.
    mutating func reset(ending isOver: Bool) {
        length = .zero
        if isOver { end = nil }
    }

    mutating func turn(at now: Instant) {
        if let time = end, time <= now { end = nil }
    }
}

/// How many requests may be with workers at once: it shrinks to what they take, and grows with each answer.
struct SendWindow: Sendable {
    private(set) var size: Int
    private let most: Int
    /// Nothing is sent before its end.
    private(set) var pause = GrowingPause(.milliseconds(1)...(.milliseconds(250)))

    private static let first = 64

    init(most: Int) {
        self.most = most
        size = min(most, Self.first)
    }

    /// No worker takes a request.
    /// - Parameter sent: requests that workers may have.
    mutating func didRefuse(sent: Int, isAbsent: Bool = false, at now: Instant) {
        // One request more finds out when a worker has room again.
        size = min(most, sent + 1)
        pause.begin(isAbsent ? pause.range.upperBound : nil, at: now)
    }

    mutating func didAnswer() {
        size = min(most, size + 1)
        pause.reset(ending: true)
    }

    mutating func turn(at now: Instant) { pause.turn(at: now) }

    /// Whether another request may be sent.
    func hasRoom(sent: Int) -> Bool { pause.end == nil && sent < size }
}
