import Foundation
import Processes

/// A process whose standard streams are files. It does not outlive the process of the tests. Foundation's `Process` does not suit: its children start with blocked
/// signals, and it waits for grandchildren that hold a descriptor.
package final class ChildProcess: @unchecked Sendable {
    package let pid: Int32
    private var status: Int32?

    /// - Parameters:
    ///   - command: a program's path or its name in PATH, and its arguments.
    ///   - streams: the files that become descriptors 0, 1 and 2.
    package init(
        _ command: [String], environment: [String: String] = [:], folder: String? = nil,
        streams: [String] = ["/dev/null", "/dev/null", "/dev/null"]
    ) throws {
        // By env(1), because `chdir` here would affect all tests of this process.
        var launch = Launch(folder.map { ["env", "-C", $0] + command } ?? command)
        launch.searchesPath = true
        launch.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        launch.files = streams.enumerated().map { number, path in
            .init(path, number == 0 ? O_RDONLY : O_WRONLY | O_APPEND, as: Int32(number))
        }
        pid = try launch.start()
        Leash.hold(pid)
    }

    /// The process may outlive this value, but must not become a zombie, which a wait for any child would find for
    /// ever.
    deinit {
        guard status == nil else { return }
        Thread.detachNewThread { [pid] in
            while waitpid(pid, nil, 0) < 0, errno == EINTR {}
            Leash.release(pid)
        }
    }

    /// Waits until it has ended.
    /// - Returns: its exit code, or 128 plus the signal.
    package func wait() -> Int32 {
        poll(options: 0)
        return status ?? -1
    }

    package var isRunning: Bool {
        poll(options: WNOHANG)
        return status == nil
    }

    private func poll(options: Int32) {
        guard status == nil else { return }
        var raw: Int32 = 0
        while true {
            let found = waitpid(pid, &raw, options)
            if found == pid {
                status = Outcome(waitStatus: raw).code
                Leash.release(pid)
            }
            if found >= 0 || errno != EINTR { return }
        }
    }
}
