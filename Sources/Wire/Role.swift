/// A VIPER role as a pure value: events in, events out; no clock, no I/O.
///
/// So a role is tested with arrays, with recorded lines, and as a process, by the same conversations.
package protocol Role {
    /// What the role says before it has read anything.
    mutating func start() -> [Event]
    /// Takes one event and returns what follows from it, in order. An event that it does not know is no error: it
    /// returns nothing. A payload of the wrong shape throws, and the loop reports it.
    mutating func receive(_ event: Event) throws(PayloadError) -> [Event]
}

extension Role {
    package mutating func start() -> [Event] { [] }
}
