/// The reply subject of a message that a consumer has delivered: `$JS.ACK.STREAM.CONSUMER.DELIVERED.SEQUENCE.NUMBER.TIME.PENDING`.
/// An answer to it acknowledges the message.
struct AckSubject: Equatable {
    let consumer: Substring
    /// How often it was delivered.
    let deliveries: UInt64
    /// Its place in the stream.
    let sequence: UInt64
    /// Counts what the consumer has delivered.
    let number: UInt64
    /// When it was stored: nanoseconds since 1970.
    let time: UInt64
    /// Messages that the consumer has still to deliver.
    let pending: UInt64

    static let prefix = "$JS.ACK."

    /// - Returns: nil for any other subject.
    init?(_ subject: String) {
        guard subject.hasPrefix(Self.prefix) else { return nil }
        var words = subject.split(separator: ".", omittingEmptySubsequences: false)
        // Newer servers write a domain and a hash of the account before the stream, and something random at the end.
        if words.count >= 11 { words.removeSubrange(2..<4) }
        guard words.count >= 9, let deliveries = UInt64(words[4]), let sequence = UInt64(words[5]),
            let number = UInt64(words[6]), let time = UInt64(words[7]), let pending = UInt64(words[8])
        else { return nil }
        consumer = words[3]
        self.deliveries = deliveries
        self.sequence = sequence
        self.number = number
        self.time = time
        self.pending = pending
    }
}
