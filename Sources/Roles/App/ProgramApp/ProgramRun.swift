import Platform
import Processes
import Wire

/// The process of one call, in its own process group, and its pipes.
final class ProgramRun {
    let pid: pid_t
    private var input: Descriptor?
    private var output: Descriptor?
    private var diagnostics: Descriptor?
    /// Input that it has not read yet.
    private var unread = OutputQueue(limit: mostUnread)
    private var endsInput: Bool
    private(set) var outcome: Outcome?
    private var isStopped = false
    /// The end of its stderr.
    private(set) var lastWords: [UInt8] = []

    /// The most bytes that wait for the program. An event that does not fit is lost.
    private static let mostUnread = 1 << 20
    /// The most bytes of stderr that an alert quotes.
    private static let mostWords = 2000
    private static let chunk = 1 << 16

    /// - Parameters:
    ///   - command: searched for in PATH.
    ///   - input: its complete input; nil if events may follow.
    init(_ command: [String], input bytes: [UInt8]?) throws(SystemError) {
        let stdin = try Pipe.open()
        let stdout = try Pipe.open()
        let stderr = try Pipe.open()
        var launch = Launch(command)
        launch.searchesPath = true
        launch.group = .own
        launch.environment = Self.environment
        launch.descriptors = [(stdin.reader.number, 0), (stdout.writer.number, 1), (stderr.writer.number, 2)]
        pid = try launch.start()
        unread.append(bytes ?? [])
        endsInput = bytes != nil
        input = Self.ours(stdin.writer)
        output = Self.ours(stdout.reader)
        diagnostics = Self.ours(stderr.reader)
        write()
    }

    /// The session's environment without the variables for its roles. The token of the orphan guard stays.
    private static var environment: [String: String] {
        let own = ["SERVICE", "RUN", "RESTORED", "RECORDED", "LINE_LIMIT", "PROTOCOLS"].map { "VIPERLINE_\($0)" }
        return OwnEnvironment.variables.filter { !own.contains($0.key) }
    }

    private static func ours(_ end: consuming Descriptor) -> Descriptor {
        end.setNonBlocking()
        return end
    }

    /// Nil unless there is something to write.
    var writing: Int32? { unread.isEmpty ? nil : input?.number }

    /// Nil at the end.
    var outputNumber: Int32? { output?.number }
    var diagnosticsNumber: Int32? { diagnostics?.number }

    // MARK: Its pipes

    /// - Returns: whether there was room.
    func feed(_ line: [UInt8]) -> Bool {
        guard input != nil, unread.offer(line) else { return false }
        write()
        return true
    }

    func write() {
        guard let number = input?.number else { return }
        do throws(StandardStream.Failure) { try unread.write(to: number) } catch { return input = nil }
        if endsInput, unread.isEmpty { input = nil }
    }

    /// Reads what the ended process left in the pipe, and no more: a process that it has started may hold the pipe open
    /// and write for ever.
    /// - Parameter body: gets a piece; returns whether to continue.
    func readRest(_ body: ([UInt8]) throws(StandardStream.Failure) -> Bool) throws(StandardStream.Failure) {
        var left = Self.mostLeft
        while left > 0, output != nil, case let bytes = readOutput(), !bytes.isEmpty {
            left -= bytes.count
            guard try body(bytes) else { return }
        }
        output = nil
    }

    /// The highest capacity of a pipe.
    private static let mostLeft = 1 << 20

    /// - Returns: the bytes that have arrived.
    func readOutput() -> [UInt8] {
        guard let number = output?.number else { return [] }
        guard let bytes = Self.read(number) else {
            // After the program has ended, a grandchild may hold the pipe open.
            if outcome != nil { output = nil }
            return []
        }
        if bytes.isEmpty { output = nil }
        return bytes
    }

    /// - Returns: the bytes that have arrived, for the log.
    func readDiagnostics() -> [UInt8] {
        guard let number = diagnostics?.number, let bytes = Self.read(number) else { return [] }
        if bytes.isEmpty { diagnostics = nil }
        lastWords = (lastWords + bytes).suffix(Self.mostWords)
        return bytes
    }

    /// - Returns: nil if there is nothing now; empty at the end.
    private static func read(_ number: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: chunk)
        var count: Int
        repeat { count = Platform.read(number, &bytes, bytes.count) } while count < 0 && errno == EINTR
        if count < 0 { return errno == EAGAIN ? nil : [] }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    // MARK: Its process

    /// Checks whether it has ended. If it was stopped, everything that it started ends with it; otherwise that may be
    /// an independent program, such as a browser.
    func reap() {
        guard outcome == nil else { return }
        if isStopped { return outcome = GroupLeader.reap(pid) }
        var status: Int32 = 0
        if waitpid(pid, &status, WNOHANG) == pid { outcome = Outcome(waitStatus: status) }
    }

    /// Signals it and everything that it started.
    func signal(_ number: Int32) {
        isStopped = true
        // Until it is reaped, no other group can have its number.
        if outcome == nil { kill(-pid, number) }
    }
}
