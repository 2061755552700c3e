import Platform

/// Reads a stream in its order, without a gap: by a consumer at the server that belongs to this connection, and whose deliveries have the
/// numbers 1, 2, 3 … (NATS calls this an ordered consumer.) If one is missing, or if a pull does not end as it should, it is broken:
/// another consumer takes over behind the last message that came, once the stream is known to be the same (``begin(after:)``).
///
/// A consumer has a random name, so no one who may only pull from consumers of the stream can take its messages.
struct StreamReader {
    enum Extent: Equatable {
        /// The present contents of the stream; then the reader is finished.
        case once
        /// Everything, also later.
        case live
    }

    private enum Phase: Equatable {
        case idle
        case creating(since: Instant?)
        case open
        /// A new consumer is needed, after a pause.
        case broken(until: Instant)
        case finished
    }

    private struct Pull {
        let number: Int
        let since: Instant
        var received = 0
    }

    /// The outcome of a consumer.
    enum Outcome: Equatable {
        case goesOn
        case opened
        /// The stream may be gone.
        case failed(String)
    }

    private let stream: String
    /// Filters, none of which covers another.
    var filters: [String]
    private let extent: Extent
    /// The consumer's names begin with this.
    private let prefix: String
    private var phase = Phase.idle
    private var consumer = ""
    /// The text before the numbers in the reply subjects of the consumer's messages: the stream and the consumer.
    private var token = ""
    private var number = 0
    private var pull: Pull?
    private var delivered = 0
    /// The last place in the stream that has arrived, or after which to begin.
    private(set) var place = 0
    /// Messages that the consumer has yet to deliver, as last reported.
    private(set) var pending = 0

    /// Messages per pull.
    static let pulled = 512
    /// A pull's bytes, if no message is larger.
    static let mostPulledBytes = 1 << 20
    static let pullsFor = Duration.seconds(5)
    /// The end of a pull must arrive this long after its time.
    static let pullPatience = pullsFor + .seconds(2)
    static let patience = Duration.seconds(3)
    static let pause = Duration.milliseconds(250)
    /// A consumer that nobody pulls from is deleted after this time.
    static let idleFor = Duration.seconds(30)

    /// - Parameter name: the join's.
    init(_ stream: String, _ filters: [String], extent: Extent, name: String) {
        self.stream = stream
        self.filters = filters
        self.extent = extent
        prefix = name
    }

    var isOpen: Bool { phase == .open }
    var isFinished: Bool { phase == .finished }

    /// True if a new consumer is needed now.
    func isBroken(at now: Instant) -> Bool {
        switch phase {
        case .idle, .finished: false
        case .broken(let until): now >= until
        case .creating(let since): since.map { now - $0 >= Self.patience } ?? false
        case .open: pull.map { now - $0.since >= Self.pullPatience } ?? false
        }
    }

    /// Prepares a new consumer.
    /// - Parameter place: the last place in the stream that is known.
    mutating func begin(after place: Int) {
        stop()
        self.place = place
        phase = .creating(since: nil)
    }

    mutating func stop() { (phase, consumer, token, pull) = (.idle, "", "", nil) }

    // MARK: - Requests

    /// The next request.
    /// - Parameters:
    ///   - mostBytes: of the largest message.
    ///   - reply: a reply subject with a purpose and a number.
    mutating func due(at now: Instant, mostBytes: Int, pulling: Bool, reply: (String, Int) -> String) -> NATSMessage? {
        switch phase {
        case .idle, .finished, .broken: return nil
        case .creating(let since): return since == nil ? create(at: now, reply) : nil
        case .open: break
        }
        guard pull == nil, pulling else { return nil }
        number += 1
        pull = Pull(number: number, since: now)
        var request = PullRequest(batch: Self.pulled, mostBytes: max(Self.mostPulledBytes, mostBytes))
        if extent == .live { request.expires = Self.pullsFor.nanoseconds } else { request.waitsForNone = true }
        return StreamAPI.pull(request, from: consumer, of: stream, reply: reply("m", number))
    }

    private mutating func create(at now: Instant, _ reply: (String, Int) -> String) -> NATSMessage {
        phase = .creating(since: now)
        number += 1
        delivered = 0
        consumer = "\(prefix)=\(Token.random())"
        token = "\(stream).\(consumer)."
        let config = ConsumerConfig(after: place, filters: filters, longestIdle: Self.idleFor)
        return StreamAPI.createConsumer(consumer, of: stream, config, reply: reply("n", number))
    }

    var deadline: Instant? {
        switch phase {
        case .idle, .finished: nil
        case .broken(let until): until
        case .creating(let since): since.map { $0 + Self.patience }
        case .open: pull.map { $0.since + Self.pullPatience }
        }
    }

    // MARK: - Answers

    mutating func handleCreation(_ answer: ServerAnswer, number: Int, at now: Instant) -> Outcome {
        guard case .creating = phase, number == self.number else { return .goesOn }
        if let error = answer.error {
            phase = .broken(until: now + Self.pause)
            return .failed(error.reason)
        }
        phase = .open
        pending = answer.pending
        finishIfPast()
        return .opened
    }

    /// A pull has ended.
    mutating func handleEnd(of number: Int, _ status: ServerStatus, at now: Instant) {
        guard phase == .open, let ended = pull, ended.number == number else { return }
        pull = nil
        // The consumer is gone, or has delivered what did not arrive.
        guard status.endsPull, status.unused.map({ Self.pulled - $0 == ended.received }) ?? true else {
            phase = .broken(until: now + (status.endsPull ? .zero : Self.pause))
            return
        }
        if extent == .once, status.isEmpty { phase = .finished }
    }

    /// - Parameter reply: a message's reply subject.
    /// - Returns: nil unless this consumer has delivered it.
    func delivery(_ reply: String) -> DeliveryPlace? {
        phase == .open ? DeliveryPlace(reply, of: token) : nil
    }

    /// A message has arrived.
    /// - Returns: false if an earlier one is missing; this one comes again.
    mutating func handle(_ delivery: DeliveryPlace, at now: Instant) -> Bool {
        guard phase == .open else { return false }
        guard delivery.number == delivered + 1, delivery.sequence > place else {
            phase = .broken(until: now)
            return false
        }
        (delivered, place, pending) = (delivery.number, delivery.sequence, delivery.pending)
        pull?.received += 1
        if let received = pull?.received, received >= Self.pulled { pull = nil }
        finishIfPast()
        return true
    }

    private mutating func finishIfPast() {
        if extent == .once, pending == 0 { phase = .finished }
    }
}
