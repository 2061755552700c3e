package import Platform

/// A child with pipes to this process as its standard streams. No call waits, except ``end(within:turn:)``. The child is killed when this
/// object goes.
///
/// - At most `mostUnread` bytes wait until the child reads them.
/// - The child's output waits in the pipe until the caller reads; after the child's end, the rest of it is read, and no more
///   (``ChildOutput``).
/// - The child is signalled only until it is reaped: afterwards another process may have its number.
///
/// Writing needs a process that ignores SIGPIPE.
package final class PipedProcess {

    package struct Streams: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        package static let input = Streams(rawValue: 1)
        package static let output = Streams(rawValue: 2)
        package static let diagnostics = Streams(rawValue: 4)
    }

    package let pid: pid_t
    private var input: Descriptor?
    private var unread: OutputQueue
    /// Lines that the child did not get, because it had closed its stdin.
    private var lostLines = 0
    private var endsInput = false
    private var output = ChildOutput()
    private var diagnostics = ChildOutput()
    /// The last bytes of the child's stderr that were read.
    package private(set) var lastWords: [UInt8] = []
    private let mostWords: Int
    package private(set) var outcome: Outcome?
    private var ending = Ending.open
    /// True if processes that the child has started survive it: one may be an independent program, such as a browser.
    private var leavesGroup: Bool

    /// The way on which the child is to end.
    private enum Ending {
        case open
        /// Then ``reap()`` asks the child to end, and gives it some time.
        case asking(at: Instant, grace: Duration)
        /// Then ``reap()`` kills the child.
        case killing(at: Instant, wasAsked: Bool)
        case killed
    }

    /// Bytes of one read.
    package static let chunk = 1 << 16
    /// Bytes of the last words.
    package static let wordsKept = 1 << 12

    /// - Parameters:
    /// - launch: its group is to be the child's own. The streams that are not piped are as the launch has them, or inherited.
    ///   - mostUnread: the most bytes that may wait until the child reads them.
    ///   - mostWords: the bytes of its stderr that are kept.
    ///   - leavesGroup: whether the other processes of its group live on when it ends without being stopped.
    package init(
        _ launch: Launch, _ streams: Streams = [.input, .output], mostUnread: Int,
        mostWords: Int = PipedProcess.wordsKept, leavesGroup: Bool = false
    ) throws(SystemError) {
        unread = OutputQueue(limit: mostUnread)
        self.mostWords = mostWords
        self.leavesGroup = leavesGroup
        var launch = launch
        var ours: Descriptor?
        let stdin = try streams.contains(.input) ? Self.pipe(0, of: &launch, &ours) : nil
        input = ours.take()
        let stdout = try streams.contains(.output) ? Self.pipe(1, of: &launch, &ours) : nil
        if let end = ours.take() { output = ChildOutput(end) }
        let stderr = try streams.contains(.diagnostics) ? Self.pipe(2, of: &launch, &ours) : nil
        if let end = ours.take() { diagnostics = ChildOutput(end) }
        pid = try launch.start()
        // The ends are the child's alone from now on.
        _ = consume stdin
        _ = consume stdout
        _ = consume stderr
    }

    /// Opens a pipe for one of the child's streams.
    /// - Returns: the child's end.
    private static func pipe(
        _ stream: Int32, of launch: inout Launch, _ ours: inout Descriptor?
    ) throws(SystemError) -> Descriptor {
        let pipe = try Pipe.open()
        launch.descriptors.append((stream == 0 ? pipe.reader.number : pipe.writer.number, stream))
        guard stream == 0 else {
            ours = pipe.reader.nonBlocking()
            return pipe.writer
        }
        ours = pipe.writer.nonBlocking()
        return pipe.reader
    }

    deinit { if outcome == nil { GroupLeader.end(pid) } }

    // MARK: Its input

    /// Bytes that wait until the child reads them.
    package var queued: Int { unread.count }
    /// The number of lines that wait, with lines that the child did not get because it had closed its stdin.
    package var queuedLines: Int { unread.lines + lostLines }
    /// True if the child has read all bytes of ``give(_:)``.
    package var hasReadAll: Bool { queued == 0 && (input?.isEmptyPipe ?? true) }
    package var takesInput: Bool { input != nil }
    /// The descriptor to poll for writing; nil if nothing waits.
    package var writing: Int32? { unread.isEmpty ? nil : input?.number }

    /// Queues bytes for the child; ``write()`` writes them.
    /// - Returns: false, and queues nothing, if there is no room or it has closed its stdin.
    package func give(_ bytes: some Collection<UInt8>) -> Bool {
        input != nil && unread.offer(Array(bytes))
    }

    /// Queues a line, whose line feed is added.
    package func give(line: [UInt8]) -> Bool {
        input != nil && unread.offer(line + [0x0A])
    }

    /// Writes bytes at once as far as the pipe takes them, and queues the rest.
    package func pass(_ bytes: UnsafeRawBufferPointer) {
        guard let number = input?.number else { return }
        do throws(OutputQueue.Failure) { try unread.write(bytes, to: number) } catch { closeInput() }
    }

    /// Writes as many queued bytes as the pipe takes, and closes its stdin after the last one if no more will follow.
    package func write() {
        guard let number = input?.number else { return }
        do throws(OutputQueue.Failure) { try unread.write(to: number) } catch { return closeInput() }
        if endsInput, unread.isEmpty { input = nil }
    }

    /// Closes the child's stdin once everything is written.
    package func endInput() {
        endsInput = true
        write()
    }

    /// Closes the child's stdin at once.
    package func closeInput() {
        lostLines += unread.lines
        unread.removeAll()
        input = nil
    }

    /// Adds what it writes, and its stdin while something waits there.
    /// - Parameter reads: whether its stdout is read now.
    package func add(to set: inout PollSet, reading reads: Bool = true) {
        set.add(reads ? outputNumber : nil)
        set.add(diagnosticsNumber)
        set.add(writing, for: .writing)
    }

    // MARK: Its output

    /// The descriptor to poll; nil at the end.
    package var outputNumber: Int32? { output.descriptor }
    package var diagnosticsNumber: Int32? { diagnostics.descriptor }
    /// True if all that the child's stdout will ever give has been read, and no other process holds it.
    package var isSilent: Bool { output.descriptor == nil && !output.isHeld }

    /// - Returns: the number of bytes; 0 if there are none now, or no more.
    package func readOutput(into space: UnsafeMutableRawBufferPointer) -> Int { output.read(into: space) }

    /// - Returns: the bytes that have arrived; empty if there are none now, or no more.
    package func readOutput() -> [UInt8] { output.read(most: Self.chunk) }

    /// Reads the child's stderr, and keeps the last bytes.
    /// - Returns: the bytes that have arrived.
    @discardableResult package func readDiagnostics() -> [UInt8] {
        let bytes = diagnostics.read(most: Self.chunk)
        lastWords = (lastWords + bytes).suffix(mostWords)
        return bytes
    }

    /// Waits for the child to write or read, then writes to it and reads from it.
    /// - Parameters:
    ///   - time: the longest wait; nil for no limit.
    ///   - other: a descriptor that ends the wait, too, when it is readable.
    /// - Returns: the bytes of its stdout and its stderr.
    @discardableResult
    package func exchange(within time: Duration?, orReading other: Int32? = nil) -> [UInt8] {
        var set = PollSet()
        set.add(other)
        add(to: &set)
        set.wait(for: time)
        write()
        return readOutput() + readDiagnostics()
    }

    /// Closes the pipe of its stdout, which it cannot write to from now on.
    package func closeOutput() { output = ChildOutput() }

    // MARK: Its end

    /// Checks whether the child has ended, and kills it when its time is up.
    @discardableResult package func reap() -> Outcome? {
        guard outcome == nil else { return outcome }
        outcome = leavesGroup ? Outcome.reaped(pid) : GroupLeader.reap(pid)
        if outcome != nil {
            output.childEnded()
            diagnostics.childEnded()
        } else if let deadline, deadline <= .now {
            proceed()
        }
        return outcome
    }

    private func proceed() {
        if case .asking(_, let grace) = ending { return stop(within: grace) }
        ending = .killed
        // The child may have left its group.
        Platform.kill(pid, SIGKILL)
        signal(SIGKILL)
    }

    /// The time of the next step towards the child's end, which ``reap()`` takes; nil if none is left.
    package var deadline: Instant? {
        switch ending {
        case .asking(let time, _), .killing(let time, _): outcome == nil ? time : nil
        case .open, .killed: nil
        }
    }

    /// True if the child had to be killed, because it did not end in time.
    package var wasKilled: Bool { if case .killed = ending { true } else { false } }

    /// True if the child was asked to end or had to be killed, so that its exit code is not its own.
    package var wasStopped: Bool {
        switch ending {
        case .killing(_, let wasAsked): wasAsked
        case .killed: true
        case .open, .asking: false
        }
    }

    /// True if the child is to end, or has.
    package var isEnding: Bool { if case .open = ending { outcome != nil } else { true } }

    /// Signals the child and its group; processes that it has started end with it then.
    package func signal(_ number: Int32) {
        leavesGroup = false
        if outcome == nil { kill(-pid, number) }
    }

    package func signalAlone(_ number: Int32) { if outcome == nil { kill(pid, number) } }

    /// Asks the child and its group to end, and kills them if it has not ended by then (``reap()``).
    package func stop(within grace: Duration) {
        signal(SIGTERM)
        ending = .killing(at: .now + grace, wasAsked: true)
    }

    /// Gives the child time to end by itself, then asks it, and kills it if it has not ended after the grace (``reap()``).
    package func stop(after patience: Duration, within grace: Duration) {
        ending = .asking(at: .now + patience, grace: grace)
    }

    /// Waits for the child's end, and kills it after that time.
    /// - Parameter turn: takes some milliseconds, to read and write meanwhile.
    @discardableResult package func end(within grace: Duration, turn: () -> Void = { usleep(1000) }) -> Outcome {
        ending = .killing(at: .now + grace, wasAsked: wasStopped)
        while true {
            if let outcome = reap() { return outcome }
            turn()
        }
    }
}
