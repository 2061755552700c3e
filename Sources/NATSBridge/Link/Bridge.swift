/// What stands between a bus and NATS, as a value: what happens goes in, what is to be done comes out. ``NATSLoop`` in NATSLink
/// does it.
package protocol Bridge {
    /// - Parameters:
    ///   - input: what has happened.
    ///   - now: when.
    ///   - effects: what is to be done is appended, in order.
    mutating func handle(
        _ input: consuming BridgeInput, at now: ContinuousClock.Instant, into effects: inout [BridgeEffect])
    /// All lines that were to be written are in the bus's pipe, from which the bus reads them even if this process is killed now.
    mutating func drained(at now: ContinuousClock.Instant, into effects: inout [BridgeEffect])
    /// Whether the bus's lines may be read. While it is false they wait in the pipe, and the bus's queue behind it.
    var takesLines: Bool { get }
    /// When to be called with ``BridgeInput/time`` at the latest.
    var deadline: ContinuousClock.Instant? { get }
}

extension Bridge {
    package mutating func drained(at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]) {}
}
