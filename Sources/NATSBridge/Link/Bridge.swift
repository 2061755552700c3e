/// Connects a bus to NATS, as a value: inputs go in, effects come out. ``NATSLoop`` in NATSLink performs them.
package protocol Bridge {
    /// - Parameters:
    ///   - input: what happened.
    ///   - now: when it happened.
    ///   - effects: new effects are appended, in order.
    mutating func handle(
        _ input: consuming BridgeInput, at now: ContinuousClock.Instant, into effects: inout [BridgeEffect])
    /// Everything written is now in the bus's pipe; the bus reads it from there even if this process is killed now.
    mutating func drained(at now: ContinuousClock.Instant, into effects: inout [BridgeEffect])
    /// Whether the bus's lines may be read. While it is false they wait in the pipe, and behind that in the bus's queue.
    var takesLines: Bool { get }
    /// The latest time for the next ``BridgeInput/time``.
    var deadline: ContinuousClock.Instant? { get }
}

extension Bridge {
    package mutating func drained(at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]) {}
}
