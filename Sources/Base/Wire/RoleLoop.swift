/// Runs a role on real streams, one event after the other. It waits for its input alone, without a clock.
///
///     the process starts           → Role.start, unless it takes over from a predecessor → written at once
///     bytes on stdin               → each event → answer → Role.receive, or Role.restore → gathered
///     every so many events         → Role.snapshot → written at once
///     no more bytes now            → what is gathered is written; then wait
///     the end of stdin, a closed stdout → the end
package enum RoleLoop {
    /// - Returns: the exit status: `done` at the end of input, or when the output is closed.
    package static func run(
        _ role: inout some Role, in environment: RoleEnvironment, input: Int32 = StandardStream.input,
        output: Int32 = StandardStream.output
    ) -> ExitStatus {
        StandardStream.ignoreBrokenPipes()
        var port = EventPort(in: environment, stamp: environment.stamp, input: input, output: output)
        do throws(StandardStream.Failure) {
            if !environment.isRestored { try port.send(role.start()) }
            var unsaved = 0
            var isOpen = true
            while isOpen {
                isOpen = try port.fill()
                while let incoming = port.next() {
                    switch consume incoming {
                    case .refused(let error, let line): try port.write([Event(refusing: line, because: error)])
                    case .event(let event):
                        try port.write(answer(event, &role))
                        guard environment.isSupervised, event.type != ProcessInput.Restore.type else { continue }
                        unsaved += 1
                        guard unsaved >= role.snapshotInterval else { continue }
                        // The snapshot is sent at once: an unflushed one is lost if the process dies.
                        try port.send(snapshot(of: role, after: event, in: environment))
                        unsaved = 0
                    }
                }
                try port.flush()
            }
            return .done
        } catch {
            return ExitStatus(environment.service, endedBy: error)
        }
    }

    /// A role's state; empty if it does not fit into a line, an eighth of which is reserved for the envelope. Then a successor receives
    /// more events.
    private static func snapshot(
        of role: some Role, after event: Event, in environment: RoleEnvironment
    ) -> [Event] {
        guard let state = role.snapshot(), state.count <= environment.lineLimit / 8 * 7 else { return [] }
        var snapshot = Event(type: ProcessOutput.Snapshot.type)
        snapshot.name(event)
        snapshot.data = state
        return [snapshot]
    }

    private static func answer(_ event: Event, _ role: inout some Role) -> [Event] {
        guard event.type == ProcessInput.Restore.type else { return role.answers(to: event) }
        do throws(PayloadError) { try role.restore(event) } catch { return [Event(refusing: event, because: error)] }
        return []
    }
}

/// A VIPER role as a pure value: events in, events out; no clock, no I/O.
///
/// The same conversations test a role with arrays, with recorded lines and as a process.
package protocol Role {
    /// The role's first events, before any input.
    mutating func start() -> [Event]
    /// Takes one event and returns its consequences, in order. An unknown event is not an error; it has none. A payload of the
    /// wrong shape throws, and the loop reports it.
    mutating func receive(_ event: Event) throws(PayloadError) -> [Event]
    /// The role's whole state as a JSON object, so that a successor need not receive all earlier events; nil if that would not
    /// save any.
    func snapshot() -> [UInt8]?
    /// A supervised role writes its ``snapshot()`` after this many events; 1 for a role with side effects, because they
    /// happen again with every event that the bus sends again.
    var snapshotInterval: Int { get }
    /// Takes over a predecessor's state, instead of ``start()``.
    /// - Parameter state: its data is the predecessor's ``snapshot()``.
    mutating func restore(_ state: Event) throws(PayloadError)
    /// The role's newest states (as the compose file's `states` has them), sent again: for a receiver in the same process, which
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

    /// ``receive(_:)``, with a refusal instead of an error.
    package mutating func answers(to event: Event) -> [Event] {
        do throws(PayloadError) { return try receive(event) } catch { return [Event(refusing: event, because: error)] }
    }
}
