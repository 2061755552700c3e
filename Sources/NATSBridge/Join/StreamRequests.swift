/// The requests to JetStream that a join makes.
struct StreamRequests {
    let session: SessionSubjects
    let storage: StreamConfig.Storage

    /// Lines that wait for a slow or absent peer; then publishers wait. A limit of bytes would not do: nats-server 2.9.10 then drops
    /// the oldest instead of refusing the newest.
    static let mostWaiting = 16_384
    static let mostStates = 10_000
    static let stateBytes = 64 << 20
    /// A consumer without a reader goes after this time, and no longer makes publishers wait.
    static let forgetsAfter = Duration.seconds(24 * 3600)
    /// Unacknowledged messages of a consumer; more than a join ever has.
    static let mostUnacknowledged = 65_536
    /// A message that is not acknowledged so long is delivered again. A join makes another consumer long before.
    static let acknowledgesWithin = Duration.seconds(3600)
    /// A consumer of states goes after this time without a reader.
    static let readsWithin = Duration.seconds(30)
    /// Short, so that pulls that this side and the server count differently are soon over.
    static let pullsFor = Duration.seconds(5)

    func streamInfo(_ stream: String, reply: String) -> NATSMessage { StreamAPI.streamInfo(stream, reply: reply) }

    func createStream(reply: String) -> NATSMessage {
        var config = StreamConfig(
            name: session.stream, subjects: [session.all], retention: .interest, storage: storage)
        config.discard = .new
        config.mostMessages = Self.mostWaiting
        config.mostBytes = -1
        // Positions tell what comes twice, for ever; a window of two minutes would only cost memory.
        config.duplicateWindow = Duration.milliseconds(100).nanoseconds
        config.replicas = 1
        return StreamAPI.createStream(config, reply: reply)
    }

    func createStatesStream(reply: String) -> NATSMessage {
        var config = StreamConfig(
            name: session.statesStream, subjects: [session.allStates], retention: .limits, storage: storage)
        config.discard = .old
        config.mostMessages = Self.mostStates
        config.mostBytes = Self.stateBytes
        config.mostPerSubject = 1
        config.duplicateWindow = Duration.milliseconds(100).nanoseconds
        config.replicas = 1
        return StreamAPI.createStream(config, reply: reply)
    }

    func consumerInfo(_ consumer: String, reply: String) -> NATSMessage {
        StreamAPI.consumerInfo(consumer, of: session.stream, reply: reply)
    }

    /// A consumer that outlives this process.
    /// - Parameter sequence: the place in the stream with which it begins; nil for what is stored after its creation.
    func createConsumer(_ name: String, filter: String, from sequence: Int?, reply: String) -> NATSMessage {
        var config = ConsumerConfig(durable: name, start: sequence == nil ? .new : .sequence, acknowledgement: .all)
        config.startSequence = sequence.map { max(1, $0) }
        config.filter = filter
        config.patience = Self.acknowledgesWithin.nanoseconds
        config.mostUnacknowledged = Self.mostUnacknowledged
        config.longestIdle = Self.forgetsAfter.nanoseconds
        return StreamAPI.createConsumer(name, of: session.stream, config, reply: reply)
    }

    func deleteConsumer(_ name: String, reply: String) -> NATSMessage {
        StreamAPI.deleteConsumer(name, of: session.stream, reply: reply)
    }

    /// A consumer of the newest states, for as long as they are read.
    func createStatesConsumer(_ name: String, filter: String, reply: String) -> NATSMessage {
        var config = ConsumerConfig(start: .all, acknowledgement: .none)
        config.filter = filter
        config.longestIdle = Self.readsWithin.nanoseconds
        config.isInMemory = true
        return StreamAPI.createConsumer(name, of: session.statesStream, config, reply: reply)
    }

    /// Stays open until so many messages have come, for some seconds.
    func pull(_ consumer: String, count: Int, bytes: Int, reply: String) -> NATSMessage {
        StreamAPI.pull(
            PullRequest(batch: count, mostBytes: bytes, expires: Self.pullsFor), from: consumer, of: session.stream,
            reply: reply)
    }

    /// Ends with what is there.
    func pullStates(_ consumer: String, count: Int, reply: String) -> NATSMessage {
        StreamAPI.pull(
            PullRequest(batch: count, waitsForNone: true), from: consumer, of: session.statesStream, reply: reply)
    }
}
