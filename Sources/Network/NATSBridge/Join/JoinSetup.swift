import Platform

/// Creates what a join needs at the server, one request after the other: the streams, and a consumer for each pattern. Before the
/// consumers it reads each join's progress; after them, a latecomer reads the newest states.
struct JoinSetup {

    private enum Step: Equatable {
        case stream, makeStream, recordsStream, makeRecordsStream, statesStream, makeStatesStream
        /// Deletes the last consumer of that name.
        case clear(Int)
        case make(Int)
        /// Creates the consumer that reads records or states.
        case reader(Reader)
        case read(Reader)
    }

    private enum Reader: Equatable {
        case records
        /// - Parameter place: the filter's index.
        case states(Int)
    }

    /// What an answer leads to.
    enum Outcome: Equatable {
        case goesOn
        /// The stream exists.
        case found(Stream)
        /// A consumer exists, under one of its two names, and begins after a place in the stream.
        case opened(Int, name: Int, after: Int)
        /// It will be retried.
        case failed(String)
        /// The server has no JetStream.
        case noStreams
    }

    struct Stream: Equatable {
        /// When it was created, which distinguishes it from another one of the same name.
        var created: String
        /// The places of its first and its last message.
        var first: Int
        var last: Int
    }

    /// Where the next consumer of a pattern begins, and which of two names it has.
    struct Place: Equatable {
        var name: Int
        var after: Int
    }

    private let requests: StreamRequests
    private let consumers: [(names: [String], filter: String)]
    private let stateFilters: [String]
    /// The prefix of the names of consumers that read states and records.
    private let readersName: String
    private let storesStates: Bool

    private var steps: [Step] = []
    /// The last request's number.
    private(set) var number = 0
    private var askedAt: Instant?
    private var notBefore: Instant?
    private var refusals = 0
    private var hasWorked = false
    /// Counts restarts: an interrupted reader has delivered messages that did not arrive.
    private var round = 0
    /// Where the consumer being created begins.
    private var place: Place?

    /// How many answers in a row left open whether there is more.
    private var vague = 0

    static let patience = Duration.seconds(3)
    static let pause = Duration.seconds(1)
    /// After this many requests without a receiver, there is no JetStream; a starting server needs a moment.
    static let mostRefusals = 4
    static let pulled = 500
    /// nats-server 2.9.10 counts replaced messages, and reports them as pending for ever.
    static let mostVague = 5
    static let vaguePause = Duration.milliseconds(200)

    init(
        requests: StreamRequests, consumers: [(names: [String], filter: String)],
        stateFilters: [String], readersName: String, storesStates: Bool
    ) {
        self.requests = requests
        self.consumers = consumers
        self.stateFilters = stateFilters
        self.readersName = readersName
        self.storesStates = storesStates
    }

    var isDone: Bool { steps.isEmpty }

    /// - Parameter reads: whether to read the newest states.
    mutating func begin(readingStates reads: Bool) {
        let readsStates = reads && !stateFilters.isEmpty
        steps = [.stream, .recordsStream]
        if storesStates || readsStates { steps.append(.statesStream) }
        steps.append(.reader(.records))
        steps += consumers.indices.flatMap { [.clear($0), .make($0)] }
        if readsStates { steps += stateFilters.indices.map { .reader(.states($0)) } }
        (askedAt, notBefore) = (nil, nil)
        round += 1
    }

    /// Recreates a pattern's consumer, because something of it is lost.
    mutating func reopen(_ index: Int) {
        if steps.isEmpty { (askedAt, notBefore) = (nil, nil) }
        steps += [.clear(index), .make(index)]
    }

    /// The next request.
    /// - Parameter places: where the next consumer of each pattern begins.
    mutating func due(at now: Instant, inbox: String, places: [Place]) -> NATSMessage? {
        guard var step = steps.first else { return nil }
        if let askedAt {
            if now - askedAt < patience(step) { return nil }
            // A join that may not create a stream gets no answer; another join creates it.
            step = Self.asking(step)
            steps[0] = step
        }
        if let notBefore, now < notBefore { return nil }
        number += 1
        askedAt = now
        return request(step, reply: "\(inbox).a.\(number)", places: places)
    }

    private static func asking(_ step: Step) -> Step {
        switch step {
        case .makeStream: .stream
        case .makeRecordsStream: .recordsStream
        case .makeStatesStream: .statesStream
        default: step
        }
    }

    var deadline: Instant? {
        guard !isDone else { return nil }
        return askedAt.map { $0 + (steps.first.map(patience) ?? .zero) } ?? notBefore
    }

    private func patience(_ step: Step) -> Duration { Self.asking(step) == step ? Self.patience : Self.pause }

    private mutating func request(_ step: Step, reply: String, places: [Place]) -> NATSMessage {
        switch step {
        case .stream: return requests.streamInfo(requests.session.stream, reply: reply)
        case .makeStream: return requests.createStream(reply: reply)
        case .recordsStream: return requests.streamInfo(requests.session.recordsStream, reply: reply)
        case .makeRecordsStream: return requests.createRecordsStream(reply: reply)
        case .statesStream: return requests.streamInfo(requests.session.statesStream, reply: reply)
        case .makeStatesStream: return requests.createStatesStream(reply: reply)
        case .clear(let index):
            return requests.deleteConsumer(consumers[index].names[places[index].name], reply: reply)
        case .make(let index):
            let place = places[index]
            self.place = place
            return requests.createConsumer(
                consumers[index].names[place.name], filter: consumers[index].filter, from: place.after + 1, reply: reply
            )
        case .reader(let reader):
            return requests.createReader(
                name(of: reader), of: stream(of: reader), filter: filter(of: reader), reply: reply)
        case .read(let reader):
            return requests.pullAll(name(of: reader), of: stream(of: reader), count: Self.pulled, reply: reply)
        }
    }

    // MARK: - Readers

    private func name(of reader: Reader) -> String {
        switch reader {
        case .records: "\(readersName)=\(round)=records"
        case .states(let place): "\(readersName)=\(round)=\(place)"
        }
    }

    private func stream(of reader: Reader) -> String {
        reader == .records ? requests.session.recordsStream : requests.session.statesStream
    }

    private func filter(of reader: Reader) -> String {
        switch reader {
        case .records: requests.session.allRecords
        case .states(let place): stateFilters[place]
        }
    }

    /// Whether this consumer reads states or records.
    func reads(from consumer: String) -> Bool { consumer.hasPrefix(readersName) }

    /// A state or a record has arrived.
    mutating func tookOne(pending: Int) {
        guard case .read? = steps.first else { return }
        vague = 0
        if pending == 0 { next([]) }
    }

    // MARK: - Answers

    /// - Parameter number: the one after the inbox.
    mutating func take(_ answer: ServerAnswer, number: Int, at now: Instant) -> Outcome {
        guard number == self.number, let step = steps.first else { return .goesOn }
        askedAt = nil
        guard let code = answer.errorCode else {
            hasWorked = true
            return succeed(step, answer)
        }
        switch (step, code) {
        case (.stream, ServerAnswer.streamNotFound): return next([.makeStream])
        case (.recordsStream, ServerAnswer.streamNotFound): return next([.makeRecordsStream])
        case (.statesStream, ServerAnswer.streamNotFound): return next([.makeStatesStream])
        case (.clear, ServerAnswer.consumerNotFound): return next([])
        case (.clear(let index), ServerAnswer.streamNotFound), (.make(let index), ServerAnswer.streamNotFound):
            steps.removeAll { $0 == .clear(index) || $0 == .make(index) }
            steps = [.stream, .clear(index), .make(index)] + steps
        // The name is in use: the deleted consumer still exists, or came back with a killed server.
        case (.make(let index), _): steps.insert(.clear(index), at: 0)
        case (.read, 404): return next([])
        case (.read, 408), (.read, 409):
            vague += 1
            guard vague < Self.mostVague else { return next([]) }
            notBefore = now + Self.vaguePause
            return .goesOn
        // Another join has just created it.
        case (.makeStream, ServerAnswer.otherConfiguration): return next([.stream])
        case (.makeStatesStream, ServerAnswer.otherConfiguration),
            (.makeRecordsStream, ServerAnswer.otherConfiguration):
            return next([])
        case (.stream, ServerAnswer.nobody):
            refusals += 1
            if !hasWorked, refusals >= Self.mostRefusals { return hasNoStreams() }
        case (.stream, _) where ServerAnswer.noJetStream.contains(code) && !hasWorked: return hasNoStreams()
        default: break
        }
        notBefore = now + Self.pause
        return .failed(answer.error ?? "error \(code)")
    }

    private mutating func hasNoStreams() -> Outcome {
        steps = []
        return .noStreams
    }

    private mutating func succeed(_ step: Step, _ answer: ServerAnswer) -> Outcome {
        switch step {
        case .stream, .makeStream:
            next([])
            return .found(Stream(created: answer.created ?? "", first: answer.first, last: answer.last))
        case .make(let index):
            guard let place else { return .goesOn }
            next([])
            return .opened(index, name: place.name, after: place.after)
        case .reader(let reader): return next(answer.pending > 0 ? [.read(reader)] : [])
        default: return next([])
        }
    }

    @discardableResult
    private mutating func next(_ instead: [Step]) -> Outcome {
        guard !steps.isEmpty else { return .goesOn }
        steps.replaceSubrange(0..<1, with: instead)
        (askedAt, notBefore, vague) = (nil, nil, 0)
        return .goesOn
    }
}
