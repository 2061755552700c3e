import Platform
import Processes
import ScreenModel
import ViewMessages
import Wire

/// A command that has the terminal until it ends, as if a shell had started it: in a process group of its own, which gets the keys
/// and their signals. Ctrl-Z stops the whole session with it.
///
/// If the view is killed meanwhile, a guard kills the command: the next view needs the terminal.
struct ForegroundCommand {
    let terminal: Int32
    let output: Int32
    /// Readable when signals have come.
    let signals: Int32
    /// The signal that ends the view.
    private(set) var ending: Int32?

    /// The variable that lets a view run commands. A view that is only tried, or whose user may be elsewhere, runs none.
    static let permission = "VIPERLINE_RUNS_COMMANDS"

    /// Time until an end is looked for without a signal.
    private static let pause = Duration.milliseconds(500)
    /// Time from SIGHUP to SIGKILL.
    private static let grace = Duration.milliseconds(500)
    /// Reads until the view has gone, then kills the group.
    private static let guardScript = "read -r line; kill -KILL \"-$1\""

    // MARK: Running

    /// - Parameters:
    ///   - bus: the bus, whose end ends the command.
    ///   - take: the signals since the last call.
    mutating func run(_ request: CommandRequest, bus: Int32, take: () -> [Int32]) -> ViewOutput.DidRun {
        signal(SIGTTOU, SIG_IGN)
        defer { SignalPipe.uninstall(SIGTTOU) }
        do throws(SystemError) {
            let pid = try start(request)
            let watch = try? Self.watch(pid)
            give(to: pid)
            wait(for: pid, bus: bus, take)
            // Until the command is reaped, nobody else can have its number.
            watch?.signal(SIGKILL)
            _ = watch?.end(within: .zero)
            let outcome = GroupLeader.end(pid)
            tcsetpgrp(terminal, getpgrp())
            return ViewOutput.DidRun(status: Int(outcome.code))
        } catch {
            return request.refusal("\(error)")
        }
    }

    private func start(_ request: CommandRequest) throws(SystemError) -> pid_t {
        var launch = Launch(request.command)
        launch.searchesPath = true
        launch.group = .own
        launch.workingDirectory = request.folder
        launch.environment = Self.environment
        launch.descriptors = [(terminal, 0), (output, 1), (output, 2)]
        return try launch.start()
    }

    /// The session's environment without the variables for its roles.
    private static var environment: [String: String] {
        let own = ["SERVICE", "RUN", "RESTORED", "RECORDED", "LINE_LIMIT", "PROTOCOLS", "WIRING"].map {
            "VIPERLINE_\($0)"
        }
        return OwnEnvironment.variables.filter { !own.contains($0.key) && $0.key != permission }
    }

    private static func watch(_ pid: pid_t) throws(SystemError) -> PipedProcess {
        var launch = Launch(["/bin/sh", "-c", guardScript, "sh", "\(pid)"])
        launch.group = .own
        return try PipedProcess(launch, [.input], mostUnread: 0)
    }

    /// Makes it the group that has the terminal. It may have stopped because it was not.
    private func give(to pid: pid_t) {
        tcsetpgrp(terminal, pid)
        kill(-pid, SIGCONT)
    }

    /// Returns when it has ended and is still to be reaped.
    private mutating func wait(for pid: pid_t, bus: Int32, _ take: () -> [Int32]) {
        while !GroupLeader.hasEnded(pid) {
            if let number = Self.stopSignal(of: pid) { stop(pid, by: number) }
            var set = PollSet(reading: [signals])
            let end = set.add(bus, for: .hangUp)
            set.wait(for: Self.pause)
            for number in take() where [SIGTERM, SIGHUP, SIGINT].contains(number) { ending = number }
            if set.isReady(end) { ending = ending ?? SIGHUP }
            if ending != nil { return Self.hangUp(pid) }
        }
    }

    /// Stops the session as the command has stopped, and continues both.
    private func stop(_ pid: pid_t, by number: Int32) {
        // It was in the background for a moment.
        guard number != SIGTTIN, number != SIGTTOU else { return give(to: pid) }
        tcsetpgrp(terminal, getpgrp())
        SignalPipe.uninstall(SIGTSTP)
        kill(0, SIGTSTP)
        // The process is stopped here until it is continued.
        SignalPipe.install(SIGTSTP)
        give(to: pid)
    }

    private static func hangUp(_ pid: pid_t) {
        kill(-pid, SIGHUP)
        kill(-pid, SIGCONT)
        let deadline = Instant.now + grace
        while !GroupLeader.hasEnded(pid), Instant.now < deadline { usleep(10_000) }
    }

    /// The signal that has stopped it since the last call.
    private static func stopSignal(of pid: pid_t) -> Int32? {
        var information = siginfo_t()
        guard waitid(P_PID, id_t(pid), &information, WSTOPPED | WNOHANG | WNOWAIT) == 0,
            information.si_signo == SIGCHLD
        else { return nil }
        var status: Int32 = 0
        // A stopped process ends only by SIGKILL: then there is nothing to reap any more, and no status either.
        guard waitpid(pid, &status, WNOHANG | WUNTRACED) == pid else { return nil }
        return Outcome.stopSignal(waitStatus: status)
    }

    // MARK: A view that was killed

    /// A killed command stays for a moment as a process that nobody has reaped, and the kernel still counts it as a member of its group.
    private static func hasEnded(group: pid_t) -> Bool {
        guard let leader = SystemProcess.of(group) else { return kill(-group, 0) != 0 && errno == ESRCH }
        return !leader.isAlive
    }

    /// Takes the terminal back from a command whose view was killed: nobody is left in the group that has it.
    /// - Parameter isRestored: whether there was a view before this one.
    static func takeBack(_ terminal: Int32, isRestored: Bool) {
        guard isRestored else { return }
        let deadline = Instant.now + grace
        while case let owner = tcgetpgrp(terminal), owner > 0, owner != getpgrp() {
            if hasEnded(group: owner) {
                signal(SIGTTOU, SIG_IGN)
                tcsetpgrp(terminal, getpgrp())
                SignalPipe.uninstall(SIGTTOU)
                return
            }
            guard Instant.now < deadline else { return }
            usleep(10_000)
        }
    }
}

extension CommandRequest {
    /// The reason why the view does not run it; nil if it does.
    var reasonNotToRun: String? {
        let variable = RoleEnvironment.variable
        if variable(ForegroundCommand.permission) != "1" || ![nil, "0"].contains(variable(RoleEnvironment.printsURLs)) {
            return "this session runs no commands"
        }
        if variable("VIPERLINE_REHEARSAL") != nil { return "this view is only tried" }
        return isAwaited ? nil : "no action of yours asked for it"
    }
}
