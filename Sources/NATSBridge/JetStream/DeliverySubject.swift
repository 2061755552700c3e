/// The reply subject of a message from a consumer. It describes the message.
///
/// `$JS.ACK.<stream>.<consumer>.<deliveries>.<sequence>.<place>.<time>.<pending>`; newer servers put a domain and an account before the
/// stream, and a token at the end.
package struct DeliverySubject: Equatable, Sendable {
    package let stream: String
    package let consumer: String
    /// How often it was delivered, this time included.
    package let deliveries: Int
    /// Its place in the stream.
    package let sequence: Int
    /// How many messages the consumer has delivered, this one included.
    package let place: Int
    /// When it was stored: nanoseconds since 1970.
    package let time: Int
    /// Later messages that are not yet delivered.
    package let pending: Int

    /// - Returns: nil for any other subject.
    package init?(_ subject: String) {
        var tokens = subject.split(separator: ".", omittingEmptySubsequences: false)[...]
        guard tokens.count == 9 || 11...13 ~= tokens.count, tokens.prefix(2).elementsEqual(["$JS", "ACK"]) else {
            return nil
        }
        tokens.removeFirst(2)
        if tokens.count >= 9 { tokens.removeFirst(2) }
        guard let stream = tokens.popFirst(), let consumer = tokens.popFirst(), !stream.isEmpty, !consumer.isEmpty
        else { return nil }
        let numbers = tokens.prefix(5).compactMap { Int($0) }
        guard numbers.count == 5, numbers.allSatisfy({ $0 >= 0 }), numbers[0] > 0 else { return nil }
        self.stream = String(stream)
        self.consumer = String(consumer)
        (deliveries, sequence, place, time, pending) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
    }
}
