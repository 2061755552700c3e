import Wire

/// The view's stdin and stdout, until one of them fails.
struct WebBus: ~Copyable {
    let environment: RoleEnvironment
    private var port: EventPort
    /// The reason why nothing can be read or written any more.
    private(set) var failure: StandardStream.Failure?
    /// The last snapshot that the supervisor got for a successor.
    private var lastMemory: [UInt8] = []

    init(in environment: RoleEnvironment) {
        self.environment = environment
        port = EventPort(in: environment, stamp: EventStamp(source: environment.service, run: environment.run + "w"))
    }

    mutating func read() -> (incoming: [EventReader.Incoming], hasEnded: Bool) {
        do throws(StandardStream.Failure) {
            let hasEnded = try !port.fill()
            var incoming: [EventReader.Incoming] = []
            while let next = port.next() { incoming.append(next) }
            return (incoming, hasEnded)
        } catch {
            failure = error
            return ([], false)
        }
    }

    /// Sends events in one write.
    mutating func send(_ events: [Event]) {
        guard !events.isEmpty, failure == nil else { return }
        do throws(StandardStream.Failure) { try port.send(events) } catch { failure = error }
    }

    /// Sends the supervisor the memory for a successor, if it has changed.
    mutating func remember(_ memory: WebMemory) {
        let snapshot = memory.snapshot
        guard snapshot.data != lastMemory else { return }
        lastMemory = snapshot.data
        send([snapshot])
    }
}
