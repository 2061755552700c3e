import Platform

/// Ensures that a pool's streams, and its workers' consumer, exist. It makes one request after another.
struct PoolSetup: Sendable {
    enum Outcome: Equatable, Sendable {
        /// The streams' contents when they were last asked about.
        case ready(requests: StreamAnswer, answers: StreamAnswer)
        /// The server has no streams.
        case noJetStream
        /// The existing setup cannot be used.
        case mistake(String)
    }

    private enum Step: Equatable {
        case requestInfo, requestStream, answerInfo, answerStream, consumer
    }

    private let subjects: PoolSubjects
    private let limits: PoolLimits
    private let inbox: Inbox
    private let consumer: ConsumerConfig?
    private var step: Step?
    private var number = 0
    private var requests = StreamAnswer()
    private var answers = StreamAnswer()
    /// When to ask again.
    private(set) var deadline: Instant?
    private var log = LogLimit(most: 1, each: .seconds(30))

    static let purpose = "setup"
    private static let patience = Duration.seconds(2)

    /// - Parameter consumer: nil for a caller.
    init(_ subjects: PoolSubjects, _ limits: PoolLimits, _ inbox: Inbox, consumer: ConsumerConfig?) {
        self.subjects = subjects
        self.limits = limits
        self.inbox = inbox
        self.consumer = consumer
    }

    mutating func begin(at now: Instant, into effects: inout [BridgeEffect]) {
        ask(.requestInfo, at: now, into: &effects)
    }

    mutating func end() { (step, deadline) = (nil, nil) }

    mutating func turn(at now: Instant, into effects: inout [BridgeEffect]) {
        guard let step, let deadline, deadline <= now else { return }
        switch step {
        case .requestStream, .answerStream:
            log.write(
                "the streams of \(subjects.pool) are not there, and the server does not let this host make them",
                at: now,
                into: &effects)
            ask(step == .requestStream ? .requestInfo : .answerInfo, at: now, into: &effects)
        case .requestInfo, .answerInfo, .consumer:
            log.write(
                "the server does not answer about \(subjects.requestStream); it may not permit the question", at: now,
                into: &effects)
            ask(step, at: now, into: &effects)
        }
    }

    /// - Parameter number: from the inbox subject of the answer.
    /// - Returns: nil until all requests are answered.
    mutating func take(
        _ message: NATSMessage, _ number: Int, at now: Instant, into effects: inout [BridgeEffect]
    ) -> Outcome? {
        guard let step, number == self.number else { return nil }
        if ServerStatus(message)?.hasNoResponders == true { return finish(.noJetStream) }
        switch step {
        case .requestInfo, .requestStream, .answerInfo, .answerStream:
            guard let answer = try? message.read(StreamAnswer.self) else { return nil }
            return take(answer, step, at: now, into: &effects)
        case .consumer:
            guard let answer = try? message.read(ConsumerAnswer.self) else { return nil }
            if let error = answer.error { return fail(error, at: now, into: &effects) }
            return finish(.ready(requests: requests, answers: answers))
        }
    }

    private mutating func take(
        _ answer: StreamAnswer, _ step: Step, at now: Instant, into effects: inout [BridgeEffect]
    ) -> Outcome? {
        if let error = answer.error {
            switch step {
            case .requestInfo where error.isAbsence: ask(.requestStream, at: now, into: &effects)
            case .answerInfo where error.isAbsence: ask(.answerStream, at: now, into: &effects)
            // Another process was faster.
            case .requestStream where error.isTaken: ask(.requestInfo, at: now, into: &effects)
            case .answerStream where error.isTaken: ask(.answerInfo, at: now, into: &effects)
            default: return fail(error, at: now, into: &effects)
            }
            return nil
        }
        let isRequests = step == .requestInfo || step == .requestStream
        let wanted = isRequests ? limits.requestStream(subjects) : limits.answerStream(subjects)
        guard let config = answer.config, config.retention == wanted.retention, config.subjects == wanted.subjects
        else { return finish(.mistake("the stream \(wanted.name) exists for another purpose")) }
        if isRequests {
            requests = answer
            ask(.answerInfo, at: now, into: &effects)
            return nil
        }
        answers = answer
        guard consumer != nil else { return finish(.ready(requests: requests, answers: answers)) }
        ask(.consumer, at: now, into: &effects)
        return nil
    }

    private mutating func fail(
        _ error: APIError, at now: Instant, into effects: inout [BridgeEffect]
    ) -> Outcome? {
        if error.meansNoJetStream { return finish(.noJetStream) }
        log.write("JetStream: \(error.reason)", at: now, into: &effects)
        deadline = now + .seconds(1)
        return nil
    }

    private mutating func finish(_ outcome: Outcome) -> Outcome {
        end()
        return outcome
    }

    private mutating func ask(_ step: Step, at now: Instant, into effects: inout [BridgeEffect]) {
        self.step = step
        number += 1
        deadline = now + Self.patience
        let reply = inbox.subject(Self.purpose, number)
        let question =
            switch step {
            case .requestInfo: StreamAPI.streamInfo(subjects.requestStream, reply: reply)
            case .requestStream: StreamAPI.createStream(limits.requestStream(subjects), reply: reply)
            case .answerInfo: StreamAPI.streamInfo(subjects.answerStream, reply: reply)
            case .answerStream: StreamAPI.createStream(limits.answerStream(subjects), reply: reply)
            case .consumer:
                StreamAPI.createConsumer(
                    subjects.consumer, of: subjects.requestStream, consumer ?? ConsumerConfig(), reply: reply)
            }
        effects.append(.publish(question))
    }
}
