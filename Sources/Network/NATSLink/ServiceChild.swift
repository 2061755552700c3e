import NATSBridge
import Platform
import Processes
import Wire

/// A child process that plays a service's part: lines in, lines out, in its own process group. It shares our stderr.
final class ServiceChild {
    let id: ChildID
    private let pid: pid_t
    private var input: Descriptor?
    private var output: Descriptor?
    private var unread = OutputQueue(limit: mostUnread)
    private var endsInput = false
    private var lines: LineBuffer
    private(set) var outcome: Outcome?
    /// The places of its pipes in the last poll set.
    private var (readingPlace, writingPlace): (Int?, Int?) = (nil, nil)

    private static let readSize = 1 << 16
    /// The most bytes of lines that wait until the child reads them.
    private static let mostUnread = 64 << 20

    /// - Parameters:
    ///   - command: searched for in PATH.
    ///   - environment: the complete environment.
    init(_ id: ChildID, _ command: [String], environment: [String: String], lineLimit: Int) throws(SystemError) {
        let stdin = try Pipe.open()
        let stdout = try Pipe.open()
        var launch = Launch(command)
        launch.searchesPath = true
        launch.group = .own
        launch.environment = environment
        launch.descriptors = [(stdin.reader.number, 0), (stdout.writer.number, 1)]
        self.id = id
        lines = LineBuffer(limit: lineLimit)
        pid = try launch.start()
        input = Self.ours(stdin.writer)
        output = Self.ours(stdout.reader)
    }

    private static func ours(_ end: consuming Descriptor) -> Descriptor {
        end.setNonBlocking()
        return end
    }

    /// Adds its pipes to a poll set.
    func add(to set: inout PollSet, reading reads: Bool) {
        (readingPlace, writingPlace) = (nil, nil)
        if reads, let number = output?.number { readingPlace = set.add(number) }
        if !unread.isEmpty, let number = input?.number { writingPlace = set.add(number, for: .writing) }
    }

    var hasEnded: Bool { outcome != nil && output == nil }

    /// Sends a line. Kills a child that does not read, so that its lines do not pile up.
    func send(_ line: [UInt8]) {
        guard input != nil else { return }
        guard unread.offer(line + [0x0A]) else { return kill() }
        write()
    }

    /// Writes waiting lines.
    /// - Parameter set: the one that it was added to, after the wait.
    func write(after set: PollSet) {
        if let writingPlace, set.isReady(writingPlace) { write() }
    }

    private func write() {
        guard let number = input?.number else { return }
        do throws(StandardStream.Failure) { try unread.write(to: number) } catch { closeInput() }
        if endsInput, unread.isEmpty { closeInput() }
    }

    private func closeInput() {
        input = nil
        unread.removeAll()
    }

    /// Ends its input after the waiting lines.
    func endInput() {
        endsInput = true
        write()
    }

    /// Reads available output. Kills a child that has closed its output.
    /// - Parameters:
    ///   - set: the one that it was added to, after the wait.
    ///   - body: receives each line.
    func read(after set: PollSet, _ body: (BridgeInput) -> Void) {
        guard let number = output?.number, outcome != nil || readingPlace.map(set.isReady) == true else { return }
        let count = lines.fill(room: Self.readSize) { Platform.read(number, $0.baseAddress, $0.count) }
        if count < 0, errno == EAGAIN || errno == EINTR {
            // After the process has ended, a grandchild may hold the pipe open.
            if outcome != nil { output = nil }
            return
        }
        if count <= 0 {
            output = nil
            kill()
        }
        while let line = count > 0 ? lines.next() : lines.last() {
            if let input = LineInput.read(line, in: lines, of: id) { body(input) }
        }
    }

    /// Checks whether it has ended; everything that it started ends with it.
    func reap() { if outcome == nil { outcome = GroupLeader.reap(pid) } }

    /// Kills it and everything it has started.
    func kill() {
        // Until it is reaped, no other group can have its number.
        if outcome == nil { _ = Platform.kill(-pid, SIGKILL) }
    }
}

/// The environment of a worker's child.
enum ChildEnvironment {
    /// Our environment, without our own wiring and secrets. The users are at the callers' machines, so a router starts no browser here,
    /// unless our own environment has it otherwise.
    static func make(_ service: String, run: String, lineLimit: Int) -> [String: String] {
        var variables = OwnEnvironment.variables.filter { !isOurs($0.key) }
        variables["VIPERLINE_SERVICE"] = service
        variables["VIPERLINE_RUN"] = run
        variables["VIPERLINE_LINE_LIMIT"] = "\(lineLimit)"
        if variables[RoleEnvironment.printsURLs, default: ""].isEmpty { variables[RoleEnvironment.printsURLs] = "1" }
        return variables
    }

    private static func isOurs(_ name: String) -> Bool {
        name.hasPrefix("NATS_") || name.hasPrefix("VIPERLINE_NATS_") || own.contains(name)
    }

    private static let own = ["RESTORED", "RECORDED", "REHEARSAL", "WIRING", "START"].map { "VIPERLINE_\($0)" }
}
