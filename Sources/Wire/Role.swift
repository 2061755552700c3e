/// A VIPER role as a pure value: events in, events out; no clock, no I/O.
///
/// So a role is tested with arrays, with recorded lines, and as a process, by the same conversations.
package protocol Role {
    /// What the role says before it has read anything.
    mutating func start() -> [Event]
    /// Takes one event and returns what follows from it, in order. An event that it does not know is no error: it
    /// returns nothing. A payload of the wrong shape throws, and the loop reports it.
    mutating func receive(_ event: Event) throws(PayloadError) -> [Event]
    /// All that the role knows, as a JSON object, so that a process which takes its place need not be told everything
    /// again; nil for a role that has nothing to shorten.
    func snapshot() -> [UInt8]?
    /// After how many events a supervised role tells its ``snapshot()``; 1 for a role that has effects outside, since
    /// those happen once more with every event that is sent again.
    var snapshotInterval: Int { get }
    /// Takes over what an earlier process of the role knew, in place of ``start()``.
    /// - Parameter state: its data is that process's ``snapshot()``.
    mutating func restore(_ state: Event) throws(PayloadError)
}

extension Role {
    package mutating func start() -> [Event] { [] }
    package func snapshot() -> [UInt8]? { nil }
    /// Rarely enough to cost nothing, often enough that what comes after it is sent again in no time.
    package var snapshotInterval: Int { 256 }
    package mutating func restore(_ state: Event) throws(PayloadError) {}
}
