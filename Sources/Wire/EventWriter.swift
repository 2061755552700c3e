import JSON

/// Writes events as whole lines, gathered while there is more to read, so that a busy role needs few writes.
package struct EventWriter: ~Copyable {
    private let descriptor: Int32
    private var stamp: EventStamp
    private let aliases: ProtocolAliases
    private var pending = JSONWriter(capacity: 2 * highWater)
    private static let highWater = 1 << 16

    package init(_ descriptor: Int32 = StandardStream.output, stamp: EventStamp, aliases: ProtocolAliases = .none) {
        self.descriptor = descriptor
        self.stamp = stamp
        self.aliases = aliases
    }

    package mutating func write(_ events: consuming [Event]) throws(StandardStream.Failure) {
        for index in events.indices {
            stamp.complete(&events[index])
            aliases.applyToOutput(&events[index])
            events[index].appendLine(to: &pending)
            if pending.count >= Self.highWater { try flush() }
        }
    }

    package mutating func flush() throws(StandardStream.Failure) {
        guard pending.count > 0 else { return }
        try pending.withBytes { bytes throws(StandardStream.Failure) in
            try StandardStream.write(bytes, to: descriptor)
        }
        pending.removeAll()
    }
}
