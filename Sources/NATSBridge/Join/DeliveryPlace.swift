/// The place of a delivered message, read from its reply subject.
struct DeliveryPlace: Equatable {
    /// Its place in the stream.
    var sequence: Int
    /// Counts the consumer's deliveries.
    var number: Int
    /// When it was stored: nanoseconds since 1970.
    var time: Int
    /// Messages that the consumer has yet to deliver.
    var pending: Int

    init(sequence: Int, number: Int, time: Int, pending: Int) {
        (self.sequence, self.number, self.time, self.pending) = (sequence, number, time, pending)
    }

    init(_ delivery: DeliverySubject) {
        self.init(
            sequence: delivery.sequence, number: delivery.place, time: delivery.time, pending: delivery.pending)
    }

    /// Called for each message, so it makes no strings.
    /// - Parameter prefix: everything before the numbers.
    /// - Returns: nil for any other subject.
    init?(_ subject: String, after prefix: String) {
        guard subject.hasPrefix(prefix) else { return nil }
        var numbers = NumberReader(subject.utf8.dropFirst(prefix.utf8.count))
        guard numbers.next(before: UInt8(ascii: ".")) != nil, let sequence = numbers.next(before: UInt8(ascii: ".")),
            let number = numbers.next(before: UInt8(ascii: ".")), let time = numbers.next(before: UInt8(ascii: ".")),
            let pending = numbers.next(before: nil)
        else { return nil }
        self.init(sequence: Int(sequence), number: Int(number), time: Int(time), pending: Int(pending))
    }
}
