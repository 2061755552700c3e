package import Platform
package import Processes

/// Records a session or a dialogue with a process of our own, `viperline cassette write`. So a slow or full disk does not block
/// the loop, and events that passed before the recorded process is killed still reach the file.
///
/// The writer is not a ``PipedProcess``: it outlives whatever it records.
package final class Recorder {
    /// Bytes that may wait for the writer; further events are counted, not kept.
    private static let mostWaiting = 8 << 20
    /// Bytes that wait for the writer when senders have to wait too. What one read of the bus can add is less than the rest.
    private static let muchWaiting = 2 << 20
    /// How long senders wait for a writer that takes nothing.
    private static let patience = Duration.seconds(1)

    package let path: String
    package let writer: pid_t
    /// The writer's stdin; nil once the recording has ended.
    private var input: Descriptor?
    /// Lines for the writer. They are made in this memory, which stays, and written from it: an ``OutputQueue`` would get its own for each.
    private var waiting: [UInt8] = []
    /// Bytes of `waiting` that are written.
    private var done = 0
    /// When senders stop waiting; nil while the writer keeps up.
    private var held: Instant?
    private var missed = 0
    /// True if events were left out.
    package private(set) var hasMissed = false
    private let diagnostics: Descriptor

    package init(_ file: CassetteOutput, header: CassetteHeader) throws(SystemError) {
        let passages = try Pipe.open()
        let complaints = try Pipe.open()
        path = file.path
        var launch = Launch([OwnExecutable.neighbour("viperline"), "cassette", "write"])
        if file.isCompressed { launch.command.append("--gzip") }
        launch.descriptors = [
            (passages.reader.number, 0), (file.descriptor.number, 1), (complaints.writer.number, 2),
        ]
        // Ctrl-C must not reach it: the recording ends after the session.
        launch.group = .ownSession
        writer = try launch.start()
        passages.writer.widen(to: 1 << 20)
        diagnostics = complaints.reader.nonBlocking()
        input = passages.writer.nonBlocking()
        var header = header
        header.ends = true
        waiting = header.line
    }

    /// The writer's stderr: readable when it reports an error, or has ended.
    package var words: Int32 { diagnostics.number }

    /// The descriptor to poll for writing; nil if nothing waits.
    package var writing: Int32? { unwritten == 0 ? nil : input?.number }

    private var unwritten: Int { waiting.count - done }

    /// When senders that have to wait for the writer no longer have to: it may take nothing any more. Nil if they need not wait.
    package var holdsUntil: Instant? { input == nil ? nil : held }

    /// Adds lines; counts them as missed if the disk is too slow.
    /// - Parameter lines: whole lines, each with its LF.
    package func append(_ lines: [UInt8], count: Int) { append(count: count) { $0 += lines } }

    /// Adds lines that `body` appends; counts them as missed if the disk is too slow.
    package func append(count: Int, _ body: (inout [UInt8]) -> Void) {
        guard input != nil else { return }
        let before = unwritten
        guard before < Self.mostWaiting else { return miss(count) }
        tellMissed()
        body(&waiting)
        if before < Self.muchWaiting, unwritten >= Self.muchWaiting { held = .now + Self.patience }
    }

    /// Counts what is not in the recording.
    package func miss(_ count: Int) {
        missed += count
        hasMissed = true
    }

    /// Writes as much as there is room for.
    package func write() {
        guard let number = input?.number, unwritten > 0 else { return }
        let before = unwritten
        while unwritten > 0 {
            let count = waiting.withUnsafeBytes { Platform.write(number, $0.baseAddress.map { $0 + done }, unwritten) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                if errno != EAGAIN { input = nil }
                break
            }
            done += count
        }
        if held != nil, unwritten < before { held = unwritten < Self.muchWaiting ? nil : .now + Self.patience }
        closeUp()
        if unwritten == 0 { tellMissed() }
    }

    /// Removes what is written once it is the larger part, so that copying stays cheap per byte.
    private func closeUp() {
        guard done > unwritten else { return }
        if unwritten == 0 {
            waiting.removeAll(keepingCapacity: waiting.count <= Self.muchWaiting)
        } else {
            waiting.removeFirst(done)
        }
        done = 0
    }

    private func tellMissed() {
        guard missed > 0 else { return }
        waiting += Passage.missed(missed)
        missed = 0
    }

    // MARK: The end

    /// Writes the rest and waits for the writer's end.
    /// - Parameter exit: the code with which a recorded server ended by itself.
    /// - Returns: why not everything was written; nil if it was.
    package func finish(_ patience: Patience = Patience(), exit: Int32? = nil) -> String? {
        // A stopped writer is continued, as the services are.
        kill(writer, SIGCONT)
        drain(patience)
        if writesAll {
            append(Passage.end(exit: exit), count: 0)
            drain(patience)
        }
        input = nil
        let complaint = lastWords(patience)
        let outcome = Outcome.awaited(writer)
        return outcome == .exited(0) ? nil : complaint ?? "the writer \(outcome)"
    }

    /// True if the writer has taken everything.
    private var writesAll: Bool { input != nil && unwritten == 0 }

    private func drain(_ patience: Patience) {
        while let writing, patience.lasts(writing, for: .writing) { write() }
    }

    /// The writer's last line on stderr. A writer that makes no progress is killed.
    private func lastWords(_ patience: Patience) -> String? {
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 12)
        while true {
            guard patience.lasts(words, for: .reading) else {
                kill(writer, SIGKILL)
                return "the disk makes no progress"
            }
            let count = read(words, &chunk, chunk.count)
            guard count > 0 else { break }
            // Only the last line counts.
            text = (text + chunk[..<count]).suffix(chunk.count)
        }
        let line = String(decoding: text, as: UTF8.self).split(separator: "\n").last
        // The reports name the program that has the writer.
        let own = "viperline: "
        return line.map { String($0.hasPrefix(own) ? $0.dropFirst(own.count) : $0) }
    }
}

extension Recorder {
    /// The longest pause of the writer when the recording ends.
    package struct Patience {
        private let pause: Duration
        private let signals: Int32?
        private let isAsked: () -> Bool

        /// The patience in a session that goes on.
        package static var brief: Patience { Patience(pause: .seconds(1)) }

        package init() { self.init(pause: .seconds(10)) }

        /// - Parameters:
        ///   - signals: readable when the user may not want to wait.
        ///   - isAsked: whether that is so.
        package init(
            pause: Duration = .seconds(10), signals: Int32? = nil, unless isAsked: @escaping () -> Bool = { false }
        ) {
            self.pause = pause
            self.signals = signals
            self.isAsked = isAsked
        }

        /// Waits until the writer has made progress.
        fileprivate func lasts(_ number: Int32, for interest: PollSet.Interest) -> Bool {
            var set = PollSet()
            set.add(number, for: interest)
            set.add(signals)
            let deadline = Instant.now + pause
            while true {
                switch set.wait(until: deadline) {
                case .ready where set.isReady(0): return true
                case .ready: if isAsked() { return false }
                case .interrupted: continue
                case .timedOut, .failed: return false
                }
            }
        }
    }
}
