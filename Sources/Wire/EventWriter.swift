/// Writes events as whole lines, gathered while there is more to read, so that a busy role costs few writes.
package struct EventWriter: ~Copyable {
    private let descriptor: Int32
    private var stamp: EventStamp
    private var pending: [UInt8] = []
    private static let highWater = 1 << 16

    package init(_ descriptor: Int32 = StandardStream.output, stamp: EventStamp) {
        self.descriptor = descriptor
        self.stamp = stamp
    }

    package mutating func write(_ events: [Event]) throws(StandardStream.Failure) {
        for event in events {
            pending += stamp.stamp(event).line
            if pending.count >= Self.highWater { try flush() }
        }
    }

    package mutating func flush() throws(StandardStream.Failure) {
        guard !pending.isEmpty else { return }
        try StandardStream.write(pending, to: descriptor)
        pending.removeAll(keepingCapacity: true)
    }
}
