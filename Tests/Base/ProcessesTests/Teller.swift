import Foundation
import Processes
import TestSupport

/// A program that reports on itself on stdout.
enum Teller {
    struct Failed: Error { let outcome: Outcome }

    /// - Returns: its output, once it has ended.
    static func output(of launch: Launch) throws -> String {
        let folder = try TemporaryFolder()
        let file = try folder.write("", to: "out").path
        var launch = launch
        launch.files.append(.init(file, O_WRONLY, as: 1))
        let pid = try launch.start()
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        let outcome = Outcome(waitStatus: status)
        guard outcome == .exited(0) else { throw Failed(outcome: outcome) }
        return try folder.text(of: "out").trimmingCharacters(in: .newlines)
    }

    static func shell(_ script: String) -> Launch { Launch(["/bin/sh", "-c", script]) }
}
