import JSON
import Platform
import Processes
import Synchronization

/// `viperline-jq`, started for the first question, and again after a program has ended it. Its environment is empty,
/// so a program cannot see that of this process. It bounds its own memory and time; in case it hangs all the same, the limit here is half
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
        let deadline = Instant.now + Self.patience
        do {
            let running = try idle.withLock { $0.popLast() } ?? JQProcess(command)
            // JSON has line feeds only between values.
            let asked = question.json.map { $0 == 0x0A ? UInt8(ascii: " ") : $0 } + [0x0A]
            guard let line = running.exchange(asked, until: deadline) else {
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
    private let process: Mutex<PipedProcess>

    init(_ command: [String]) throws(SystemError) {
        var launch = Launch(command)
        launch.environment = [:]
        launch.files = [.init("/dev/null", O_WRONLY, as: 2)]
        launch.group = .own
        // The process answers each question before it gets the next.
        process = Mutex(try PipedProcess(launch, mostUnread: .max))
    }

    /// Sends a line, and waits for one.
    /// - Returns: nil if the process has ended, does not answer in time, or answers too much.
    func exchange(_ line: [UInt8], until deadline: Instant) -> [UInt8]? {
        process.withLock { process in
            guard process.give(line) else { return nil }
            process.write()
            var received: [UInt8] = []
            while process.takesInput, let output = process.outputNumber {
                var set = PollSet(reading: [output], writing: [process.writing].compactMap(\.self))
                switch set.wait(until: deadline) {
                case .timedOut, .failed: return nil
                case .interrupted: continue
                case .ready: break
                }
                process.write()
                received += process.readOutput()
                if received.last == 0x0A { return received.dropLast() }
                guard received.count <= ProgramProcess.longestReply else { return nil }
            }
            return nil
        }
    }

    /// Kills the process, unless it has ended: one that the system has killed may not be a zombie yet when its pipe closes.
    /// - Returns: the reason for its end, as the end of a sentence.
    func end() -> String {
        process.withLock { process in
            let outcome = process.end(within: .milliseconds(50))
            return process.wasKilled ? "it did not end in time" : Self.reason(outcome)
        }
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
