import Platform

struct CallerRequest: UnansweredRequest {
    struct State: Equatable, Sendable {
        /// A worker may have the request.
        var isSent = false
        /// The request is sent again at that time, unless its worker gives a sign of life; nil while it waits for its turn.
        var due: Instant?

        static let queued = State()
        static func sent(until due: Instant) -> State { State(isSent: true, due: due) }
        /// After a failure.
        static func resting(until due: Instant) -> State { State(due: due) }
    }

    let line: BusLine
    let subject: String
    var state = State.queued
    /// The number of times that a worker may have got the request.
    var attempt = 1
    /// The number of times that busy workers have sent this attempt away.
    var refusals = 0
    var failures = 0
    var failedOn: Set<String> = []
    /// The newest attempt that has reported progress.
    var reporting = 1
}

/// A caller's unanswered requests, by the number of their line; the order in which they are sent, and how many workers take at once.
struct CallerRequests: Sendable {
    private(set) var open = UnansweredRequests<CallerRequest>()
    /// Waiting requests: those that were sent before come first.
    private var (again, fresh): (ArraySlice<Int>, ArraySlice<Int>) = ([], [])
    private var notices: [NATSMessage] = []
    /// Bytes of the requests' lines, with those of the notices.
    private(set) var bytes = 0
    /// The number of requests that a worker may have.
    private(set) var sent = 0
    /// The time before which no request is due.
    private(set) var nextDue: Instant?
    /// As many requests may be with workers at once. It shrinks to what they take, and grows with each answer, and with each one that is
    /// taken.
    private var window: Int
    private let most: Int
    /// No request is sent before its end.
    private(set) var pause = GrowingPause(.milliseconds(1)...(.milliseconds(250)))

    private static let mostNotices = 1024
    private static let firstWindow = 64

    init(most: Int) {
        self.most = most
        window = min(most, Self.firstWindow)
    }

    var count: Int { open.all.count }

    mutating func insert(_ request: CallerRequest, as number: Int) {
        open.insert(request, as: number)
        bytes += request.line.bytes.count
        didEnter(request.state)
        if request.state == .queued { fresh.append(number) }
    }

    @discardableResult
    mutating func remove(_ number: Int) -> CallerRequest? {
        guard let request = open.remove(number) else { return nil }
        bytes -= request.line.bytes.count
        if request.state.isSent { sent -= 1 }
        return request
    }

    /// - Parameter change: must leave the state as it is.
    mutating func update(
        _ number: Int, to state: CallerRequest.State, _ change: (inout CallerRequest) -> Void = { _ in }
    ) {
        guard let before = open[number]?.state else { return }
        if before.isSent { sent -= 1 }
        open.update(number) { request in
            change(&request)
            request.state = state
        }
        didEnter(state)
        if state == .queued { again.append(number) }
    }

    private mutating func didEnter(_ state: CallerRequest.State) {
        if state.isSent { sent += 1 }
        if let due = state.due { nextDue = nextDue.map { min($0, due) } ?? due }
    }

    // MARK: - Notices

    /// Keeps a notice; notices over the limit are dropped.
    mutating func append(_ notice: NATSMessage) {
        guard notices.count < Self.mostNotices else { return }
        bytes += notice.payload.count
        notices.append(notice)
    }

    mutating func takeNotices() -> [NATSMessage] {
        defer { notices = [] }
        bytes -= notices.reduce(0) { $0 + $1.payload.count }
        return notices
    }

    // MARK: - What is sent

    /// The request that may be sent now.
    mutating func next() -> (number: Int, request: CallerRequest)? {
        guard pause.end == nil, sent < window else { return nil }
        // The request may have been answered by now.
        while let number = again.first ?? fresh.first {
            if let request = open[number], request.state == .queued { return (number, request) }
            if again.popFirst() == nil { fresh.removeFirst() }
        }
        return nil
    }

    /// No worker takes a request.
    mutating func didRefuse(
        _ number: Int, isAbsent: Bool = false, at now: Instant, _ change: (inout CallerRequest) -> Void = { _ in }
    ) {
        update(number, to: .queued, change)
        // A single request more finds out when a worker has room again.
        window = min(most, sent + 1)
        pause.begin(isLongest: isAbsent, at: now)
    }

    /// A worker works on a request, so there may be room for another: an answer may take for ever.
    mutating func didTake() { window = max(window, min(most, sent + 1)) }

    mutating func didAnswer() {
        window = min(most, window + 1)
        pause.reset(ending: true)
    }

    mutating func advance(at now: Instant) {
        pause.advance(at: now)
        guard let nextDue, nextDue <= now else { return }
        for (number, request) in open.sorted where request.state.due.map({ $0 <= now }) ?? false {
            update(number, to: .queued) {
                $0.refusals = 0
                if request.state.isSent { $0.attempt += 1 }
            }
        }
        self.nextDue = firstDue
    }

    /// Doubts all requests that were sent: nothing is known about them now, but by then, their workers will have reported.
    mutating func doubt(until time: Instant) {
        for (number, request) in open.all where request.state.isSent { update(number, to: .sent(until: time)) }
        nextDue = firstDue
    }

    private var firstDue: Instant? { open.all.values.lazy.compactMap(\.state.due).min() }
}
