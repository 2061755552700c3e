import Foundation
import NATSBridge
import NATSLink
import TestSupport

/// `viperline-nats join` with a pipe for its bus: a test writes events to it, and reads what it writes.
final class JoinPipe {
    let process: ChildProcess
    private let folder: TemporaryFolder
    private let input: Int32

    /// - Parameters:
    ///   - name: the join's name.
    ///   - receives: types that come from the bus.
    ///   - sends: types that go to the bus.
    init(
        _ name: String, of session: String = "s", receives: [String], sends: [String], states: [String] = [],
        isAlone: Bool = false, _ server: NATSServer
    ) throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        let files = try ["bus", "errors"].map { try folder.write("", to: $0).path }
        guard mkfifo(folder.path + "/input", 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
        // Opened for reading too, so that opening does not block.
        input = open(folder.path + "/input", O_RDWR | O_CLOEXEC)
        let options =
            receives.flatMap { ["--receives", $0] } + sends.flatMap { ["--sends", $0] }
            + states.flatMap { ["--states", $0] } + (isAlone ? ["--alone"] : [])
        process = try ChildProcess(
            [Products.executable("viperline-nats"), "join", session, "--as", name] + options,
            environment: ["NATS_URL": server.url], streams: [folder.path + "/input"] + files)
    }

    deinit {
        if process.isRunning {
            kill(process.pid, SIGKILL)
            _ = process.wait()
        }
        close(input)
    }

    /// Writes events of a type, with these numbers.
    func write(
        _ type: String, _ numbers: some Sequence<Int>, more: String = "", subject: (Int) -> String? = { _ in nil }
    ) {
        for number in numbers {
            let subject = subject(number).map { "\"subject\":\"\($0)\"," } ?? ""
            write(
                line:
                    #"{"type":"\#(type)","source":"role","id":"e\#(number)",\#(subject)"data":{\#(more)"n":\#(number)}}"#
            )
        }
    }

    func write(line: String) {
        var rest = Array((line + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(input, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private func text(of file: String) -> String {
        (try? String(contentsOfFile: "\(folder.path)/\(file)", encoding: .utf8)) ?? ""
    }

    /// Whole lines that it has written to its bus.
    private var lines: [Substring] {
        text(of: "bus").split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }

    /// The events among them.
    var events: [Substring] { lines.filter { !$0.contains(#""type":"process."#) } }

    /// Their numbers, in order.
    var numbers: [Int] {
        events.compactMap { line in
            guard case .number(let number)? = (try? JSONValue(String(line)))?["data"]["n"] else { return nil }
            return Int(number)
        }
    }

    var isReady: Bool { lines.contains { $0.contains(#""type":"process.output.ready""#) } }
    /// What it has reported to the supervisor.
    var statuses: String { lines.filter { $0.contains("process.output.status") }.joined(separator: "\n") }
    /// What it has logged.
    var errors: String { text(of: "errors") }
}
