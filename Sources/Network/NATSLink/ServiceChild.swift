import NATSBridge
import Platform
import Processes
import Wire

/// A child process that plays a service's part: lines in, lines out, in its own process group. It shares this program's stderr.
final class ServiceChild {
    let id: ChildID
    private let process: PipedProcess
    private var lines: LineBuffer
    /// The places of the child's pipes in the last poll set.
    private var (readingPlace, writingPlace): (Int?, Int?) = (nil, nil)

    /// The most bytes of lines that wait until the child reads them.
    private static let mostUnread = 64 << 20

    init(_ id: ChildID, _ command: [String], _ service: String, run: String, lineLimit: Int) throws(SystemError) {
        var launch = Launch(command)
        launch.searchesPath = true
        launch.group = .own
        launch.environment = Self.environment(service, run: run, lineLimit: lineLimit)
        self.id = id
        lines = LineBuffer(limit: lineLimit)
        process = try PipedProcess(launch, mostUnread: Self.mostUnread)
    }

    private var outcome: Outcome? { process.outcome }

    func add(to set: inout PollSet, reading reads: Bool) {
        readingPlace = set.add(reads ? process.outputNumber : nil)
        writingPlace = set.add(process.writing, for: .writing)
    }

    var hasEnded: Bool { outcome != nil && process.outputNumber == nil }

    /// Sends a line. Kills a child that does not read, so that its lines do not pile up.
    func send(_ line: [UInt8]) {
        guard process.takesInput else { return }
        guard process.give(line: line) else { return kill() }
        process.write()
    }

    func endInput() { process.endInput() }

    /// Reads, writes and reaps as far as that does not wait. Kills a child that has closed its output.
    /// - Parameter set: the one that it was added to, after the wait.
    func serve(after set: PollSet, reading reads: Bool, reaping: Bool) -> [BridgeInput] {
        if reaping { process.reap() }
        if set.isReady(writingPlace) { process.write() }
        var inputs: [BridgeInput] = []
        while reads, process.outputNumber != nil, outcome != nil || set.isReady(readingPlace) {
            _ = lines.fill(room: PipedProcess.chunk) { process.readOutput(into: $0) }
            let isOver = process.outputNumber == nil
            if isOver { kill() }
            while let line = lines.next() ?? (isOver ? lines.last() : nil) {
                if let input = LineInput.read(line, in: lines, of: id) { inputs.append(input) }
            }
            if outcome == nil { break }
        }
        if hasEnded, let outcome { inputs.append(.childEnded(id, how: "\(outcome)")) }
        return inputs
    }

    func kill() { process.signal(SIGKILL) }

    /// Variables of this program's own wiring.
    private static let own = ["RESTORED", "RECORDED", "REHEARSAL", "WIRING", "START"].map { "VIPERLINE_\($0)" }

    /// The program's environment without its own wiring and secrets. Users are at the callers' machines: a router starts no browser here,
    /// unless the program's environment has it otherwise.
    private static func environment(_ service: String, run: String, lineLimit: Int) -> [String: String] {
        var variables = OwnEnvironment.variables.filter { name, _ in
            !name.hasPrefix("NATS_") && !name.hasPrefix("VIPERLINE_NATS_") && !own.contains(name)
        }
        variables["VIPERLINE_SERVICE"] = service
        variables["VIPERLINE_RUN"] = run
        variables["VIPERLINE_LINE_LIMIT"] = "\(lineLimit)"
        if variables[RoleEnvironment.printsURLs, default: ""].isEmpty { variables[RoleEnvironment.printsURLs] = "1" }
        return variables
    }
}
