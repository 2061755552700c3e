package import JSONRPC
import Platform
package import Processes
import RPCMessages
package import Wire

/// The loop of an ``RPCService`` on the bus, with its server: one thread, one `poll`.
///
/// - Messages of the server → ``RPCService/receive(_:)-(FrameReader.Item)``; its stderr is ours.
/// - Events from the bus → ``RPCService/receive(_:)-(Event)``; none is read before the server is ready, so that they wait in the pipe.
/// - The end of the bus → the open requests, then the server's stdin ends; SIGTERM → the same at once.
/// - The end of the server → errors for the open requests, and our own end: the supervisor starts both again.
package struct ServeLoop: ~Copyable {
    private var service: RPCService
    private let command: [String]
    private let framing: Framing
    private let environment: RoleEnvironment
    private let log: DiagnosticLog
    private var port: EventPort
    private let signals: SignalPipe
    private var server: PipedProcess
    private var reader: FrameReader
    private var startedAt = Instant.now
    private var life = Life.open
    /// True if the status tells that the server is not ready yet.
    private var hasComplained = false

    private enum Life: Equatable {
        case open
        /// Nothing more comes from the bus; requests may have no answer yet.
        case busEnded
        /// The end, with this exit code.
        case over(Int32)

        var isOver: Bool { if case .over = self { true } else { false } }
    }

    /// Bytes that may wait until the server reads them.
    private static let mostUnread = 16 << 20
    /// The server's time after the end of its stdin, and again after SIGTERM.
    private static let grace = Duration.milliseconds(500)
    /// The time after which the status tells that the server is not ready yet.
    private static let longStart = Duration.seconds(10)

    /// - Parameter framing: nil for that of the protocol.
    package init(
        _ settings: RPCService.Settings, framing: Framing?, command: [String], in environment: RoleEnvironment
    ) throws(SystemError) {
        let signals = try SignalPipe([SIGCHLD, SIGTERM, SIGINT])
        server = try Self.start(command)
        self.signals = signals
        service = RPCService(settings)
        self.command = command
        self.framing = framing ?? settings.spoken.table.framing
        self.environment = environment
        log = DiagnosticLog(environment.service)
        port = EventPort(in: environment, stamp: environment.stamp)
        reader = FrameReader(framing: self.framing)
    }

    private static func start(_ command: [String]) throws(SystemError) -> PipedProcess {
        var launch = Launch(command)
        launch.searchesPath = true
        launch.group = .own
        launch.environment = RoleEnvironment.withoutRole(OwnEnvironment.variables)
        return try PipedProcess(launch, [.input, .output], mostUnread: mostUnread)
    }

    /// The exit code if the server did not begin. A supervisor does not start again what has failed in this way and never worked.
    private static let neverBegan: Int32 = 1

    /// - Returns: the exit code: 0 at the end of the bus, 69 if the server ended, 1 if it did not begin.
    package mutating func run() -> Int32 {
        StandardStream.ignoreBrokenPipes()
        do throws(StandardStream.Failure) {
            try perform(service.begin())
            while !life.isOver { try step() }
        } catch {
            if error != .closed {
                log.note("read or write the bus: \(error)")
                life = .over(ExitStatus.unavailable.rawValue)
            }
        }
        endServer()
        return if case .over(let code) = life { code } else { ExitStatus.done.rawValue }
    }

    // MARK: A round

    private mutating func step() throws(StandardStream.Failure) {
        var set = PollSet()
        let signal = set.add(signals.descriptor)
        let output = set.add(server.outputNumber)
        let feeding = set.add(server.writing, for: .writing)
        let bus = set.add(life == .open && service.isReady ? port.input : nil)
        set.wait(until: deadline)
        if set.isReady(signal), signals.take().contains(where: { $0 != SIGCHLD }) {
            life = .over(ExitStatus.done.rawValue)
        }
        if set.isReady(feeding) { server.write() }
        if set.isReady(output) { try readServer() }
        if set.canRead(bus) { try readBus() }
        try waitForServer()
        try perform(service.expire(at: .now))
        try reap()
        if life == .busEnded, !service.hasOpenRequests { life = .over(ExitStatus.done.rawValue) }
    }

    private var deadline: Instant? {
        guard !service.isReady else { return service.deadline }
        return earliest(service.patience.map { startedAt + $0 }, hasComplained ? nil : startedAt + Self.longStart)
    }

    private mutating func readServer() throws(StandardStream.Failure) {
        reader.append(server.readOutput())
        while !life.isOver, let item = reader.next() { try perform(service.receive(item)) }
    }

    private mutating func readBus() throws(StandardStream.Failure) {
        if try !port.fill() { life = .busEnded }
        while !life.isOver, let incoming = port.next() {
            switch consume incoming {
            case .refused(let error, let line): try port.send([Event(refusing: line, because: error)])
            case .event(let event):
                // A rehearsal shows that the server begins; requests would be carried out twice.
                guard !environment.isRehearsal else { continue }
                try perform(service.receive(event))
            }
        }
    }

    private mutating func waitForServer() throws(StandardStream.Failure) {
        guard !service.isReady else { return }
        if let patience = service.patience, startedAt + patience <= .now { try perform(service.passOver()) }
        guard !hasComplained, startedAt + Self.longStart <= .now else { return }
        hasComplained = true
        try port.send([status("The server has not begun yet.", isTrouble: true)])
    }

    private mutating func reap() throws(StandardStream.Failure) {
        guard !life.isOver, let outcome = server.reap() else { return }
        while server.outputNumber != nil { try readServer() }
        if let item = reader.last() { try perform(service.receive(item)) }
        if !life.isOver { try perform(service.end("\(outcome)")) }
    }

    // MARK: Effects

    private mutating func perform(_ effects: [RPCService.Effect]) throws(StandardStream.Failure) {
        for effect in effects {
            switch effect {
            case .send(let message):
                if !server.give(framing.frame(message)) { try perform(service.receive(unsent: message)) }
                server.write()
            case .emit(let event):
                let clears = hasComplained && service.isReady
                if clears { hasComplained = false }
                try port.send((clears ? [status("")] : []) + [event])
                if event.type == RPCServerOutput.Ready.type {
                    try port.send([Event(ProcessOutput.Ready.type, ProcessOutput.Ready())])
                }
            case .report(let sentence): log.note(sentence)
            case .fail(let reason):
                log.note(reason)
                life = .over(service.isReady ? ExitStatus.unavailable.rawValue : Self.neverBegan)
            case .startAgain: try startAgain()
            }
        }
    }

    private mutating func startAgain() throws(StandardStream.Failure) {
        do throws(SystemError) { server = try Self.start(command) } catch {
            return try perform([.fail("\(error)")])
        }
        reader = FrameReader(framing: framing)
        startedAt = .now
        try perform(service.begin())
    }

    private func status(_ text: String, isTrouble: Bool? = nil) -> Event {
        Event(ProcessOutput.Status.type, ProcessOutput.Status(text: text, trouble: isTrouble))
    }

    /// Ends the server's input, then asks the server to end, then kills it.
    private mutating func endServer() {
        server.endInput()
        server.stop(after: Self.grace, within: Self.grace)
        // SIGCHLD ends the wait, too.
        while server.reap() == nil {
            server.exchange(within: server.deadline.map { $0 - .now }, orReading: signals.descriptor)
            _ = signals.take()
        }
    }
}
