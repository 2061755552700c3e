import Wire

/// The view's stdin and stdout: events in, events out.
struct WebBus {
    let environment: RoleEnvironment
    private var reader: EventReader
    private var stamp: EventStamp
    /// Why nothing can be read or written any more.
    private(set) var failure: StandardStream.Failure?
    /// What the supervisor got last for a successor.
    private var lastMemory: [UInt8] = []

    init(in environment: RoleEnvironment) {
        self.environment = environment
        reader = EventReader(limit: environment.lineLimit, aliases: environment.aliases)
        stamp = EventStamp(source: environment.service, run: environment.run + "w")
    }

    /// - Returns: the new events, and whether the bus has ended.
    mutating func read() -> (incoming: [EventReader.Incoming], hasEnded: Bool) {
        do throws(StandardStream.Failure) {
            let hasEnded = try reader.fill(from: StandardStream.input) == 0
            var incoming: [EventReader.Incoming] = []
            while let next = reader.next() { incoming.append(next) }
            if hasEnded, let last = reader.last() { incoming.append(last) }
            return (incoming, hasEnded)
        } catch {
            failure = error
            return ([], false)
        }
    }

    /// They go out in one write.
    mutating func send(_ events: [Event]) {
        guard !events.isEmpty, failure == nil else { return }
        let lines = events.flatMap { event in
            var event = event
            stamp.complete(&event)
            environment.aliases.applyToOutput(&event)
            return event.line
        }
        do throws(StandardStream.Failure) { try StandardStream.write(lines, to: StandardStream.output) } catch {
            failure = error
        }
    }

    /// Sends the supervisor what a successor has to know, if that has changed.
    mutating func remember(_ memory: WebMemory) {
        let snapshot = memory.snapshot
        guard snapshot.data != lastMemory else { return }
        lastMemory = snapshot.data
        send([snapshot])
    }
}
