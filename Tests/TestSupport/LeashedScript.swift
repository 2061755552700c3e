import Foundation
import Processes

/// A shell script whose standard input ends with this value, and with the process of the tests, even if that crashes: its sign to
/// end. The test reads its standard output line by line.
final class LeashedScript: @unchecked Sendable {
    private var leash: Descriptor?
    private let output: Descriptor
    private let pid: pid_t
    private var unread: [UInt8] = []
    /// Why its output could not be read; nil unless that failed.
    private var failure: String?

    /// - Parameter arguments: of the script, from `$1` on.
    init(_ script: String, _ arguments: [String] = [], within command: [String] = []) throws {
        let input = try Pipe.open()
        let output = try Pipe.open()
        var launch = Launch(command + ["sh", "-euc", script, "sh"] + arguments)
        launch.searchesPath = true
        launch.descriptors = [(input.reader.number, 0), (output.writer.number, 1)]
        // The reader of the tests' own output waits until all copies are closed.
        launch.files = [.init("/dev/null", O_WRONLY, as: 2)]
        // Ctrl-C ends the tests, and these end the script.
        launch.group = .ownSession
        pid = try launch.start()
        leash = Self.kept(input.writer)
        self.output = output.reader
    }

    deinit { end() }

    private static func kept(_ end: consuming Descriptor) -> Descriptor { end }

    /// Waits for its next line.
    /// - Returns: nil when all that write to its output have ended.
    func nextLine() -> String? {
        while true {
            if let feed = unread.firstIndex(of: 0x0A) {
                let line = String(decoding: unread[..<feed], as: UTF8.self)
                unread.removeSubrange(...feed)
                return line
            }
            var chunk = [UInt8](repeating: 0, count: 4096)
            let count = read(output.number, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { failure = String(cString: strerror(errno)) }
            guard count > 0 else { return nil }
            unread += chunk[..<count]
        }
    }

    /// Ends it, and waits until it is gone.
    /// - Returns: how it has ended, for a message.
    @discardableResult
    func end() -> String {
        guard leash != nil else { return "ended before" }
        leash = nil
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return "\(failure ?? "its output ended"), \(Outcome(waitStatus: status))"
    }
}
