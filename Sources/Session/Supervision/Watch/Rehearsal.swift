import Platform
import Processes

/// A changed program, run beside the process that it is to replace: it receives what a successor would receive, and its
/// output goes nowhere. If it dies, nothing is lost but this process. Otherwise it is ended too, and a swap follows.
///
/// A rehearsed process does not become the successor itself, because the old process keeps running meanwhile and has a newer state when
/// it ends.
///
/// A rehearsal is not a ``PipedProcess``, because its backlog stays in the storage that the journal has, and its whole session ends.
final class Rehearsal {

    enum Verdict: Equatable {
        case passed
        case failed(Outcome)
    }

    /// A variable in the environment of a rehearsal, for programs with effects at their start.
    static let variable = "VIPERLINE_REHEARSAL"
    /// After this time, a program passes if it has no inputs or has read them, or if the system does not show what it waits
    /// for.
    static let length = Duration.seconds(1)
    /// After this time, any program passes, even if it has not read its input: it may be busy for longer.
    static let patience = Duration.seconds(10)
    /// The time between two checks, which grows while the rehearsal lasts.
    private static let interval = Duration.milliseconds(5)
    private static let longestInterval = Duration.milliseconds(100)

    private let pid: pid_t
    private let mayEnd: Bool
    private let patience: Duration
    private let began: Instant
    private var look: Instant
    /// The token that the program, and all that it starts, has in its environment.
    private let token: String?
    /// The process's beginning, as the system counts time.
    private let beginning: Int
    /// The program's stdin, in whichever process.
    private let pipe: PipeReading?
    private let hasInputs: Bool
    private var isOver = false
    private var input: Descriptor?
    private var output = ChildOutput()
    private let stderr = StderrPipe()
    private var outbox = Outbox()
    private var hasWritten = false
    /// The last lines of the program's stderr.
    private(set) var lastDiagnostics: [String] = []

    /// - Parameters:
    ///   - backlog: what it receives.
    ///   - mayEnd: whether it may end, because it has nothing to wait for.
    init(
        _ program: ServiceCommand, _ environment: [String: String], receiving backlog: Backlog, mayEnd: Bool,
        patience: Duration = Rehearsal.patience, at now: Instant
    ) throws(SystemError) {
        let stdin = try Pipe.open()
        let stdout = try Pipe.open()
        let stderr = try Pipe.open()
        var launch = Launch(program.command)
        launch.descriptors = [(stdin.reader.number, 0), (stdout.writer.number, 1), (stderr.writer.number, 2)]
        launch.environment = environment.merging([Self.variable: "1"]) { $1 }
        launch.workingDirectory = program.folder
        launch.group = .ownSession
        pid = try launch.start()
        self.mayEnd = mayEnd
        self.patience = patience
        token = environment[OrphanGuard.tokenVariable]
        beginning = SystemProcess.of(pid)?.beginning ?? 0
        pipe = PipeReading(ofPipe: stdin.writer.number)
        hasInputs = !backlog.lines.isEmpty
        began = now
        look = now + Self.interval
        input = stdin.writer.nonBlocking()
        output = ChildOutput(stdout.reader)
        self.stderr.open(stderr.reader)
        outbox.replace(with: backlog.lines)
        feed()
    }

    /// The id that ends the process group of the rehearsal.
    var target: pid_t { -pid }
    var deadline: Instant { look }

    func fill(_ round: inout PollRound, as index: Int) {
        if outbox.count > 0, let number = input?.number { round.add(.rehearsal(index), number, for: .writing) }
        if let number = output.descriptor { round.add(.rehearsal(index), number) }
        if let number = stderr.descriptor { round.add(.rehearsal(index), number) }
    }

    /// Feeds the program, and reads its output.
    /// - Returns: lines of its stderr.
    func attend() -> [String] {
        feed()
        readOutput()
        return readDiagnostics()
    }

    /// The verdict; nil while there is none.
    func judge(at now: Instant) -> Verdict? {
        if GroupLeader.hasEnded(pid) {
            stderr.processEnded()
            let outcome = end() ?? .notStarted
            return mayEnd && outcome == .exited(0) ? .passed : .failed(outcome)
        }
        guard look <= now else { return nil }
        let lasted = now - began
        look = now + min(max(Self.interval, lasted / 16), Self.longestInterval)
        return lasted >= length || isAtRest ? .passed : nil
    }

    private var length: Duration {
        mayEnd || hasInputs && hasTakenAll || pipe?.isAwaited(by: pid) == nil ? Self.length : patience
    }

    private var hasTakenAll: Bool { outbox.count == 0 && input?.isEmptyPipe ?? true }

    /// Lines of the program's stderr that are there.
    func readDiagnostics() -> [String] {
        let lines = stderr.descriptor == nil ? [] : stderr.read()
        lastDiagnostics = (lastDiagnostics + lines.suffix(5).map(SessionLog.printable)).suffix(5)
        return lines
    }

    /// All lines that are left on the process's stderr, after its end.
    func lastWords() -> [String] {
        var lines: [String] = []
        while stderr.descriptor != nil { lines += readDiagnostics() }
        return lines
    }

    /// Ends the program's processes.
    /// - Returns: how it ended; nil if that was known already.
    @discardableResult func end() -> Outcome? {
        guard !isOver else { return nil }
        isOver = true
        let outcome = GroupLeader.endSession(of: pid)
        if let token { MarkedProcess.killAll(with: OrphanGuard.tokenVariable, in: [token], since: beginning) }
        return outcome
    }

    deinit { end() }

    /// True if the program has read its whole input, and waits for more. A process that starts another one may sleep meanwhile, and
    /// holds the same pipe. So only a process counts that sleeps because this pipe is empty, or that has read from it and
    /// written.
    private var isAtRest: Bool {
        guard hasTakenAll else { return false }
        let processes = SystemProcess.all(inSessions: [pid])
        guard !processes.isEmpty, !processes.contains(where: \.mayGoOn) else { return false }
        if hasWritten, hasInputs || mayEnd { return true }
        return processes.contains { pipe?.isAwaited(by: $0.pid) == true }
    }

    private func feed() {
        guard outbox.count > 0, let number = input?.number else { return }
        if outbox.write(to: number) == .gone {
            input = nil
            outbox.clear()
        }
    }

    private func readOutput() { if !output.read(most: PipedProcess.chunk).isEmpty { hasWritten = true } }
}
