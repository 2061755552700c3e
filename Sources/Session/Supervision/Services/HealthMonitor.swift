import Composition
import Platform
import Processes

/// Checks one service: starts the check's process, ends it when it takes too long, and keeps the last lines of its
/// output.
///
/// A monitor is not a ``PipedProcess``: both streams of a check are one pipe, and the reaper ends its whole session.
final class HealthMonitor {

    /// Most lines of a check's output that are kept.
    private static let linesKept = 5

    private let check: HealthCheck
    private let folder: String?
    private var health: Health
    /// The process of the check that runs.
    private(set) var pid: pid_t?
    /// The token that the check and all that it starts have in their environment.
    private(set) var token = ""
    /// The check's beginning, as the system counts time.
    private(set) var beginning = 0
    private let output = StderrPipe()
    private var lines: [String] = []
    /// Why the last check failed, and the last lines that it wrote.
    private(set) var lastWords: [String] = []

    /// - Parameter folder: where the service runs.
    init(_ check: HealthCheck, in folder: String?) {
        self.check = check
        self.folder = folder
        health = Health(check)
    }

    var state: HealthState { health.state }
    var nextDeadline: Instant? { health.deadline }
    /// The descriptor of a check's output; nil between checks.
    var descriptor: Int32? { output.descriptor }
    /// The ids that end the process of the running check.
    var targets: [pid_t] { pid.map { [-$0, $0] } ?? [] }

    // MARK: - The service

    func serviceStarted(at now: Instant) { health.serviceStarted(at: now) }

    /// The service has no process to check.
    func stop() {
        health.serviceEnded()
        kill()
    }

    // MARK: - A check

    func step(at now: Instant) -> Health.Step? { health.step(at: now) }

    /// - Parameter environment: that of the service, with a token of its own.
    func start(in environment: [String: String]) throws(SystemError) {
        let pipe = try Pipe.open()
        var launch = Launch(check.command)
        launch.files = [.init("/dev/null", O_RDONLY, as: 0)]
        launch.descriptors = [(pipe.writer.number, 1), (pipe.writer.number, 2)]
        launch.environment = environment
        launch.workingDirectory = folder
        launch.group = .ownSession
        lines = []
        let started = try launch.start()
        pid = started
        token = environment[OrphanGuard.tokenVariable] ?? ""
        beginning = SystemProcess.of(started)?.beginning ?? 0
        output.open(pipe.reader)
    }

    /// Kills everything in the check's process group; a process that has left the group ends as soon as the check has.
    func kill() {
        for target in targets { Platform.kill(target, SIGKILL) }
    }

    /// Reads some output of the check; the last lines are kept.
    func readOutput() {
        lines = (lines + output.read().suffix(Self.linesKept)).suffix(Self.linesKept)
    }

    /// The check's process has ended.
    func ended(_ outcome: Outcome, at now: Instant) -> Health.Change {
        output.processEnded()
        while output.descriptor != nil { readOutput() }
        pid = nil
        return finished(
            succeeded: outcome == .exited(0) && !health.isOverdue,
            because: health.isOverdue ? "it took longer than \(check.timeout.formatted)" : "it \(outcome)", at: now)
    }

    func couldNotStart(_ error: SystemError, at now: Instant) -> Health.Change {
        pid = nil
        return finished(succeeded: false, because: "it could not be started: \(error)", at: now)
    }

    private func finished(succeeded: Bool, because reason: String, at now: Instant) -> Health.Change {
        lastWords = succeeded ? [] : [reason] + lines.map(SessionLog.printable)
        lines = []
        return health.checkEnded(succeeded: succeeded, at: now)
    }
}

extension Duration {
    /// The duration in seconds, such as `1.5 s`.
    fileprivate var formatted: String {
        let seconds = self / .seconds(1)
        return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
    }
}
