import JSON
package import NATSBridge
import Platform
package import Processes
package import Wire

/// Runs a ``Bridge`` between standard input and output, a connection and children: one thread, one `poll` (``step()``).
///
/// - Lines from the bus or a child → ``BridgeInput/line(_:)``, ``BridgeInput/childLine(_:_:)``, unless too much output waits.
/// - Wakeups of libnats, its socket → ``NATSConnection`` → ``BridgeInput/message(_:)``, ``BridgeInput/link(_:)``, the log.
/// - SIGCHLD → reaped children → ``BridgeInput/childEnded(_:how:)``; SIGTERM → ``BridgeInput/stopped``.
/// - The bridge's deadline → ``BridgeInput/time``.
/// - The effects of each input → ``perform(_:)``: publishes, subscribes, writes to the bus and children, starts and ends them.
package struct NATSLoop<Part: Bridge>: ~Copyable {
    private var bridge: Part
    private let connection: NATSConnection
    private let environment: RoleEnvironment
    private let log: DiagnosticLog
    private let command: [String]
    private let signals: SignalPipe
    private var lines: LineBuffer
    /// A way to the bus on which no write waits; nil unless that is a pipe.
    private let bus =
        FileStatus(of: StandardStream.output)?.isPipe == true ? StandardStream.reopened(StandardStream.output) : nil
    private var output: OutputQueue
    private var children: [ChildID: ServiceChild] = [:]
    /// The descriptors to wait for; it keeps its memory.
    private var descriptors = PollSet()
    private var hasInputEnded = false
    /// The exit status, and when to stop waiting for published messages to be written.
    private var exit: (status: ExitStatus, deadline: Instant)?
    private var turn = Turn(at: .now)

    /// The most bytes of lines that may wait for the bus; above it, neither NATS nor children are read. The same limit applies to bytes
    /// for NATS; above it, neither the bus nor children are read.
    private static var mostOutput: Int { 1 << 20 }
    private static var readSize: Int { 1 << 16 }

    package init(
        _ bridge: consuming Part, _ connection: NATSConnection, command: [String] = [], in environment: RoleEnvironment
    ) throws(SystemError) {
        self.bridge = bridge
        self.connection = connection
        self.command = command
        self.environment = environment
        log = DiagnosticLog(environment.service)
        signals = try SignalPipe([SIGCHLD, SIGTERM])
        output = OutputQueue(limit: Self.mostOutput, for: bus == nil ? StandardStream.output : nil)
        lines = LineBuffer(limit: environment.lineLimit + 64)
    }

    package mutating func run() -> ExitStatus {
        StandardStream.ignoreBrokenPipes()
        defer { for child in children.values { child.kill() } }
        do throws(StandardStream.Failure) {
            try handle(.started)
            while true {
                try writeToBus()
                connection.flush()
                if let exit, output.isEmpty, connection.hasSent || exit.deadline <= .now { return exit.status }
                try step()
            }
        } catch {
            return ExitStatus(environment.service, endedBy: error)
        }
    }

    /// Writes to the bus, also lines that the bridge adds once the rest is written.
    private mutating func writeToBus() throws(StandardStream.Failure) {
        while !output.isEmpty {
            try output.drain(to: bus ?? StandardStream.output)
            guard output.isEmpty else { return }
            turn.now = .now
            bridge.drained(&turn)
            try performAll()
        }
    }

    // MARK: - A round

    private mutating func step() throws(StandardStream.Failure) {
        let hasRoom = !output.isFull && exit == nil
        let takesMore = connection.unwritten < Self.mostOutput
        descriptors.removeAll()
        let signal = descriptors.add(signals.descriptor)
        let readsBus = !hasInputEnded && bridge.takesLines && takesMore && exit == nil
        let input = readsBus ? descriptors.add(StandardStream.input) : nil
        if !output.isEmpty { descriptors.add(bus ?? StandardStream.output, for: .writing) }
        connection.add(to: &descriptors, reading: hasRoom)
        for child in children.values { child.add(to: &descriptors, reading: hasRoom && takesMore) }
        let deadline = bridge.deadline
        descriptors.wait(until: earliest(deadline, exit?.deadline, connection.deadline))
        let caught = descriptors.isReady(signal) ? signals.take() : []
        if caught.contains(SIGTERM) { try handle(.stopped) }
        if connection.hasChanged(after: descriptors) {
            for status in connection.takeStatus() { try handle(.link(status)) }
            if let end = connection.end, exit == nil {
                log.note("the connection to the server is closed: \(end)")
                exit = (.unavailable, .now)
            }
            turn.now = .now
            for text in connection.takeComplaints(at: turn.now) { turn.complain(text) }
            try performAll()
        }
        // A child's answer is handled before messages that have arrived meanwhile.
        for child in children.values {
            let inputs = child.serve(
                after: descriptors, reading: hasRoom && takesMore, reaping: caught.contains(SIGCHLD))
            if child.hasEnded { children[child.id] = nil }
            for input in inputs { try handle(input) }
        }
        if hasRoom {
            for message in connection.receive(after: descriptors) { try handle(.message(message)) }
        }
        if descriptors.canRead(input) { try readBus() }
        if let deadline, deadline <= .now { try handle(.time) }
    }

    private mutating func readBus() throws(StandardStream.Failure) {
        let count = try lines.fill(room: Self.readSize) { room throws(StandardStream.Failure) in
            try StandardStream.read(StandardStream.input, into: room)
        }
        while let line = count > 0 ? lines.next() : lines.last() {
            guard let input = LineInput.read(line, in: lines, of: nil) else { continue }
            try handle(input)
        }
        guard count == 0 else { return }
        hasInputEnded = true
        try handle(.inputEnded)
    }

    // MARK: - Effects

    private mutating func handle(_ input: consuming BridgeInput) throws(StandardStream.Failure) {
        turn.now = .now
        bridge.handle(input, &turn)
        try performAll()
    }

    private mutating func performAll() throws(StandardStream.Failure) {
        let effects = turn.effects
        turn.effects = []
        for effect in effects { try perform(effect) }
    }

    private mutating func perform(_ effect: BridgeEffect) throws(StandardStream.Failure) {
        do {
            switch effect {
            case .publish(let message): try connection.publish(message)
            case .subscribe(let subject, let group): try connection.subscribe(subject, group: group)
            case .unsubscribe(let subject): connection.unsubscribe(subject)
            case .write(let line):
                output.append(line)
                output.append([0x0A])
            case .log(let text): log.note(text)
            case .startChild(let id, let service, let run): try startChild(id, service, run: run)
            case .sendToChild(let id, let line): children[id]?.send(line)
            case .endChild(let id): children[id]?.endInput()
            case .killChild(let id): children[id]?.kill()
            case .exit(let status): exit = exit ?? (status, .now + .milliseconds(500))
            }
        } catch {
            // The bridge notices the missing acknowledgement; the log has the reason.
            log.note("\(error)")
        }
    }

    private mutating func startChild(_ id: ChildID, _ service: String, run: String) throws(StandardStream.Failure) {
        do throws(SystemError) {
            children[id] = try ServiceChild(id, command, service, run: run, lineLimit: environment.lineLimit)
        } catch {
            try handle(.childNotStarted(id, reason: "\(error)"))
        }
    }
}

/// Turns a line into a bridge's input.
enum LineInput {
    /// The most bytes quoted of a refused line.
    private static let quoted = 200

    /// - Parameter child: the child that wrote it; nil for the bus.
    /// - Returns: nil for a blank line.
    static func read(_ line: LineBuffer.Line, in buffer: borrowing LineBuffer, of child: ChildID?) -> BridgeInput? {
        switch line {
        case .tooLong(let bytes, let beginning):
            return refused(.lineTooLong(bytes: bytes, limit: buffer.limit), buffer.bytes[beginning], child)
        case .whole(let range):
            guard !JSONScanner.isBlank(buffer.bytes.span.extracting(range)) else { return nil }
            do throws(EnvelopeError) {
                let line = try BusLine(Array(buffer.bytes[range]))
                return child.map { .childLine($0, line) } ?? .line(line)
            } catch {
                return refused(error, buffer.bytes[range], child)
            }
        }
    }

    private static func refused(_ error: EnvelopeError, _ line: ArraySlice<UInt8>, _ child: ChildID?) -> BridgeInput {
        let text = String(decoding: line.prefix(quoted), as: UTF8.self)
        return child.map { .childRefused($0, error, line: text) } ?? .refused(error, line: text)
    }
}
