import CommandBasis
import Commands
import Composition
import Platform
import Processes
import SupervisorMessages
import Wire

/// The place where the demo plays: it prints, waits for the user, and runs commands. All that it has started ends with it.
final class DemoStage {
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    /// The variable that names where sessions are.
    private static let place = "XDG_RUNTIME_DIR"
    private static let ending = [SIGINT, SIGTERM, SIGHUP]
    /// The time of one command.
    private static let patience = Duration.seconds(30)
    /// The time of a user who only looks.
    private static let look = Duration.seconds(4)
    private static let moment = Duration.milliseconds(20)
    /// Bytes of a command's output that are kept.
    private static let mostOutput = 1 << 20
    private static let usualLines = 12

    let isAuto: Bool
    private let executables = Folders.current.executables
    private let signals: SignalPipe
    private let isTerminal = isatty(StandardStream.output) == 1
    /// A session in the background.
    private var session: PipedProcess?
    /// Output of the session that the demo has not printed.
    private var unshown: [UInt8] = []
    /// The folder of the sessions and the recording; the user's own sessions are elsewhere.
    private let folder: PrivateFolder
    private let usualPlace = RoleEnvironment.variable(DemoStage.place)

    init(isAuto: Bool) throws(SystemError) {
        self.isAuto = isAuto
        signals = try SignalPipe(Self.ending)
        folder = try PrivateFolder("\(RoleEnvironment.variable("TMPDIR") ?? "/tmp")/viperline-demo-")
        setenv(Self.place, folder.path, 1)
        // The demo's commands call programs by name, also from an unpacked archive.
        setenv(
            "PATH", ([executables] + [RoleEnvironment.variable("PATH")].compactMap(\.self)).joined(separator: ":"), 1)
    }

    /// The end of the demo.
    func leave() {
        end()
        folder.remove()
    }

    // MARK: The user

    /// - Parameter waits: true if the user decides when the next step begins.
    func explain(_ title: String, _ text: String, waits: Bool = true) throws {
        try print("\n\(emphasized(title))\n\n\(text)\n")
        if waits { try pause("Enter continues, q and Enter leave. ") }
    }

    /// Waits for Enter; with `--auto`, as long as it takes to read.
    func pause(_ question: String) throws {
        guard !isAuto else {
            var pollSet = PollSet(reading: [signals.descriptor])
            pollSet.wait(for: isTerminal ? Self.look : .zero)
            return try leaveIfAsked()
        }
        try print("\n\(question)")
        var pollSet = PollSet(reading: [StandardStream.input, signals.descriptor])
        while !pollSet.isReady(0) {
            pollSet.wait()
            try leaveIfAsked()
        }
        var line = [UInt8](repeating: 0, count: 256)
        let count = read(StandardStream.input, &line, line.count)
        guard count > 0, line[0] != UInt8(ascii: "q") else { throw ExitCode(.done) }
    }

    private func leaveIfAsked() throws {
        if let number = signals.take().first(where: Self.ending.contains) { throw ExitCode(128 + number) }
    }

    private func print(_ text: String) throws { try Output.write(text) }

    private func emphasized(_ text: String) -> String { isTerminal ? "\u{1B}[1m\(text)\u{1B}[0m" : "== \(text) ==" }

    private func announce(_ words: [String]) throws {
        let command = (["viperline"] + words).map { $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: " ")
        try print("\n$ \(command)\n")
    }

    // MARK: Commands

    /// Gives the terminal to a command until it ends.
    func hand(_ words: [String]) throws {
        try announce(words)
        // The command has the terminal and its signals.
        Self.ending.forEach(SignalPipe.uninstall)
        // A browser that it opens needs the place.
        if let usualPlace { setenv(Self.place, usualPlace, 1) } else { unsetenv(Self.place) }
        defer {
            Self.ending.forEach(SignalPipe.install)
            setenv(Self.place, folder.path, 1)
        }
        if case .failure(let error) = ForegroundChild.run(command(words)) { throw error }
        try leaveIfAsked()
    }

    /// Runs a command and prints the beginning of its output.
    /// - Parameter lines: at most.
    func show(_ words: [String], typing commands: [String] = [], lines: Int = usualLines) throws {
        try announce(words)
        let process = try start(words)
        _ = process.give(Array(commands.map { "\($0)\n" }.joined().utf8))
        process.endInput()
        var output: [UInt8] = []
        let deadline = Instant.now + Self.patience
        while !process.isSilent || process.outcome == nil { try turn(process, &output, deadline) }
        try show(output, lines: lines)
        guard process.outcome?.code == 0 else {
            throw Failed(description: "viperline \(words.joined(separator: " ")) failed")
        }
    }

    private func show(_ output: [UInt8], lines: Int = usualLines) throws {
        let all = String(decoding: output, as: UTF8.self).split(separator: "\n")
        let rest = all.count - lines
        try print(
            all.prefix(lines).map { "\(fitting($0))\n" }.joined() + (rest > 0 ? "… and \(rest) more lines\n" : ""))
    }

    /// Cut rather than broken in the middle of a word.
    private func fitting(_ line: Substring) -> String {
        guard isTerminal, line.count > TerminalWidth.current else { return String(line) }
        return "\(line.prefix(max(1, TerminalWidth.current - 1)))…"
    }

    private func command(_ words: [String]) -> [String] { ["\(executables)/viperline"] + words }

    private func start(_ words: [String]) throws(SystemError) -> PipedProcess {
        var launch = Launch(command(words))
        launch.group = .ownSession
        launch.workingDirectory = folder.path
        return try PipedProcess(launch, [.input, .output, .diagnostics], mostUnread: Self.mostOutput)
    }

    private func turn(_ process: PipedProcess, _ output: inout [UInt8], _ deadline: Instant) throws {
        output += process.exchange(within: Self.moment, orReading: signals.descriptor)
        try leaveIfAsked()
        output.removeFirst(max(0, output.count - Self.mostOutput))
        process.reap()
        guard Instant.now < deadline else {
            throw Failed(
                description: "a command took more than 30 s: \(String(decoding: output.suffix(400), as: UTF8.self))")
        }
    }

    // MARK: A session in the background

    /// Starts a session that takes commands from the demo, and prints until it has printed that.
    /// - Returns: its process id.
    func begin(_ words: [String], until text: String) throws -> pid_t {
        try announce(words)
        let process = try start(words)
        session = process
        try listen(until: text)
        return process.pid
    }

    func type(_ command: String, until text: String) throws {
        _ = session?.give(line: Array(command.utf8))
        try listen(until: text)
    }

    private func listen(until text: String) throws {
        guard let session else { return }
        let deadline = Instant.now + Self.patience
        while !String(decoding: unshown, as: UTF8.self).contains(text) {
            guard session.outcome == nil else { break }
            try turn(session, &unshown, deadline)
        }
        // The rest of the screen, which is one write.
        try turn(session, &unshown, deadline)
        try show(unshown)
        guard String(decoding: unshown, as: UTF8.self).contains(text) else {
            throw Failed(description: "the session ended too early")
        }
        unshown = []
    }

    /// Kills a service of the session, and waits until another process has taken its place.
    func kill(_ service: String, of session: pid_t) throws {
        let process = try report(on: service, of: session)?.pid
        guard let pid = process, pid > 1 else { throw Failed(description: "the session has no process \(service)") }
        try print("\n$ kill -9 \(pid)   # the \(service)\n")
        Platform.kill(pid, SIGKILL)
        let deadline = Instant.now + Self.patience
        while let report = try report(on: service, of: session), report.restarts == 0 || report.pid == nil {
            guard let process = self.session else { return }
            try turn(process, &unshown, deadline)
        }
    }

    private func report(on service: String, of session: pid_t) throws -> ServiceReport? {
        try RunningSession.chosen("\(session)").description.services.first { $0.name == service }
    }

    /// Ends the session, and removes its files.
    func end() {
        session?.stop(within: .seconds(3))
        session?.end(within: .seconds(3)) { [session] in session?.exchange(within: Self.moment) }
        session = nil
        unshown = []
        folder.empty()
    }
}
