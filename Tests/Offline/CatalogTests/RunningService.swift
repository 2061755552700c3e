import Foundation
import TestSupport

/// A catalog that runs during a test; killed at the test's end if necessary.
final class RunningService {
    enum Stream: String { case output, diagnostics }

    private let process: ChildProcess
    private let folder: TemporaryFolder
    private var input: Int32

    init(_ socket: String, environment: [String: String] = [:]) throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        let streams = try [Stream.output, .diagnostics].map { try folder.write("", to: $0.rawValue).path }
        let pipe = folder.path + "/input"
        guard mkfifo(pipe, 0o600) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        // Opened for reading too, so that opening does not block. The child must not inherit it, or its input would
        // never end.
        input = open(pipe, O_RDWR | O_CLOEXEC)
        process = try ChildProcess(
            [CatalogRun.program, "--socket", socket], environment: environment, streams: [pipe] + streams)
    }

    deinit {
        if process.isRunning { kill(process.pid, SIGKILL) }
        endInput()
    }

    func endInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    func send(_ signal: Int32) { kill(process.pid, signal) }

    func exitStatus() -> Int32 { process.wait() }

    /// Waits for a line; returns the available text if none comes.
    func firstLine(of stream: Stream) -> String {
        _ = eventually { text(of: stream).contains("\n") || !process.isRunning }
        return text(of: stream).split(separator: "\n").first.map(String.init) ?? ""
    }

    func rest(of stream: Stream) -> String {
        text(of: stream).split(separator: "\n", omittingEmptySubsequences: false).dropFirst().joined(separator: "\n")
    }

    func text(of stream: Stream) -> String { (try? folder.text(of: stream.rawValue)) ?? "" }
}
