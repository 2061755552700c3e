import JSON

/// Requests to JetStream, over its plain subjects. Answers go to `reply`.
enum StreamAPI {
    private static let prefix = "$JS.API"

    static func streamInfo(_ stream: String, reply: String) -> NATSMessage {
        NATSMessage("\(prefix).STREAM.INFO.\(stream)", reply: reply)
    }

    static func createStream(_ config: StreamConfig, reply: String) -> NATSMessage {
        NATSMessage("\(prefix).STREAM.CREATE.\(config.name)", reply: reply, payload: config.json)
    }

    /// - Parameter subject: one without wildcards, made of words that names may have.
    static func lastMessage(on subject: String, of stream: String, reply: String) -> NATSMessage {
        NATSMessage("\(prefix).STREAM.MSG.GET.\(stream)", reply: reply, payload: last(subject))
    }

    /// The last message under a filter, as it was stored, with its place in the header `Nats-Sequence`. The status 404 means none.
    static func directLastMessage(on filter: String, of stream: String, reply: String) -> NATSMessage {
        NATSMessage("\(prefix).DIRECT.GET.\(stream)", reply: reply, payload: last(filter))
    }

    private static func last(_ subject: String) -> [UInt8] { Array("{\"last_by_subj\":\"\(subject)\"}".utf8) }

    /// A single filter is in the subject, so that a server can permit one filter and no other.
    static func createConsumer(
        _ consumer: String, of stream: String, _ config: ConsumerConfig, reply: String
    ) -> NATSMessage {
        var config = config
        config.name = consumer
        let filter = config.filter.map { ".\($0)" } ?? ""
        return NATSMessage(
            "\(prefix).CONSUMER.CREATE.\(stream).\(consumer)\(filter)", reply: reply,
            payload: ConsumerRequest(stream: stream, config: config).json)
    }

    /// - Parameter reply: messages go there too, under their original subjects.
    static func pull(_ request: PullRequest, from consumer: String, of stream: String, reply: String) -> NATSMessage {
        NATSMessage("\(prefix).CONSUMER.MSG.NEXT.\(stream).\(consumer)", reply: reply, payload: request.json)
    }
}

/// The settings of a stream: its limits, and how long it keeps messages. At its limits, the oldest messages go.
package struct StreamConfig: JSONCodable, Equatable, Sendable {
    package enum Storage: String, JSONCodable, Equatable, Sendable, CaseIterable {
        case file, memory
    }

    var name: String
    var subjects: [String]
    var storage: Storage
    var retention: String = "limits"
    var discard: String = "old"
    var mostMessages: Int  // JSON: max_msgs
    var mostBytes: Int  // JSON: max_bytes
    /// Nanoseconds.
    var longestAge: Int?  // JSON: max_age
    var mostPerSubject: Int?  // JSON: max_msgs_per_subject
    /// Nanoseconds during which the same `Nats-Msg-Id` is taken only once.
    var duplicateWindow: Int  // JSON: duplicate_window
    var replicas: Int = 1  // JSON: num_replicas
    /// True if ``StreamAPI/directLastMessage(on:of:reply:)`` works.
    var allowsDirect: Bool = true  // JSON: allow_direct

    init(name: String, subjects: [String], storage: Storage, mostMessages: Int, mostBytes: Int) {
        self.name = name
        self.subjects = subjects
        self.storage = storage
        self.mostMessages = mostMessages
        self.mostBytes = mostBytes
        // Positions identify duplicates for ever; a window of two minutes would only cost memory.
        duplicateWindow = Duration.milliseconds(100).nanoseconds
    }
}

/// A consumer that acknowledges nothing, keeps its state in memory, and begins at a place in the stream.
struct ConsumerConfig: JSONWritable, Equatable {
    var name: String?
    var start: String = "by_start_sequence"  // JSON: deliver_policy
    var startSequence: Int  // JSON: opt_start_seq
    var acknowledgement: String = "none"  // JSON: ack_policy
    var filter: String?  // JSON: filter_subject
    /// Filters in the place of `filter`.
    var filters: [String]?  // JSON: filter_subjects
    /// Nanoseconds without a reader after which it is deleted.
    var longestIdle: Int  // JSON: inactive_threshold
    var isInMemory: Bool = true  // JSON: mem_storage

    init(after place: Int, filters: [String], longestIdle: Duration) {
        startSequence = max(1, place + 1)
        self.longestIdle = longestIdle.nanoseconds
        if filters.count == 1 { filter = filters[0] } else { self.filters = filters }
    }
}

/// Asks for a consumer.
struct ConsumerRequest: JSONWritable, Equatable {
    var stream: String  // JSON: stream_name
    var config: ConsumerConfig
}

/// Requests messages from a consumer.
struct PullRequest: JSONWritable, Equatable {
    /// The most messages.
    var batch: Int
    /// The most bytes.
    var mostBytes: Int  // JSON: max_bytes
    /// Nanoseconds until the request ends.
    var expires: Int?
    /// True if the request ends when there are no more messages.
    var waitsForNone: Bool?  // JSON: no_wait

    init(batch: Int, mostBytes: Int) {
        self.batch = batch
        self.mostBytes = mostBytes
    }
}

/// Why JetStream has refused a request.
struct APIError: JSONReadable, Equatable, Error {
    /// The code, as in HTTP.
    var code: Int
    /// A number that is more precise than `code`.
    var number: Int?  // JSON: err_code
    var description: String?

    init(code: Int, number: Int? = nil, description: String? = nil) {
        self.code = code
        self.number = number
        self.description = description
    }

    /// The request has no receiver.
    static let nobody = 503

    /// The last message in the stream is not the one that the publisher expects.
    var isWrongPlace: Bool { number == 10071 || number == 10070 }
    var isAbsentStream: Bool { number == 10059 }
    /// A stream of that name exists with other settings.
    var isTaken: Bool { number == 10058 }
    /// The server, or this account, has no streams.
    var meansNoJetStream: Bool { number == 10039 || number == 10076 }

    /// The reason as it ends a sentence.
    var reason: String { String((description ?? "error \(number ?? code)").prefix(200)) }
}

/// A message from the server itself instead of an answer: a number as in HTTP, in the header `Status`.
struct ServerStatus: Equatable {
    let code: Int
    /// Messages that a pull still waited for when it ended; nil if the server does not report it.
    let unused: Int?

    /// - Returns: nil for any other message.
    init?(_ message: NATSMessage) {
        guard message.payload.isEmpty, let text = message["Status"], let code = Int(text) else { return nil }
        self.code = code
        unused = message["Nats-Pending-Messages"].flatMap { Int($0) }.map { ServerAnswer.bounded($0) }
    }

    /// The publication's subject has no subscribers.
    var hasNoResponders: Bool { code == 503 }
    /// A pull's ordinary end: its time is over, there is nothing, or the next message does not fit.
    var endsPull: Bool { code == 404 || code == 408 || code == 409 && unused != nil }
    var isEmpty: Bool { code == 404 }
}

/// The place of a delivered message, read from its reply subject:
/// `$JS.ACK.STREAM.CONSUMER.DELIVERIES.SEQUENCE.NUMBER.TIME.PENDING`; some servers put a domain and an account before the stream, and a
/// token at the end.
struct DeliveryPlace: Equatable {
    /// The message's place in the stream.
    var sequence: Int
    /// Counts the consumer's deliveries.
    var number: Int
    /// Messages that the consumer has yet to deliver.
    var pending: Int

    /// Reads a message's place. The initializer runs for each message, so it makes no strings.
    /// - Parameter consumer: `STREAM.CONSUMER.`
    /// - Returns: nil for any other subject.
    init?(_ subject: String, of consumer: String) {
        guard subject.hasPrefix("$JS.ACK."), !consumer.isEmpty else { return nil }
        var text = subject.utf8.dropFirst("$JS.ACK.".utf8.count)
        if !text.starts(with: consumer.utf8) {
            for _ in 0..<2 {
                guard let dot = text.firstIndex(of: UInt8(ascii: ".")) else { return nil }
                text = text[text.index(after: dot)...]
            }
            guard text.starts(with: consumer.utf8) else { return nil }
        }
        text = text.dropFirst(consumer.utf8.count)
        guard Self.number(&text) != nil, let sequence = Self.number(&text), let number = Self.number(&text),
            Self.number(&text) != nil, let pending = Self.number(&text)
        else { return nil }
        (self.sequence, self.number, self.pending) = (sequence, number, pending)
    }

    /// The next decimal number, and the dot behind it.
    private static func number(_ text: inout Substring.UTF8View) -> Int? {
        var (number, digits) = (0, 0)
        while let byte = text.popFirst(), byte != UInt8(ascii: ".") {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte, digits < 18 || number < Int.max / 10, digits < 19
            else {
                return nil
            }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
            digits += 1
        }
        return digits > 0 ? number : nil
    }
}

extension Duration {
    /// The duration in JetStream's unit; the largest number on overflow.
    var nanoseconds: Int {
        let (seconds, attoseconds) = components
        let (whole, overflow) = Int(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = whole.addingReportingOverflow(Int(attoseconds / 1_000_000_000))
        return overflow || carry ? .max : sum
    }
}
