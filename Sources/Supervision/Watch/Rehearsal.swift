import Composition
import Platform
import Processes
import Wire

/// A changed program, run beside the process that it is to replace: it is told what a successor would be told, and nobody hears
/// it. If it dies, nothing is lost but this process. Otherwise it is ended too, and a swap follows.
///
/// It cannot itself take over what it was told, because the old process goes on meanwhile, and has a newer state when it ends.
final class Rehearsal {
    typealias Instant = ContinuousClock.Instant

    enum Verdict: Equatable {
        case passed
        case failed(Outcome)
    }

    /// In its environment, for programs with effects at their start.
    static let variable = "VIPERLINE_REHEARSAL"
    /// A program that neither writes nor waits for input by then has passed.
    static let length = Duration.seconds(1)
    /// How often it is looked at.
    private static let interval = Duration.milliseconds(5)

    private let pid: pid_t
    private let mayEnd: Bool
    private let began: Instant
    private var look: Instant
    private var input: Descriptor?
    private var output: Descriptor?
    private let stderr = StderrPipe()
    private var outbox = Outbox()
    private var hasWritten = false
    /// The last of its stderr.
    private(set) var lastDiagnostics: [String] = []

    /// - Parameters:
    ///   - backlog: what it is told.
    ///   - mayEnd: whether it has nothing to wait for, so that ending is no mistake.
    init(
        _ program: Program, _ environment: [String: String], told backlog: Backlog, mayEnd: Bool, at now: Instant
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
        began = now
        look = now + Self.interval
        input = Self.ours(stdin.writer)
        output = Self.ours(stdout.reader)
        self.stderr.open(Self.ours(stderr.reader))
        outbox.replace(with: backlog.lines)
        feed()
    }

    private static func ours(_ end: consuming Descriptor) -> Descriptor {
        end.setNonBlocking()
        return end
    }

    /// What ends it.
    var target: pid_t { -pid }
    var deadline: Instant { look }

    func fill(_ round: inout PollRound, as index: Int) {
        if outbox.count > 0, let number = input?.number { round.add(.rehearsal(index), number, for: .writing) }
        if let number = output?.number { round.add(.rehearsal(index), number) }
        if let number = stderr.descriptor { round.add(.rehearsal(index), number) }
    }

    /// Gives it what it takes, and takes what it says.
    /// - Returns: lines of its stderr.
    func attend() -> [String] {
        feed()
        hear()
        return readDiagnostics()
    }

    /// Nil while it is not known.
    func judge(at now: Instant) -> Verdict? {
        var status: Int32 = 0
        if waitpid(pid, &status, WNOHANG) == pid {
            kill(-pid, SIGKILL)
            stderr.processEnded()
            let outcome = Outcome(waitStatus: status)
            return mayEnd && outcome == .exited(0) ? .passed : .failed(outcome)
        }
        guard look <= now else { return nil }
        look = now + Self.interval
        return now - began >= Self.length || isAtRest ? .passed : nil
    }

    /// Lines of its stderr that are there.
    func readDiagnostics() -> [String] {
        let lines = stderr.descriptor == nil ? [] : stderr.read()
        lastDiagnostics = (lastDiagnostics + lines.suffix(5).map(SessionLog.printable)).suffix(5)
        return lines
    }

    /// All that it has left on its stderr, after its end.
    func lastWords() -> [String] {
        var lines: [String] = []
        while stderr.descriptor != nil { lines += readDiagnostics() }
        return lines
    }

    func end() {
        kill(-pid, SIGKILL)
        kill(pid, SIGKILL)
        while waitpid(pid, nil, 0) < 0, errno == EINTR {}
        SystemProcess.killAll(inSessions: [pid])
    }

    /// Whether it has taken all that it was told, and waits for more.
    private var isAtRest: Bool {
        guard outbox.count == 0, input?.isEmptyPipe ?? true else { return false }
        let processes = SystemProcess.all(inSessions: [pid])
        return !processes.contains(where: \.mayGoOn) && (hasWritten || processes.contains(where: \.waitsForInput))
    }

    private func feed() {
        guard outbox.count > 0, let number = input?.number else { return }
        if outbox.write(to: number) == .gone {
            input = nil
            outbox.clear()
        }
    }

    private func hear() {
        guard let number = output?.number else { return }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(number, &chunk, chunk.count)
        if count > 0 { hasWritten = true } else if count == 0 || errno != EAGAIN && errno != EINTR { output = nil }
    }
}
