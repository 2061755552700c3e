/// A VIPER role as a pure value: events in, events out; no clock, no I/O.
///
/// The same conversations test a role with arrays, with recorded lines and as a process.
package protocol Role {
    /// The role's first events, before any input.
    mutating func start() -> [Event]
    /// Takes one event and returns its consequences, in order. An unknown event is not an error; it has none. A payload of the
    /// wrong shape throws, and the loop reports it.
    mutating func receive(_ event: Event) throws(PayloadError) -> [Event]
    /// The role's whole state as a JSON object, so that a successor need not be sent all earlier events; nil if that would not
    /// save any.
    func snapshot() -> [UInt8]?
    /// A supervised role writes its ``snapshot()`` after this many events; 1 for a role with side effects, because these
    /// happen again with every event that is sent again.
    var snapshotInterval: Int { get }
    /// Takes over a predecessor's state, instead of ``start()``.
    /// - Parameter state: its data is the predecessor's ``snapshot()``.
    mutating func restore(_ state: Event) throws(PayloadError)
    /// Its newest states (as the compose file's `states` has them), told again: for a receiver in the same process, which has
    /// died with this role's predecessor.
    mutating func states() -> [Event]
}

extension Role {
    package mutating func start() -> [Event] { [] }
    package func snapshot() -> [UInt8]? { nil }
    /// Rare enough to cost nothing, frequent enough that the events after it are replayed quickly.
    package var snapshotInterval: Int { 256 }
    package mutating func restore(_ state: Event) throws(PayloadError) {}
    package mutating func states() -> [Event] { [] }

    /// ``receive(_:)``, with a refusal in the place of an error.
    package mutating func answers(to event: Event) -> [Event] {
        do throws(PayloadError) { return try receive(event) } catch { return [Event(refusing: event, because: error)] }
    }
}
