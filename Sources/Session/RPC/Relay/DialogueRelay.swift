import Platform
package import Processes
import Wire

/// The link between a client, which has our stdin and stdout, and a server that it starts: it forwards what each side sends before it looks
/// at it, and nothing else. Its end is the server's.
///
/// A side that does not read stops the other one: at most ``mostUnread`` bytes wait for each, besides what the pipes hold.
package final class DialogueRelay {
    /// Bytes that wait for a side, above which the other side is not read.
    static let mostUnread = 1 << 18
    /// The time that a server has to end after its client is gone: once after the end of its input, once after SIGTERM.
    static let grace = Duration.seconds(2)
    /// The time for a server to which a fault gives no end of its input.
    static let withheldGrace = Duration.seconds(60)
    /// Lines for the user that wait until somebody reads stderr.
    private static let mostReports = 1 << 16
    private static let forwarded = [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGWINCH]

    let client = ClientLink(limit: DialogueRelay.mostUnread)
    var server: PipedProcess
    var inspector: DialogueInspector
    /// Nil to forward the bytes as they come.
    private var faults: FrameFaultPlan?
    private var steps = StepQueue()
    /// Nil for a server that is never replaced.
    let succession: ServerSuccession?
    var life = Life.open
    private let signals: SignalPipe
    private var reports = OutputQueue(limit: DialogueRelay.mostReports, for: StandardStream.diagnostics)
    /// The sides whose streams are at their end for the inspector, too.
    var hasEnded: Set<RPCPeer> = []
    /// Kills the servers if we are killed, as many clients do at once; nil if there is no other process to be had.
    private let warden = try? OrphanGuard()

    enum Life: Equatable {
        case open
        /// The server has died, and another one is tried.
        case replacing
        /// The server has died, and no other one comes.
        case lost
        /// The server got a signal that ends it.
        case signalled
        /// A fault ends the dialogue with this code.
        case stopped(Int32)
    }

    /// - Parameters:
    ///   - server: its group is to be its own; stderr is inherited.
    ///   - succession: replaces the server; not with faults.
    package init(
        _ server: Launch, inspector: DialogueInspector, faults: FrameFaultPlan? = nil,
        succession: ServerSuccession? = nil
    ) throws(SystemError) {
        self.inspector = inspector
        self.succession = succession
        self.faults = faults
        signals = try SignalPipe(Self.forwarded + [SIGTSTP, SIGCONT, SIGCHLD])
        // The bytes that wait are bounded by those that are read.
        self.server = try PipedProcess(
            server, [.input, .output], mostUnread: .max, leavesGroup: true)
        guardServers()
    }

    /// - Returns: the exit code: the server's, or 128 plus the number of the signal that ended it.
    package func run() -> Int32 {
        while !isOver { turn() }
        concludeFaults()
        for side in RPCPeer.allCases { end(of: side, at: .now) }
        succession?.conclude()
        inspector.conclude(exit: ownExit)
        report()
        defer { warden?.watch([]) }
        if case .stopped(let code) = life {
            if server.outcome == nil { kill(-server.pid, SIGKILL) }
            return code
        }
        return server.outcome?.code ?? ExitStatus.defect.rawValue
    }

    private var isOver: Bool {
        guard !client.isBehind, !steps.isWaiting(for: .client) else { return false }
        if isStopped { return server.outcome != nil || server.queued == 0 && !steps.isWaiting(for: .server) }
        return server.outcome != nil && server.outputNumber == nil && life != .replacing
    }

    private var isStopped: Bool { if case .stopped = life { true } else { false } }

    /// The exit code of a server that has ended by itself; any other code is not the server's own.
    private var ownExit: Int32? {
        life == .signalled || isStopped || server.wasStopped ? nil : server.outcome?.code
    }

    // MARK: The loop

    private func turn() {
        var set = PollSet(reading: [signals.descriptor])
        let incoming = set.add(mayReadClient ? client.input : nil)
        let outgoing = set.add(mayReadServer ? server.outputNumber : nil)
        let toServer = set.add(server.writing, for: .writing)
        let toClient = set.add(client.writing, for: .writing) ?? set.add(client.listening, for: .hangUp)
        succession?.fill(&set)
        set.add(reports.isEmpty ? nil : StandardStream.diagnostics, for: .writing)
        set.add(inspector.recordingDescriptors?.writing, for: .writing)
        let words = set.add(inspector.recordingDescriptors?.words)
        set.wait(until: deadline)
        let now = Instant.now
        if set.isReady(0) { handleSignals() }
        if set.isReady(outgoing) { readServer(at: now) }
        if set.isReady(incoming) { readClient(at: now) }
        if set.isReady(toServer) { server.write() }
        if set.isReady(toClient) { serveClient() }
        if set.isReady(words) { inspector.endRecording() }
        inspector.writeRecording()
        proceed(at: .now)
        guardServers()
        takeSteps()
        report()
    }

    private var mayReadClient: Bool {
        server.takesInput && !isStopped && mayGive(.server) && (succession == nil || server.outcome == nil)
    }
    private var mayReadServer: Bool { !isStopped && mayGive(.client) }

    /// True if a side takes more than it has.
    private func mayGive(_ receiver: RPCPeer) -> Bool {
        !steps.isWaiting(for: receiver) && hasRoom(receiver)
    }

    private func hasRoom(_ receiver: RPCPeer) -> Bool {
        receiver == .client ? !client.isBehind : server.queued < Self.mostUnread
    }

    private var deadline: Instant? {
        earliest(
            server.deadline, inspector.deadline, faults?.deadline,
            succession?.deadline(in: inspector.table, isOpen: isOpen))
    }

    private func proceed(at now: Instant) {
        inspector.proceed(at: now)
        perform(faults?.proceed(at: now) ?? [])
        if server.reap() != nil, server.outputNumber != nil, !client.isBehind { readServer(at: now) }
        succeed(at: now)
        if client.isGone { abandonServer() }
    }

    /// The client is gone: the server gets the end of its input, and some time.
    private func abandonServer() {
        guard !server.isEnding else { return }
        concludeFaults()
        let isWithheld = faults?.withholdsEnd == true
        if !isWithheld { server.closeInput() }
        server.stop(after: isWithheld ? Self.withheldGrace : Self.grace, within: Self.grace)
    }

    // MARK: Bytes

    private func readClient(at now: Instant) {
        let count = inspector.read(from: .client) { room in
            let count = client.read(into: room)
            pass(room.prefix(count), to: .server)
            return count
        }
        guard count > 0 else {
            // A signal that came before the end is passed on before it, too.
            handleSignals()
            end(of: .client, at: now)
            if faults?.withholdsEnd != true { server.endInput() }
            return
        }
        inspect(.client, at: now)
        // As if the pipe were the server's own.
        if !server.takesInput, succession == nil { client.closeInput() }
    }

    /// - Returns: the number of bytes.
    @discardableResult
    func readServer(at now: Instant) -> Int {
        let count = inspector.read(from: .server) { room in
            let count = server.readOutput(into: room)
            pass(room.prefix(count), to: .client)
            return count
        }
        if count > 0 { inspect(.server, at: now) }
        if server.outputNumber == nil { end(of: .server, at: now) }
        return count
    }

    private var forwardsBytes: Bool { faults == nil && succession == nil }

    /// Forwards bytes as they come, from where they were read; whole frames, which may change, are forwarded one by one.
    private func pass(_ bytes: Slice<UnsafeMutableRawBufferPointer>, to receiver: RPCPeer) {
        guard forwardsBytes, !bytes.isEmpty else { return }
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        if receiver == .client { client.pass(bytes) } else { server.pass(bytes) }
    }

    /// Looks at the frames that are whole now.
    private func inspect(_ sender: RPCPeer, at now: Instant) {
        if forwardsBytes {
            while inspector.next(from: sender, at: now) != nil {}
        } else {
            while let observation = inspector.next(
                from: sender, at: now, as: { sender == .server ? succession?.renamed($0) ?? $0 : $0 })
            { process(observation, at: now) }
        }
    }

    /// Forwards a frame that was not forwarded before.
    func process(_ observation: Observation, at now: Instant) {
        let (sender, framing) = (observation.sender, inspector.framing)
        if let succession {
            send(succession.pass(observation, in: framing, inspector.table, at: now), to: sender.other)
        } else {
            perform(faults?.receive(observation.item, from: sender, in: framing, at: now) ?? [])
        }
    }

    func send(_ bytes: [UInt8], to receiver: RPCPeer) {
        switch receiver {
        case .client: client.give(bytes)
        case .server: if server.give(bytes) { server.write() }
        }
    }

    private func serveClient() {
        guard client.isBehind else { return client.closeOutput() }
        client.write()
    }

    /// A side will send nothing more.
    private func end(of sender: RPCPeer, at now: Instant) {
        guard hasEnded.insert(sender).inserted else { return }
        if let rest = inspector.end(of: sender, at: now) { process(rest, at: now) }
        perform(faults?.end(of: sender, at: now) ?? [])
    }

    private func perform(_ decided: [FrameStep]) {
        for step in decided where !isStopped {
            switch step {
            case .send(let bytes, let receiver) where !steps.isWaiting(for: receiver): send(bytes, to: receiver)
            case .send(_, let receiver), .fill(_, _, let receiver): steps.append(step, for: receiver)
            case .exit(let code): life = .stopped(code)
            }
        }
    }

    private func takeSteps() {
        for receiver in RPCPeer.allCases {
            while hasRoom(receiver), let bytes = steps.next(for: receiver) { send(bytes, to: receiver) }
        }
    }

    /// Tells the guard which groups are there: one that is gone may be somebody else's soon.
    private func guardServers() {
        warden?.watch((server.outcome == nil ? [-server.pid] : []) + (succession?.processes ?? []).map { -$0.pid })
    }

    // MARK: The user

    /// Reports what the faults did while there is time: who asks us to end may kill us next.
    private func concludeFaults() {
        for text in faults?.conclude(at: .now) ?? [] { offer(text) }
        report()
    }

    private func report() {
        for text in inspector.takeReports() { offer(text) }
        try? reports.write(to: StandardStream.diagnostics)
    }

    func offer(_ text: String) { _ = reports.offer(Array("viperline rpc: \(text)\n".utf8)) }

    // MARK: Signals

    private func handleSignals() {
        for number in signals.take() {
            switch number {
            case SIGCHLD: break
            case SIGTSTP: suspend()
            default: pass(number)
            }
        }
    }

    private func pass(_ number: Int32) {
        if number == SIGUSR1, let succession { return succession.request(because: "asked by SIGUSR1") }
        if life == .open, [SIGTERM, SIGINT, SIGHUP, SIGQUIT].contains(number) { life = .signalled }
        if [SIGTERM, SIGINT, SIGHUP].contains(number) {
            faults?.signal(number, at: .now)
            if faults?.withholdsSignals == true { return }
            concludeFaults()
        }
        if server.outcome == nil {
            kill(-server.pid, number)
        } else if number != SIGCONT, number != SIGWINCH {
            // Nobody reads what the server has left.
            client.closeOutput()
        }
    }

    /// Stops the server and this process until somebody continues us.
    private func suspend() {
        if server.outcome == nil { kill(-server.pid, SIGTSTP) }
        SignalPipe.uninstall(SIGTSTP)
        raise(SIGTSTP)
        SignalPipe.install(SIGTSTP)
        if server.outcome == nil { kill(-server.pid, SIGCONT) }
    }
}
