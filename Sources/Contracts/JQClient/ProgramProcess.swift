import JSON
import Platform
import Processes
import Synchronization
import Wire

/// `viperline-jq`, started for the first question, and again after a program has ended it. Its environment is empty,
/// so a program cannot see ours. It bounds its own memory and time; in case it hangs all the same, the limit here is half
/// a minute.
package final class ProgramProcess: ProgramRunner {
    private let command: [String]
    /// Processes without a question. Each question takes one, so that a slow program does not delay others.
    private let idle = Mutex<[JQProcess]>([])

    /// Bytes of a reply: as much as a body that the fetcher keeps, and room for escapes.
    static let longestReply = 16 << 20
    private static let patience = Duration.seconds(30)

    /// - Parameter command: the program beside this one by default.
    package init(_ command: [String] = [OwnExecutable.neighbour("viperline-jq")]) {
        self.command = command
    }

    package func run(_ question: JQQuestion) throws(RunFailure) -> [JQReply.Result] {
        let reply = try answer(question)
        if let mistakes = reply.mistakes { throw .mistakes(mistakes) }
        let results = reply.results ?? []
        guard results.count == question.inputs.count else { throw .stopped("viperline-jq answered something else") }
        return results
    }

    private func answer(_ question: JQQuestion) throws(RunFailure) -> JQReply {
        let deadline = ContinuousClock.now + Self.patience
        do {
            let running = try idle.withLock { $0.popLast() } ?? JQProcess(command)
            // JSON has line feeds only between values.
            let asked = question.json.map { $0 == 0x0A ? UInt8(ascii: " ") : $0 } + [0x0A]
            guard let line = try running.exchange(asked, until: deadline) else {
                throw RunFailure.stopped(running.end())
            }
            let reply = try JQReply(json: line)
            idle.withLock { $0.append(running) }
            return reply
        } catch let failure as RunFailure {
            throw failure
        } catch {
            throw .stopped("viperline-jq could not be asked: \(error)")
        }
    }
}

/// A running `viperline-jq`. It is killed when this object goes.
private final class JQProcess: Sendable {
    private let pid: pid_t
    private let input: Descriptor
    private let output: Descriptor
    /// Why it ended, once it is reaped: another process may have its number then.
    private let ending = Mutex<String?>(nil)

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
        ending.withLock { ending in
            let reason = ending ?? reap()
            ending = reason
            return reason
        }
    }

    private func reap() -> String {
        // A process that the system has killed may not be a zombie yet when its pipe closes.
        for _ in 0..<50 {
            if let outcome = GroupLeader.reap(pid) { return Self.reason(outcome) }
            usleep(1000)
        }
        GroupLeader.end(pid)
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
