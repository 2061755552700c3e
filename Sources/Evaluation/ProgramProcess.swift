import JSON
import Platform
import Processes
import Synchronization
import Wire

/// `viperline-jq`, started when it is asked for the first time, and again after a program has ended it. It has no environment,
/// so a program cannot see ours, and bounds its own memory and time; here it is given half a minute, in case that it hangs all the
/// same.
package final class ProgramProcess: ProgramRunner {
    private let command: [String]
    private let child = Mutex<Child?>(nil)

    /// Bytes of an answer: as much as a body that the fetcher keeps, and room for escapes.
    static let longestReply = 16 << 20
    private static let patience = Duration.seconds(30)

    /// - Parameter command: the program beside this one by default.
    package init(_ command: [String] = [OwnExecutable.neighbour("viperline-jq")]) {
        self.command = command
    }

    package func run(_ question: Question) throws(RunFailure) -> [Reply.Result] {
        let reply = try child.withLock { child throws(RunFailure) in try answer(question, &child) }
        if let mistakes = reply.mistakes { throw .mistakes(mistakes) }
        let results = reply.results ?? []
        guard results.count == question.inputs.count else { throw .stopped("viperline-jq answered something else") }
        return results
    }

    private func answer(_ question: Question, _ child: inout Child?) throws(RunFailure) -> Reply {
        let deadline = ContinuousClock.now + Self.patience
        do {
            let running = try child ?? Child(command)
            child = running
            // Line feeds in JSON stand between values only.
            let asked = question.json.map { $0 == 0x0A ? UInt8(ascii: " ") : $0 } + [0x0A]
            guard let line = try running.exchange(asked, until: deadline) else {
                child = nil
                throw RunFailure.stopped(running.end())
            }
            return try Reply(json: line)
        } catch let failure as RunFailure {
            throw failure
        } catch {
            child = nil
            throw .stopped("viperline-jq could not be asked: \(error)")
        }
    }
}

/// A running `viperline-jq`. It is killed when this object goes.
private final class Child: Sendable {
    private let pid: pid_t
    private let input: Descriptor
    private let output: Descriptor

    init(_ command: [String]) throws(SystemError) {
        let toChild = try Pipe.open()
        let fromChild = try Pipe.open()
        var launch = Launch(command)
        launch.environment = [:]
        launch.workingDirectory = nil
        launch.descriptors = [(toChild.reader.number, 0), (fromChild.writer.number, 1)]
        launch.files = [.init("/dev/null", O_WRONLY, as: 2)]
        launch.group = .own
        pid = try launch.start()
        input = toChild.writer
        output = fromChild.reader
        input.setNonBlocking()
        output.setNonBlocking()
    }

    deinit { _ = end() }

    /// Sends a line, and waits for one.
    /// - Returns: nil if the process has ended, does not answer in time, or answers too much.
    func exchange(_ line: [UInt8], until deadline: ContinuousClock.Instant) throws(SystemError) -> [UInt8]? {
        var sent = 0
        var received: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let rest = deadline - ContinuousClock.now
            var waits = [pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)]
            if sent < line.count { waits.append(pollfd(fd: input.number, events: Int16(POLLOUT), revents: 0)) }
            let ready = poll(&waits, nfds_t(waits.count), Int32(max(0, min(rest / .milliseconds(1), 60_000))))
            guard ready > 0 else {
                if ready < 0, errno == EINTR { continue }
                return nil
            }
            if waits.count > 1, waits[1].revents != 0 {
                let count = line[sent...].withUnsafeBytes { write(input.number, $0.baseAddress, $0.count) }
                if count > 0 { sent += count } else if errno != EAGAIN, errno != EINTR { return nil }
            }
            guard waits[0].revents != 0 else { continue }
            let count = read(output.number, &chunk, chunk.count)
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0 else { return nil }
            received += chunk[..<count]
            if received.last == 0x0A { return received.dropLast() }
            guard received.count <= ProgramProcess.longestReply else { return nil }
        }
    }

    /// Kills the process, unless it has ended.
    /// - Returns: why it ended, as the end of a sentence.
    func end() -> String {
        var status: Int32 = 0
        // A process that the system has killed may not be a zombie yet when its pipe closes.
        for _ in 0..<50 {
            if waitpid(pid, &status, WNOHANG) == pid { return Self.reason(Outcome(waitStatus: status)) }
            usleep(1000)
        }
        kill(pid, SIGKILL)
        waitpid(pid, &status, 0)
        return "it did not end in time"
    }

    private static func reason(_ outcome: Outcome) -> String {
        switch outcome {
        case .killed(SIGXCPU): "it took more than 2 seconds of processor time"
        case .killed(SIGABRT), .killed(SIGSEGV), .killed(SIGBUS):
            "it needed more than 512 MB of memory, nested values too deep, or gave a function a number out of its range"
        default: "viperline-jq \(outcome)"
        }
    }
}
