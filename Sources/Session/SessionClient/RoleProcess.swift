import Platform
package import Processes
import Wire

/// A role that we start and feed ourselves, in place of the bus. Its stderr is ours, unless its last lines are kept.
package final class RoleProcess {
    private let pid: pid_t
    private var hasLeft = false
    private var input: Descriptor?
    private var output: Descriptor?
    /// Callers look at ``queued`` before they give it more.
    private var unread = OutputQueue(limit: .max)
    /// Lines that it closed its stdin before.
    private var droppedLines = 0
    private var endsInput = false
    private var lines: LineBuffer
    /// Bytes that it has written since its lines were last read.
    private var pending = 0
    /// At this many, its output is not read until its lines are.
    private let mostPending: Int
    /// Its stderr, if it is kept.
    private var diagnosticPipe: Descriptor?
    /// The last bytes of its stderr, if they are kept; at most ``mostDiagnostics``.
    package private(set) var diagnostics: [UInt8] = []
    private static let mostDiagnostics = 1 << 12
    private let printsDiagnostics: Bool
    /// Whether it had to be killed, because it did not end in time.
    package private(set) var wasKilled = false

    /// - Parameters:
    ///   - command: the program's path and its arguments.
    ///   - environment: all of it; the role's name and run are added.
    ///   - isRestored: whether the first line is a state to begin with.
    ///   - mostPending: how many bytes of its output may wait until its lines are read.
    ///   - descriptors: further descriptors for it.
    ///   - workingDirectory: nil for ours.
    ///   - keepsDiagnostics: whether the end of its stderr is kept in ``diagnostics``, and not printed.
    ///   - printsDiagnostics: whether what is kept is printed too, as it comes.
    package init(
        _ command: [String], service: String, run: String, environment: [String: String], isRestored: Bool = false,
        lineLimit: Int = LineBuffer.standardLimit, mostPending: Int = 1 << 24,
        descriptors: [(ours: Int32, theirs: Int32)] = [], workingDirectory: String? = nil,
        keepsDiagnostics: Bool = false, printsDiagnostics: Bool = false
    ) throws(SystemError) {
        lines = LineBuffer(limit: lineLimit)
        self.printsDiagnostics = printsDiagnostics
        self.mostPending = mostPending
        let stdin = try Pipe.open()
        let stdout = try Pipe.open()
        var launch = Launch(command)
        launch.environment = environment.merging(["VIPERLINE_SERVICE": service, "VIPERLINE_RUN": run]) { $1 }
        launch.environment?["VIPERLINE_RESTORED"] = isRestored ? "1" : nil
        launch.descriptors = [(stdin.reader.number, 0), (stdout.writer.number, 1)] + descriptors
        launch.workingDirectory = workingDirectory
        launch.group = .ownSession
        if keepsDiagnostics {
            let stderr = try Pipe.open()
            launch.descriptors.append((stderr.writer.number, 2))
            pid = try launch.start()
            diagnosticPipe = Self.ours(stderr.reader)
        } else {
            pid = try launch.start()
        }
        input = Self.ours(stdin.writer)
        output = Self.ours(stdout.reader)
    }

    /// Kills it, for callers that give up, as a verification does at the first difference.
    deinit {
        guard !hasLeft else { return }
        GroupLeader.end(pid)
    }

    private func kill() {
        signal(SIGKILL, to: -pid)
        // In case it has left its process group.
        signal(SIGKILL, to: pid)
    }

    private static func ours(_ end: consuming Descriptor) -> Descriptor {
        end.setNonBlocking()
        return end
    }

    /// Whether all of its output has been read.
    package var isSilent: Bool { output == nil }
    /// Bytes not yet written to it.
    package var queued: Int { unread.count }
    /// Lines not written to it as a whole, also those that it closed its stdin before.
    package var queuedLines: Int { unread.lines + droppedLines }

    /// Whether it has read all that it was given.
    package var hasReadAll: Bool { queued == 0 && (input?.isEmptyPipe ?? true) }

    /// Queues lines for it, each with its LF.
    package func give(_ lines: some Sequence<UInt8>) { unread.append(Array(lines)) }

    package func signal(_ number: Int32) { signal(number, to: pid) }

    private func signal(_ number: Int32, to target: pid_t) {
        Platform.kill(target, number)
    }

    /// Closes its stdin once everything is written.
    package func endInput() { endsInput = true }

    /// Its next line, without LF.
    package func nextLine() -> [UInt8]? {
        while let line = lines.next() ?? (isSilent ? lines.last() : nil) {
            if case .whole(let range) = line { return Array(lines.bytes[range]) }
        }
        pending = 0
        return nil
    }

    /// Waits until it reads or writes, or one of `descriptors` can be read.
    /// - Returns: those of `descriptors` that can be read.
    package func turn(alsoReading descriptors: [Int32] = [], milliseconds: Int32 = -1) -> [Int32] {
        if endsInput, queued == 0 { input = nil }
        var pollSet = PollSet(reading: descriptors)
        if pending < mostPending, let number = output?.number { pollSet.add(number) }
        if queued > 0, let number = input?.number { pollSet.add(number, for: .writing) }
        if let number = diagnosticPipe?.number { pollSet.add(number) }
        pollSet.wait(milliseconds: milliseconds)
        let ready = pollSet.readyDescriptors
        if let number = diagnosticPipe?.number, ready.contains(number) { keepDiagnostics(of: number) }
        if let number = output?.number, ready.contains(number) { read() }
        if let number = input?.number, ready.contains(number) { write() }
        return ready.filter(descriptors.contains)
    }

    /// Waits for its end, and kills it after that time.
    package func leave(within grace: Duration) -> Outcome {
        input = nil
        let deadline = ContinuousClock.now + grace
        var outcome = GroupLeader.reap(pid)
        while outcome == nil {
            if ContinuousClock.now > deadline {
                wasKilled = true
                kill()
            }
            _ = turn(milliseconds: 10)
            outcome = GroupLeader.reap(pid)
        }
        hasLeft = true
        // No more than it left in its pipe: a grandchild may hold the pipe open and write without end.
        var rounds = Self.mostLeftInPipe / Self.chunk
        while output != nil, rounds > 0, hasMore() {
            _ = turn(milliseconds: 0)
            rounds -= 1
        }
        if let number = diagnosticPipe?.number, PollSet.isReady(number) { keepDiagnostics(of: number) }
        return outcome ?? .notStarted
    }

    /// Bytes per read.
    private static let chunk = 1 << 16
    /// The capacity of a pipe at most.
    private static let mostLeftInPipe = 1 << 20

    private func hasMore() -> Bool {
        guard let number = output?.number else { return false }
        return PollSet.isReady(number)
    }

    private func write() {
        guard let number = input?.number else { return }
        do throws(StandardStream.Failure) { try unread.write(to: number) } catch {
            droppedLines += unread.lines
            unread.removeAll()
            input = nil
        }
    }

    private func read() {
        guard let number = output?.number else { return }
        let count = lines.fill(room: Self.chunk) { space in
            Platform.read(number, space.baseAddress, space.count)
        }
        pending += max(0, count)
        if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { output = nil }
    }

    private func keepDiagnostics(of number: Int32) {
        var chunk = [UInt8](repeating: 0, count: Self.chunk)
        let count = Platform.read(number, &chunk, chunk.count)
        if count > 0 {
            diagnostics = Array((diagnostics + chunk[..<count]).suffix(Self.mostDiagnostics))
            if printsDiagnostics { try? StandardStream.write(Array(chunk[..<count]), to: StandardStream.diagnostics) }
        }
        if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { diagnosticPipe = nil }
    }
}
