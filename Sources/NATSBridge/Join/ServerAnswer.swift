import JSON

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
    /// Nobody receives the request.
    static let nobody = 503
    /// The server, or this account, has no streams.
    static let noJetStream = [10039, 10076]

    init() {}

    /// - Returns: nil unless it is an answer.
    init?(_ message: NATSMessage) {
        if let status = message["Status"] {
            errorCode = Int(status) ?? 0
            error = errorCode == Self.nobody ? "nobody answers; is JetStream on?" : message["Description"] ?? status
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
