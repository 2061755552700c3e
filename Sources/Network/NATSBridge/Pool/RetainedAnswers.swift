import Platform

/// Reads answers that a caller may have missed from the stream that keeps them, with a temporary consumer.
struct RetainedAnswers: Sendable {
    private struct Reading {
        let start: Int
        /// It is for requests below this number.
        let bound: Int
        var consumer: String?
    }

    private let subjects: PoolSubjects
    private let caller: SubjectName
    private let incarnation: String
    private let inbox: Inbox
    private var reading: Reading?
    private var number = 0
    private(set) var deadline: Instant?

    static let purpose = "retained"
    private static let patience = Duration.seconds(5)
    /// Messages requested at once.
    private static let batch = 64

    init(_ subjects: PoolSubjects, _ caller: SubjectName, incarnation: String, _ inbox: Inbox) {
        self.subjects = subjects
        self.caller = caller
        self.incarnation = incarnation
        self.inbox = inbox
    }

    var isReading: Bool { reading != nil }

    /// - Parameters:
    ///   - start: the first place in the stream.
    ///   - bound: requests below this number existed before.
    mutating func begin(
        from start: Int, for bound: Int, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        number += 1
        let name = "caller_\(incarnation)_\(number)"
        reading = Reading(start: max(1, start), bound: bound)
        deadline = now + Self.patience
        var config = ConsumerConfig(start: .sequence, acknowledgement: .none)
        config.startSequence = max(1, start)
        config.filter = subjects.answers(to: caller)
        config.longestIdle = Duration.seconds(10).nanoseconds
        config.isInMemory = true
        effects.append(
            .publish(
                StreamAPI.createConsumer(
                    name, of: subjects.answerStream, config, reply: inbox.subject(Self.purpose, number))))
    }

    mutating func end() { (reading, deadline) = (nil, nil) }

    /// Restarts a read that takes too long.
    mutating func turn(at now: Instant, into effects: inout [BridgeEffect]) {
        guard let reading, let deadline, deadline <= now else { return }
        begin(from: reading.start, for: reading.bound, at: now, into: &effects)
    }

    /// The server's answer about the consumer, or about a pull.
    /// - Parameter number: from its inbox subject.
    /// - Returns: the bound, once all is read.
    mutating func take(
        _ message: NATSMessage, _ number: Int, at now: Instant, into effects: inout [BridgeEffect]
    ) -> Int? {
        guard let current = reading, number == self.number else { return nil }
        if ServerStatus(message) != nil { return current.consumer == nil ? nil : finish(into: &effects) }
        guard let answer = try? message.read(ConsumerAnswer.self) else { return nil }
        guard answer.error == nil, let name = answer.name else {
            deadline = now + .seconds(1)
            return nil
        }
        reading?.consumer = name
        guard (answer.pending ?? 0) > 0 else { return finish(into: &effects) }
        pull(from: name, at: now, into: &effects)
        return nil
    }

    /// A kept answer has come.
    /// - Returns: the bound, if it was the last one.
    mutating func took(
        _ delivery: DeliverySubject, at now: Instant, into effects: inout [BridgeEffect]
    ) -> Int? {
        guard let name = reading?.consumer, delivery.consumer == name else { return nil }
        deadline = now + Self.patience
        guard delivery.pending > 0 else { return finish(into: &effects) }
        if delivery.place % Self.batch == 0 { pull(from: name, at: now, into: &effects) }
        return nil
    }

    private mutating func pull(
        from consumer: String, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        deadline = now + Self.patience
        effects.append(
            .publish(
                StreamAPI.pull(
                    PullRequest(batch: Self.batch, waitsForNone: true), from: consumer, of: subjects.answerStream,
                    reply: inbox.subject(Self.purpose, number))))
    }

    private mutating func finish(into effects: inout [BridgeEffect]) -> Int? {
        defer { end() }
        if let name = reading?.consumer {
            effects.append(
                .publish(
                    StreamAPI.deleteConsumer(
                        name, of: subjects.answerStream, reply: inbox.subject("ignored", number))))
        }
        return reading?.bound
    }
}
