/// Makes what a join needs at the server, one request after the other: the streams, a consumer for each pattern, and for one that
/// comes late the newest states.
struct JoinSetup {
    typealias Instant = ContinuousClock.Instant

    private enum Step: Equatable {
        case stream, makeStream, statesStream, makeStatesStream
        case consumer(Int), makeConsumer(Int)
        case states(Int)
        case read(Int)
    }

    /// What came of an answer.
    enum Outcome: Equatable {
        case goesOn
        /// It is tried again.
        case failed(String)
        /// The server has no JetStream.
        case noStreams
    }

    private let requests: StreamRequests
    private let consumers: [(name: String, filter: String)]
    private let stateFilters: [String]
    /// Begins the names of the consumers that read states.
    private let statesName: String
    private let storesStates: Bool

    private var steps: [Step] = []
    /// Of the last request.
    private(set) var number = 0
    private var askedAt: Instant?
    private var notBefore: Instant?
    private var refusals = 0
    private var hasWorked = false

    static let patience = Duration.seconds(3)
    static let pause = Duration.seconds(1)
    /// Answers that nobody is there, after which there is no JetStream; a server that starts needs a moment.
    static let mostRefusals = 4
    static let statesPulled = 500

    init(
        requests: StreamRequests, consumers: [(name: String, filter: String)], stateFilters: [String],
        statesName: String,
        storesStates: Bool
    ) {
        self.requests = requests
        self.consumers = consumers
        self.stateFilters = stateFilters
        self.statesName = statesName
        self.storesStates = storesStates
    }

    var isDone: Bool { steps.isEmpty }

    /// - Parameter reads: whether to read the newest states.
    mutating func begin(readingStates reads: Bool) {
        let readsStates = reads && !stateFilters.isEmpty
        steps = [.stream]
        if storesStates || readsStates { steps.append(.statesStream) }
        steps += consumers.indices.map { .consumer($0) }
        if readsStates { steps += stateFilters.indices.map { .states($0) } }
        (askedAt, notBefore) = (nil, nil)
    }

    /// The next request.
    mutating func due(at now: Instant, inbox: String) -> NATSMessage? {
        guard var step = steps.first else { return nil }
        if let askedAt {
            if now - askedAt < patience(step) { return nil }
            // Who may not make a stream gets no answer; another join makes it.
            if step == .makeStream { step = .stream }
            if step == .makeStatesStream { step = .statesStream }
            steps[0] = step
        }
        if let notBefore, now < notBefore { return nil }
        number += 1
        askedAt = now
        return request(step, reply: "\(inbox).a.\(number)")
    }

    var deadline: Instant? {
        guard !isDone else { return nil }
        return askedAt.map { $0 + (steps.first.map(patience) ?? .zero) } ?? notBefore
    }

    private func patience(_ step: Step) -> Duration {
        step == .makeStream || step == .makeStatesStream ? Self.pause : Self.patience
    }

    private func request(_ step: Step, reply: String) -> NATSMessage {
        switch step {
        case .stream: requests.streamInfo(requests.session.stream, reply: reply)
        case .makeStream: requests.createStream(reply: reply)
        case .statesStream: requests.streamInfo(requests.session.statesStream, reply: reply)
        case .makeStatesStream: requests.createStatesStream(reply: reply)
        case .consumer(let index): requests.consumerInfo(consumers[index].name, reply: reply)
        case .makeConsumer(let index):
            requests.createConsumer(consumers[index].name, filter: consumers[index].filter, reply: reply)
        case .states(let index):
            requests.createStatesConsumer(statesConsumer(index), filter: stateFilters[index], reply: reply)
        case .read(let index):
            requests.pullStates(statesConsumer(index), count: Self.statesPulled, reply: reply)
        }
    }

    private func statesConsumer(_ index: Int) -> String { "\(statesName)=\(index)" }

    /// Whether a consumer is the one that states are read from.
    func readsStates(from consumer: String) -> Bool { consumer.hasPrefix(statesName) }

    /// A state has come.
    mutating func tookState(pending: Int) {
        guard case .read? = steps.first, pending == 0 else { return }
        next([])
    }

    /// - Parameter number: that stands behind the inbox.
    mutating func take(_ answer: ServerAnswer, number: Int, at now: Instant) -> Outcome {
        guard number == self.number, let step = steps.first else { return .goesOn }
        askedAt = nil
        guard let code = answer.errorCode else {
            hasWorked = true
            return succeed(step, answer)
        }
        switch (step, code) {
        case (.stream, ServerAnswer.streamNotFound): return next([.makeStream])
        case (.statesStream, ServerAnswer.streamNotFound): return next([.makeStatesStream])
        case (.consumer(let index), ServerAnswer.consumerNotFound): return next([.makeConsumer(index)])
        case (.read, 404): return next([])
        // All that is there has come; more is read if the last one said so.
        case (.read, 408), (.read, 409): return .goesOn
        // Another join has made it at this moment.
        case (.makeStream, ServerAnswer.otherConfiguration), (.makeStatesStream, ServerAnswer.otherConfiguration):
            return next([])
        case (.stream, 503):
            refusals += 1
            if !hasWorked, refusals >= Self.mostRefusals {
                steps = []
                return .noStreams
            }
        default: break
        }
        notBefore = now + Self.pause
        return .failed(answer.error ?? "error \(code)")
    }

    private mutating func succeed(_ step: Step, _ answer: ServerAnswer) -> Outcome {
        if case .states(let index) = step { return next(answer.pending > 0 ? [.read(index)] : []) }
        return next([])
    }

    @discardableResult
    private mutating func next(_ instead: [Step]) -> Outcome {
        guard !steps.isEmpty else { return .goesOn }
        steps.replaceSubrange(0..<1, with: instead)
        (askedAt, notBefore) = (nil, nil)
        return .goesOn
    }
}
