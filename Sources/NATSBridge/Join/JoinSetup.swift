/// Makes what a join needs at the server, one request after the other: the streams, another consumer for each pattern, and for one
/// that comes late the newest states.
struct JoinSetup {
    typealias Instant = ContinuousClock.Instant

    private enum Step: Equatable {
        case stream, makeStream, statesStream, makeStatesStream
        /// Asks for the consumer of the second name, after that of the first one.
        case consumer(Int), second(Int)
        /// - Parameters:
        ///   - name: the place of the name of two.
        ///   - from: a place in the stream; nil for its end.
        case make(Int, name: Int, from: Int?)
        /// So that one can be made under the name.
        case clear(Int, name: Int)
        /// The predecessor of the one that was made.
        case drop(Int, name: Int)
        case states(Int)
        case read(Int)

        func isDrop(of index: Int) -> Bool {
            if case .drop(index, _) = self { true } else { false }
        }
    }

    /// What came of an answer.
    enum Outcome: Equatable {
        case goesOn
        /// A consumer is there.
        case opened(Int, name: Int)
        /// It is tried again.
        case failed(String)
        /// The server has no JetStream.
        case noStreams
    }

    private let requests: StreamRequests
    private let consumers: [(names: [String], filter: String)]
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
    /// Whether what comes twice is known, so that all is read that the stream has: a server that was killed may have messages again that
    /// were acknowledged, and they take up room until they are acknowledged anew.
    private var readsAll = false
    /// Up to where the consumer of the first name is acknowledged; nil if there is none.
    private var first: Int?

    static let patience = Duration.seconds(3)
    static let pause = Duration.seconds(1)
    /// Answers that nobody is there, after which there is no JetStream; a server that starts needs a moment.
    static let mostRefusals = 4
    static let statesPulled = 500

    init(
        requests: StreamRequests, consumers: [(names: [String], filter: String)],
        stateFilters: [String], statesName: String, storesStates: Bool
    ) {
        self.requests = requests
        self.consumers = consumers
        self.stateFilters = stateFilters
        self.statesName = statesName
        self.storesStates = storesStates
    }

    var isDone: Bool { steps.isEmpty }

    /// - Parameters:
    ///   - reads: whether to read the newest states.
    ///   - readsAll: whether this join or its predecessor has been here, and knows what it has had.
    mutating func begin(readingStates reads: Bool, readingAll readsAll: Bool) {
        self.readsAll = readsAll
        let readsStates = reads && !stateFilters.isEmpty
        steps = [.stream]
        if storesStates || readsStates { steps.append(.statesStream) }
        steps += consumers.indices.map { .consumer($0) }
        if readsStates { steps += stateFilters.indices.map { .states($0) } }
        (askedAt, notBefore) = (nil, nil)
    }

    /// Makes another consumer of one pattern, because something of this one's is lost.
    mutating func reopen(_ index: Int) {
        readsAll = true
        if steps.isEmpty { (askedAt, notBefore) = (nil, nil) }
        steps.append(.consumer(index))
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
        case .consumer(let index): requests.consumerInfo(consumers[index].names[0], reply: reply)
        case .second(let index): requests.consumerInfo(consumers[index].names[1], reply: reply)
        case .make(let index, let name, let sequence):
            requests.createConsumer(
                consumers[index].names[name], filter: consumers[index].filter, from: sequence, reply: reply)
        case .clear(let index, let name), .drop(let index, let name):
            requests.deleteConsumer(consumers[index].names[name], reply: reply)
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
        case (.consumer(let index), ServerAnswer.consumerNotFound):
            first = nil
            return next([.second(index)])
        case (.second(let index), ServerAnswer.consumerNotFound): return replace(index, second: nil)
        case (.consumer(let index), ServerAnswer.streamNotFound), (.second(let index), ServerAnswer.streamNotFound):
            return next([.stream, .consumer(index)])
        case (.clear, ServerAnswer.consumerNotFound): return next([])
        case (.drop(let index, let name), ServerAnswer.consumerNotFound): return opened(index, name: 1 - name)
        // Its state may have changed, or that of its predecessor.
        case (.make(let index, _, _), _):
            steps = [.consumer(index)] + steps.dropFirst().filter { !$0.isDrop(of: index) }
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
        switch step {
        case .states(let index): return next(answer.pending > 0 ? [.read(index)] : [])
        case .consumer(let index):
            first = answer.acknowledged
            return next([.second(index)])
        case .second(let index): return replace(index, second: answer.acknowledged)
        case .make(let index, let name, _):
            let hasPredecessor = steps.dropFirst().first?.isDrop(of: index) ?? false
            return hasPredecessor ? next([]) : opened(index, name: name)
        case .drop(let index, let name): return opened(index, name: 1 - name)
        default: return next([])
        }
    }

    /// Makes a consumer under the name that is not used, and deletes the other one then. Where there are both, because a process has died
    /// in between, the one that is acknowledged less is of no more use: what was acknowledged was written.
    private mutating func replace(_ index: Int, second: Int?) -> Outcome {
        guard first != nil || second != nil else { return next([.make(index, name: 0, from: readsAll ? 1 : nil)]) }
        let old = (first ?? -1) >= (second ?? -1) ? 0 : 1
        let acknowledged = min(max(0, first ?? 0, second ?? 0), .max - 1)
        return next([
            .clear(index, name: 1 - old), .make(index, name: 1 - old, from: readsAll ? 1 : acknowledged + 1),
            .drop(index, name: old),
        ])
    }

    private mutating func opened(_ index: Int, name: Int) -> Outcome {
        _ = next([])
        return .opened(index, name: name)
    }

    @discardableResult
    private mutating func next(_ instead: [Step]) -> Outcome {
        guard !steps.isEmpty else { return .goesOn }
        steps.replaceSubrange(0..<1, with: instead)
        (askedAt, notBefore) = (nil, nil)
        return .goesOn
    }
}
