import Platform
import Foundation

/// Runs `viperline run` on a test's own compose file, in a temporary folder.
package struct SessionRun {
    package let folder: TemporaryFolder
    package let arguments: [String]

    /// - Parameters:
    ///   - compose: the services; `@` is replaced by the test's folder.
    ///   - host: where it runs; nil for here.
    package init(_ compose: String, options: [String] = [], on host: TestNetwork.Host? = nil) throws {
        folder = try TemporaryFolder()
        try folder.write(compose.replacing("@", with: folder.path), to: "compose.yaml")
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("runtime"), withIntermediateDirectories: true)
        let command = [Products.executable("viperline"), "run", folder.path + "/compose.yaml"] + options
        arguments = host?.command(command) ?? command
    }

    /// Hides all other sessions.
    package var environment: [String: String] {
        ["XDG_RUNTIME_DIR": folder.path + "/runtime", "TMPDIR": folder.path + "/runtime"]
    }

    /// The session's command line for a shell.
    package var commandLine: String { Command.line(arguments) }

    package func finish(input: String = "") throws -> Command.Result {
        try Command.run(arguments, input: input, environment: environment)
    }

    /// Starts it without waiting for its end.
    package func start() throws -> ChildProcess { try ChildProcess(arguments, environment: environment) }

    /// Runs `viperline` with these arguments, such as `ps`, on the running session.
    @discardableResult
    package func operate(_ words: String..., input: String = "") throws -> Command.Result {
        try Command.run([Products.executable("viperline")] + words, input: input, environment: environment)
    }

    /// The text that a service has written to a file in the test's folder; empty if there is none.
    package func text(of file: String) -> String {
        (try? String(contentsOf: folder.url.appendingPathComponent(file), encoding: .utf8)) ?? ""
    }

    package func lines(of file: String) -> [String] { text(of: file).split(separator: "\n").map(String.init) }

    /// The kept log, whose path is the session's last word on stderr; nil if it was not kept.
    package func keptLog(_ result: Command.Result) -> String? {
        guard let path = result.diagnostics.split(separator: " ").last?.trimmingCharacters(in: .newlines),
            path.hasSuffix("/log")
        else { return nil }
        return try? String(contentsOfFile: path, encoding: .utf8)
    }
}

/// Waits up to half a minute for a condition that depends on another process.
package func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = Instant.now + .seconds(30)
    var pauses = Pauses()
    while try !condition() {
        guard Instant.now < deadline else { return false }
        pauses.wait()
    }
    return true
}

/// The pauses between two looks at a condition. They grow with the time waited, because a look may start a process.
struct Pauses {
    private var seconds = 0.005

    mutating func wait() {
        Thread.sleep(forTimeInterval: seconds)
        seconds = min(seconds * 1.3, 0.05)
    }
}

/// Suspends a process, and returns once it has stopped: `kill` returns while threads of the process still run on other
/// processors.
package func suspend(_ pid: Int32) {
    kill(pid, SIGSTOP)
    let tasks = "/proc/\(pid)/task"
    _ = eventually {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        return threads.allSatisfy { thread in
            guard let line = try? String(contentsOfFile: "\(tasks)/\(thread)/stat", encoding: .utf8) else {
                return true
            }
            // proc_pid_stat(5): the state follows the name, which may have parentheses.
            let name = line.lastIndex(of: ")") ?? line.startIndex
            return ["T", "Z", "X"].contains(line[name...].dropFirst(2).prefix(1))
        }
    }
}
