import JSON

/// A join's requests to JetStream.
struct StreamRequests {
    let session: SessionSubjects
    let storage: StreamConfig.Storage

    /// The stream keeps the newest messages, read or unread. No join publishes so much that another could miss one
    /// (``PeerWindows``).
    static let mostMessages = 16 * PeerWindows.mostLines
    /// The server reserves this much.
    static let mostBytes = 16 * PeerWindows.mostBytes
    static let mostRecords = 1024
    static let mostStates = 10_000
    static let stateBytes = 64 << 20
    /// Messages, and records of joins that do not come back, are deleted after this time.
    static let forgetsAfter = Duration.seconds(24 * 3600)
    /// A consumer without a reader is deleted after this time; a join creates another one.
    static let readerGoesAfter = Duration.seconds(300)
    /// A consumer of states is deleted after this time without a reader.
    static let readsWithin = Duration.seconds(30)
    /// Short, so that it soon ends when this side and the server count a pull differently.
    static let pullsFor = Duration.seconds(5)

    func streamInfo(_ stream: String, reply: String) -> NATSMessage { StreamAPI.streamInfo(stream, reply: reply) }

    func createStream(reply: String) -> NATSMessage {
        create(session.stream, session.all, messages: Self.mostMessages, bytes: Self.mostBytes, reply: reply) {
            $0.longestAge = Self.forgetsAfter.nanoseconds
        }
    }

    func createStatesStream(reply: String) -> NATSMessage {
        create(
            session.statesStream, session.allStates, messages: Self.mostStates, bytes: Self.stateBytes, reply: reply
        ) {
            $0.mostPerSubject = 1
        }
    }

    func createRecordsStream(reply: String) -> NATSMessage {
        create(session.recordsStream, session.allRecords, messages: Self.mostRecords, bytes: -1, reply: reply) {
            $0.mostPerSubject = 1
            $0.longestAge = Self.forgetsAfter.nanoseconds
        }
    }

    /// A stream that keeps the newest messages.
    private func create(
        _ name: String, _ subject: String, messages: Int, bytes: Int, reply: String,
        _ change: (inout StreamConfig) -> Void
    ) -> NATSMessage {
        var config = StreamConfig(name: name, subjects: [subject], retention: .limits, storage: storage)
        config.discard = .old
        config.mostMessages = messages
        config.mostBytes = bytes
        // Positions identify duplicates for ever; a window of two minutes would only cost memory.
        config.duplicateWindow = Duration.milliseconds(100).nanoseconds
        config.replicas = 1
        change(&config)
        return StreamAPI.createStream(config, reply: reply)
    }

    func consumerInfo(_ consumer: String, reply: String) -> NATSMessage {
        StreamAPI.consumerInfo(consumer, of: session.stream, reply: reply)
    }

    /// A consumer for this connection.
    /// - Parameter sequence: the place in the stream where it begins.
    func createConsumer(_ name: String, filter: String, from sequence: Int, reply: String) -> NATSMessage {
        var config = ConsumerConfig(start: .sequence, acknowledgement: .none)
        config.startSequence = max(1, sequence)
        config.filter = filter
        config.longestIdle = Self.readerGoesAfter.nanoseconds
        config.isInMemory = true
        return StreamAPI.createConsumer(name, of: session.stream, config, reply: reply)
    }

    func deleteConsumer(_ name: String, reply: String) -> NATSMessage {
        StreamAPI.deleteConsumer(name, of: session.stream, reply: reply)
    }

    /// A consumer of everything in a stream of states or records, for as long as it is read.
    func createReader(_ name: String, of stream: String, filter: String, reply: String) -> NATSMessage {
        var config = ConsumerConfig(start: .all, acknowledgement: .none)
        config.filter = filter
        config.longestIdle = Self.readsWithin.nanoseconds
        config.isInMemory = true
        return StreamAPI.createConsumer(name, of: stream, config, reply: reply)
    }

    /// Stays open until this many messages have come, for some seconds.
    func pull(_ consumer: String, count: Int, bytes: Int, reply: String) -> NATSMessage {
        StreamAPI.pull(
            PullRequest(batch: count, mostBytes: bytes, expires: Self.pullsFor), from: consumer, of: session.stream,
            reply: reply)
    }

    /// Ends when all existing messages have come.
    func pullAll(_ consumer: String, of stream: String, count: Int, reply: String) -> NATSMessage {
        StreamAPI.pull(PullRequest(batch: count, waitsForNone: true), from: consumer, of: stream, reply: reply)
    }
}

/// JetStream's answer to a join; absent values are 0 or nil.
struct ServerAnswer: Equatable {
    var errorCode: Int?
    var error: String?
    /// The place of a stored message.
    var sequence: Int = 0
    var isDuplicate = false
    /// For a stream: when it was created, and the places of its first and its last message.
    var created: String?
    var first: Int = 0
    var last: Int = 0
    /// For a consumer: the last place in the stream that it has delivered, and its number of deliveries.
    var delivered: Int = 0
    var deliveries: Int = 0
    /// A consumer's pulls that wait for messages; nil if not reported.
    var waiting: Int?
    /// Messages that a consumer has yet to deliver.
    var pending: Int = 0

    /// Longer answers, such as the state of a stream with many subjects, are not read.
    private static let longest = 1 << 20
    static let streamNotFound = 10059
    static let consumerNotFound = 10014
    static let otherConfiguration = 10058
    /// The request has no receiver.
    static let nobody = 503
    /// The server, or this account, has no streams.
    static let noJetStream = [10039, 10076]

    init() {}

    /// - Returns: nil unless it is an answer.
    init?(_ message: NATSMessage) {
        if let status = message["Status"] {
            errorCode = Int(status) ?? 0
            error = errorCode == Self.nobody ? "no answer; is JetStream on?" : message["Description"] ?? status
            return
        }
        guard message.payload.count <= Self.longest,
            let answer = try? JSONReader.read(message.payload.span, { reader throws(JSONError) in try Self(&reader) })
        else { return nil }
        self = answer
    }

    private init(_ reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "error": try readError(&reader)
            case "seq": sequence = try reader.readLeniently(Int.self) ?? 0
            case "duplicate": isDuplicate = try reader.readLeniently(Bool.self) ?? false
            case "created": created = try reader.readLeniently(String.self)
            case "delivered": (delivered, deliveries) = try Self.place(&reader)
            case "state": try readState(&reader)
            case "num_waiting": waiting = try reader.readLeniently(Int.self)
            case "num_pending": pending = try reader.readLeniently(Int.self) ?? 0
            default: try reader.skipValue()
            }
        }
    }

    private mutating func readError(_ reader: inout JSONReader) throws(JSONError) {
        errorCode = 0
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "err_code": errorCode = try reader.readLeniently(Int.self) ?? 0
            case "description": error = try reader.readLeniently(String.self)
            default: try reader.skipValue()
            }
        }
    }

    private mutating func readState(_ reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "first_seq": first = try reader.readLeniently(Int.self) ?? 0
            case "last_seq": last = try reader.readLeniently(Int.self) ?? 0
            default: try reader.skipValue()
            }
        }
    }

    private static func place(_ reader: inout JSONReader) throws(JSONError) -> (sequence: Int, number: Int) {
        var place: (sequence: Int, number: Int) = (0, 0)
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "stream_seq": place.sequence = try reader.readLeniently(Int.self) ?? 0
            case "consumer_seq": place.number = try reader.readLeniently(Int.self) ?? 0
            default: try reader.skipValue()
            }
        }
        return place
    }
}
