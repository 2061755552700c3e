package import AgentTools
import JSONRPC
import Platform
package import TerminalView
package import Wire

/// Runs the view for an agent: one thread, one `poll`.
///
///     a message of the client → FrameReader → AgentSession.read
///     the bus                 → AgentSession.receive
///     a deadline              → AgentSession.lookAtClock
///     the end of its input    → AgentSession.endCalls: the end of the session, once its calls are answered
package struct AgentLoop: ~Copyable {
    private var agent: AgentSession
    private let bus: any ViewBus
    private let session: SessionDescriptors
    private var reader = FrameReader(framing: .lines, longest: AgentLimits.longestMessage)
    private let remembersForSuccessor: Bool
    private var remembered: AgentMemory?
    /// The memory of an earlier view is on its way: without it, a call would find no handshake.
    private var awaitsMemory: Bool
    /// Nil once the client has closed its end.
    private var input: Int32?
    private var end: ExitStatus?

    /// - Parameter session: the descriptors of the client.
    package init(
        _ session: SessionDescriptors, on bus: any ViewBus, _ settings: AgentSettings, in environment: RoleEnvironment
    ) {
        self.session = session
        input = session.input
        self.bus = bus
        agent = AgentSession(stamp: environment.stamp, settings: settings, isRecorded: environment.isRecorded)
        remembersForSuccessor = environment.isSupervised
        awaitsMemory = environment.isRestored
    }

    package mutating func run() -> ExitStatus {
        StandardStream.ignoreBrokenPipes()
        do throws(StandardStream.Failure) {
            while end == nil { try step() }
        } catch {
            guard error != .closed else { return .done }
            StandardStream.diagnose("viperline-view", "read or write: \(error)")
            return .unavailable
        }
        return end ?? .done
    }

    private mutating func step() throws(StandardStream.Failure) {
        var set = PollSet(reading: [bus.input])
        let messages = set.add(awaitsMemory ? nil : input)
        let farEnd = set.add(session.output, for: .hangUp)
        guard set.wait(for: agent.remaining(now: .now)) != .interrupted else { return }
        // Nobody reads what would be written.
        if set.isReady(farEnd) { return end = .done }
        if set.isReady(0) { try readBus() }
        if set.isReady(messages), end == nil { try readClient() }
        if end == nil { try perform(agent.lookAtClock(now: .now)) }
    }

    private mutating func readBus() throws(StandardStream.Failure) {
        let (incoming, hasEnded) = try bus.read()
        if !incoming.isEmpty { awaitsMemory = false }
        for next in incoming where end == nil {
            if case .event(let event) = next, event.type == ProcessInput.Yield.type {
                try bus.send([agent.memory.snapshot])
                return end = .done
            }
            try perform(agent.receive(next, now: .now))
        }
        if hasEnded, end == nil { try perform(agent.endEvents()) }
    }

    private mutating func readClient() throws(StandardStream.Failure) {
        guard let descriptor = input else { return }
        var failure: StandardStream.Failure?
        let count = reader.read { room in
            do throws(StandardStream.Failure) { return try StandardStream.read(descriptor, into: room) } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        while end == nil, let item = reader.next() { try perform(agent.read(item, now: .now)) }
        guard count == 0, end == nil else { return }
        input = nil
        try perform(agent.endCalls(now: .now))
    }

    /// The memory goes before what follows from it, so that a successor knows of each call that has had an effect.
    private mutating func perform(_ effects: [AgentEffect]) throws(StandardStream.Failure) {
        var events: [Event] = effects.compactMap { if case .send(let event) = $0 { event } else { nil } }
        if remembersForSuccessor, case let memory = agent.memory, memory != remembered {
            remembered = memory
            events.insert(memory.snapshot, at: 0)
        }
        if !events.isEmpty { try bus.send(events) }
        for effect in effects {
            switch effect {
            case .send: break
            case .write(let message): try StandardStream.write(Framing.lines.frame(message), to: session.output)
            case .complain(let text): StandardStream.diagnose("viperline-view", text)
            case .end(let status): end = status
            }
        }
    }
}

extension ViewProgram {
    /// Runs the view for an agent, which is at descriptors 3 and 4.
    /// - Returns: the exit code.
    package static func runForAgent(_ settings: AgentSettings, in environment: RoleEnvironment) -> Int32 {
        guard let session = SessionDescriptors.find(isSupervised: environment.isSupervised), !session.areTerminals
        else {
            StandardStream.diagnose("viperline-view", "--mcp: there is no client on descriptors 3 and 4")
            return ExitStatus.usage.rawValue
        }
        var loop = AgentLoop(session, on: StandardBus(in: environment), settings, in: environment)
        return loop.run().rawValue
    }
}
