import Platform
import Wire

struct CallerRequest: UnansweredRequest {
    enum State: Equatable, Sendable {
        /// The request waits for its turn.
        case queued
        /// A worker may have the request. Without a sign of life, it is sent again at that time.
        case sent(until: Instant)
        /// The request has failed, and is sent again at that time.
        case resting(until: Instant)

        /// The time when the request is sent again.
        var due: Instant? {
            switch self {
            case .sent(let time), .resting(let time): time
            case .queued: nil
            }
        }

        var isSent: Bool { if case .sent = self { true } else { false } }
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

/// A caller's unanswered requests, by the number of their line, and the order in which they are sent.
struct CallerRequests: Sendable {
    private var open = UnansweredRequests<CallerRequest>()
    /// Waiting requests: those that were sent before come first.
    private var (again, fresh): (ArraySlice<Int>, ArraySlice<Int>) = ([], [])
    private var notices: [NATSMessage] = []
    /// Bytes of the requests' lines, with those of the notices.
    private(set) var bytes = 0
    /// The number of requests that a worker may have.
    private(set) var sent = 0
    /// The time before which no request is due.
    private(set) var nextDue: Instant?

    private static let mostNotices = 1024

    var count: Int { open.all.count }

    subscript(number: Int) -> CallerRequest? { open[number] }

    func number(of name: EventName) -> Int? { open.number(of: name) }
    func number(answeredBy answer: BusLine) -> Int? { open.number(answeredBy: answer) }

    mutating func insert(_ request: CallerRequest, as number: Int) {
        open.insert(request, as: number)
        bytes += request.line.bytes.count
        didEnter(request.state, number)
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
        didEnter(state, number)
        if state == .queued { again.append(number) }
    }

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

    private mutating func didEnter(_ state: CallerRequest.State, _ number: Int) {
        if state.isSent { sent += 1 }
        if let due = state.due { nextDue = nextDue.map { min($0, due) } ?? due }
    }

    mutating func next() -> (number: Int, request: CallerRequest)? {
        // The request may have been answered by now.
        while let number = again.first ?? fresh.first {
            if let request = open[number], request.state == .queued { return (number, request) }
            if again.popFirst() == nil { fresh.removeFirst() }
        }
        return nil
    }

    mutating func queueDue(at now: Instant) {
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

    private var firstDue: Instant? { open.all.values.compactMap(\.state.due).min() }
}
