import JSON
import Platform

/// The streams of a joined session.
struct JoinStreams {
    let session: SessionSubjects
    let storage: StreamConfig.Storage

    /// A stream keeps its join's newest messages, read or unread. No join publishes so much that another could miss one
    /// (``PeerWindows``).
    static let mostMessages = 16 * PeerWindows.mostLines
    /// The server reserves this much.
    static let mostBytes = 4 * PeerWindows.mostBytes
    static let mostRecords = 1024
    static let mostStates = 10_000
    static let stateBytes = 16 << 20
    /// Messages, and records of joins that do not come back, are deleted after this time.
    static let forgetsAfter = Duration.seconds(24 * 3600)

    func lines(of name: String) -> StreamConfig {
        var config = config(
            session.stream(of: name), session.lines(of: name), messages: Self.mostMessages, bytes: Self.mostBytes)
        config.longestAge = Self.forgetsAfter.nanoseconds
        return config
    }

    func states(of name: String) -> StreamConfig {
        var config = config(
            session.statesStream(of: name), session.states(of: name), messages: Self.mostStates, bytes: Self.stateBytes)
        config.mostPerSubject = 1
        return config
    }

    var records: StreamConfig {
        var config = config(session.recordsStream, session.allRecords, messages: Self.mostRecords, bytes: -1)
        config.mostPerSubject = 1
        config.longestAge = Self.forgetsAfter.nanoseconds
        return config
    }

    private func config(_ name: String, _ subject: String, messages: Int, bytes: Int) -> StreamConfig {
        StreamConfig(name: name, subjects: [subject], storage: storage, mostMessages: messages, mostBytes: bytes)
    }
}

/// JetStream's answer to any of a join's requests. Every number is from 0 to ``highest``.
struct ServerAnswer: Equatable {
    var error: APIError?
    /// The stream of a stored message.
    var stream: String?
    var sequence = 0
    /// The time when a stream was created; below, the places of its first and its last message.
    var created: String?
    var first = 0
    var last = 0
    /// Messages that a consumer has yet to deliver.
    var pending = 0

    /// The highest number: JSON numbers above it are not exact.
    static let highest = 1 << 53
    /// The longest answer. Longer ones, such as the state of a stream with many subjects, are not read.
    private static let longest = 1 << 20

    struct Answer: JSONReadable {
        struct State: JSONReadable {
            var first: Int?
            var last: Int?

            init(from reader: inout JSONReader) throws(JSONError) {
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    switch key {
                    case "first_seq": first = try reader.readLeniently()
                    case "last_seq": last = try reader.readLeniently()
                    default: try reader.skipValue()
                    }
                }
            }
        }

        var answer = ServerAnswer()

        init(from reader: inout JSONReader) throws(JSONError) {
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "error": answer.error = try reader.read()
                case "stream": answer.stream = try reader.readLeniently()
                case "seq": answer.sequence = ServerAnswer.bounded(try reader.readLeniently())
                case "created": answer.created = try reader.readLeniently(String.self).map { String($0.prefix(64)) }
                case "state":
                    let state = try reader.readLeniently(State.self)
                    answer.first = ServerAnswer.bounded(state?.first)
                    answer.last = ServerAnswer.bounded(state?.last)
                case "num_pending": answer.pending = ServerAnswer.bounded(try reader.readLeniently())
                default: try reader.skipValue()
                }
            }
        }
    }

    init() {}

    /// - Returns: nil unless it is an answer.
    init?(_ message: NATSMessage) {
        if let status = message["Status"] {
            let code = Int(status) ?? 0
            let text = code == APIError.nobody ? "no answer; is JetStream on?" : message["Description"] ?? status
            error = APIError(code: code, description: text)
            return
        }
        guard message.payload.count <= Self.longest, let answer = try? message.read(Answer.self).answer else {
            return nil
        }
        self = answer
    }

    static func bounded(_ number: Int?) -> Int { min(max(0, number ?? 0), highest) }
}

/// Creates a stream unless it exists. A join that may not create it gets no answer; it then asks whether another join has.
struct StreamMaker {
    /// The outcome of an answer.
    enum Outcome: Equatable {
        case goesOn
        case found(Stream)
        /// The request has failed, and will be retried.
        case failed(String)
    }

    struct Stream: Equatable {
        /// The creation of the stream, which distinguishes it from another one of the same name.
        var created: String
        /// The places of the stream's first and last message.
        var first: Int
        var last: Int
    }

    private enum Phase: Equatable {
        case done
        case asking, making
        case resting(until: Instant)
    }

    let config: StreamConfig
    private var phase = Phase.asking
    private var number = 0
    private var askedAt: Instant?

    static let patience = Duration.seconds(3)
    /// The time for an answer: without permission to create a stream, none comes.
    static let makesWithin = Duration.seconds(1)
    static let pause = Duration.seconds(1)

    init(_ config: StreamConfig) { self.config = config }

    var isDone: Bool { phase == .done }

    mutating func begin() { (phase, askedAt) = (.asking, nil) }

    /// - Parameter reply: of a request with this number.
    mutating func due(at now: Instant, reply: (Int) -> String) -> NATSMessage? {
        switch phase {
        case .done: return nil
        case .resting(let until):
            guard now >= until else { return nil }
            begin()
        case .asking, .making:
            if let askedAt {
                guard now - askedAt >= patience else { return nil }
                begin()
            }
        }
        number += 1
        askedAt = now
        return phase == .making
            ? StreamAPI.createStream(config, reply: reply(number))
            : StreamAPI.streamInfo(config.name, reply: reply(number))
    }

    var deadline: Instant? {
        switch phase {
        case .done: nil
        case .resting(let until): until
        case .asking, .making: askedAt.map { $0 + patience }
        }
    }

    private var patience: Duration { phase == .making ? Self.makesWithin : Self.patience }

    mutating func handle(_ answer: ServerAnswer, number: Int, at now: Instant) -> Outcome {
        guard number == self.number, askedAt != nil else { return .goesOn }
        askedAt = nil
        guard let error = answer.error else {
            phase = .done
            return .found(Stream(created: answer.created ?? "", first: answer.first, last: answer.last))
        }
        switch phase {
        case .asking where error.isAbsentStream: phase = .making
        // Another join has just created the stream, with other settings.
        case .making where error.isTaken: phase = .asking
        default:
            phase = .resting(until: now + Self.pause)
            return .failed(error.meansNoJetStream ? "the server has no JetStream: start it with -js" : error.reason)
        }
        return .goesOn
    }
}
