import Platform
package import Processes
import Wire

/// A role that the caller starts and feeds, in place of the bus. Its stderr is the caller's, unless its last lines are kept.
package final class RoleProcess {
    private let process: PipedProcess
    /// Input that came after the role had closed its stdin.
    private var refusedBytes = 0
    private var refusedLines = 0
    private var lines: LineBuffer
    /// Bytes that the role has written since its lines were last read.
    private var pending = 0
    /// At this many pending bytes, output is not read until its lines are.
    private let mostPending: Int
    private let printsDiagnostics: Bool
    private let relocation: RelocatedPaths

    /// - Parameters:
    ///   - command: the program's path and its arguments.
    ///   - environment: all of it; the role's name and run are added.
    ///   - isRestored: whether the first line is a state to begin with.
    ///   - mostPending: how many bytes of its output may wait until its lines are read.
    ///   - descriptors: further descriptors for it.
    /// - workingDirectory: nil for the caller's.
    ///   - keepsDiagnostics: whether the end of its stderr is kept in ``diagnostics``, and not printed.
    ///   - printsDiagnostics: whether what is kept is printed too, as it comes.
    ///   - relocation: folders that it has copies of.
    package init(
        _ command: [String], service: String, run: String, environment: [String: String], isRestored: Bool = false,
        lineLimit: Int = LineBuffer.standardLimit, mostPending: Int = 1 << 24,
        descriptors: [(ours: Int32, theirs: Int32)] = [], workingDirectory: String? = nil,
        keepsDiagnostics: Bool = false, printsDiagnostics: Bool = false, relocation: RelocatedPaths = .none
    ) throws(SystemError) {
        lines = LineBuffer(limit: lineLimit)
        self.printsDiagnostics = printsDiagnostics
        self.relocation = relocation
        self.mostPending = mostPending
        var launch = Launch(command)
        launch.environment = environment.merging(["VIPERLINE_SERVICE": service, "VIPERLINE_RUN": run]) { $1 }
        launch.environment?["VIPERLINE_RESTORED"] = isRestored ? "1" : nil
        launch.descriptors = descriptors
        launch.workingDirectory = workingDirectory
        launch.group = .ownSession
        // Callers look at ``queued`` before they give the role more.
        process = try PipedProcess(
            launch, keepsDiagnostics ? [.input, .output, .diagnostics] : [.input, .output], mostUnread: .max)
    }

    package var isSilent: Bool { process.isSilent }
    /// Bytes not yet written to the role.
    package var queued: Int { process.queued + refusedBytes }
    /// Lines not written to the role as a whole, also lines that came after the end of its stdin.
    package var queuedLines: Int { process.queuedLines + refusedLines }
    package var hasReadAll: Bool { process.hasReadAll && refusedBytes == 0 }
    /// The last bytes of the role's stderr, if they are kept.
    package var diagnostics: [UInt8] { relocation.leaving(process.lastWords) }
    package var hasEnded: Bool { process.reap() != nil }
    package var wasKilled: Bool { process.wasKilled }

    /// Queues lines for the role, each with its LF.
    package func give(_ lines: some Collection<UInt8>) {
        let lines = relocation.entering(Array(lines))
        guard !process.give(lines) else { return }
        refusedBytes += lines.count
        refusedLines += lines.count { $0 == 0x0A }
    }

    package func signal(_ number: Int32) { process.signalAlone(number) }

    package func endInput() { process.endInput() }

    package func closeOutput() { process.closeOutput() }

    /// The role's next line, without LF.
    package func nextLine() -> [UInt8]? {
        while let line = lines.next() ?? (isSilent ? lines.last() : nil) {
            if case .whole(let range) = line { return relocation.leaving(Array(lines.bytes[range])) }
        }
        pending = 0
        return nil
    }

    /// Waits until the role reads or writes, or one of `descriptors` can be read.
    /// - Parameter time: the longest wait; nil for no limit.
    /// - Returns: those of `descriptors` that can be read.
    @discardableResult
    package func turn(alsoReading descriptors: [Int32] = [], within time: Duration? = nil) -> [Int32] {
        var pollSet = PollSet(reading: descriptors)
        process.add(to: &pollSet, reading: pending < mostPending)
        pollSet.wait(for: time)
        let ready = pollSet.readyDescriptors
        if let number = process.diagnosticsNumber, ready.contains(number) { readDiagnostics() }
        if let number = process.outputNumber, ready.contains(number) { read() }
        if let number = process.writing, ready.contains(number) { process.write() }
        return ready.filter(descriptors.contains)
    }

    /// Waits for the role's end, and kills it after that time.
    package func leave(within grace: Duration) -> Outcome {
        process.closeInput()
        let outcome = process.end(within: grace) { turn(within: .milliseconds(10)) }
        while process.outputNumber != nil { read() }
        while process.diagnosticsNumber != nil { readDiagnostics() }
        return outcome
    }

    private func read() {
        pending += lines.fill(room: PipedProcess.chunk) { process.readOutput(into: $0) }
    }

    private func readDiagnostics() {
        let bytes = process.readDiagnostics()
        if printsDiagnostics, !bytes.isEmpty { try? StandardStream.write(bytes, to: StandardStream.diagnostics) }
    }
}
