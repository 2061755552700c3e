import Platform
import Foundation

/// A real nats-server without streams, at a port that the system chooses, or on a host of a ``TestNetwork``. It ends with
/// this value, and with the process of the tests.
package final class NATSServer: @unchecked Sendable {
    package enum Failure: Error {
        case ended(log: String)
        case notInstalled(String)
    }

    /// A server's program.
    package struct Program: Sendable {
        package let path: String

        /// The one that our tests and benchmarks use; the first test of all downloads it.
        package static let tested = Result<Program, any Error> {
            let found = try Command.run([Checkout.path("scripts/nats-server")])
            guard found.status == 0, let path = found.lines.last else { throw Failure.notInstalled(found.diagnostics) }
            return Program(path: path)
        }

        /// Debian 12's, which is old; nil if this system has none or a newer one.
        package static let debians: Program? = {
            let path = "/usr/sbin/nats-server"
            guard let found = try? Command.run([path, "--version"]), found.output.contains("v2.9.") else { return nil }
            return Program(path: path)
        }()
    }

    /// Where its clients find it.
    package let url: String
    private let folder: TemporaryFolder
    private let host: TestNetwork.Host?
    private let program: Program
    private var process: Run

    /// - Parameters:
    ///   - configuration: more of its configuration file, such as users; `@` is replaced by its folder.
    ///   - program: another one than the tests' own.
    package init(
        on host: TestNetwork.Host? = nil, configuration: String = "",
        program: Program? = nil
    ) throws {
        self.program = try program ?? Program.tested.get()
        folder = try TemporaryFolder()
        self.host = host
        let address = host?.address ?? "127.0.0.1"
        let more = configuration.replacing("@", with: folder.path)
        try folder.write("server_name: hub\n\(more)\n", to: "server.conf")
        process = try Run(
            self.program, in: folder, on: host, listening: host == nil ? "127.0.0.1:-1" : "\(address):4222")
        url = "nats://\(process.address)"
    }

    /// As `nats-server -c FILE` in a folder of the test's own, but at a port that the system chooses.
    package init(startedIn folder: TemporaryFolder, with file: String) throws {
        (self.folder, host, program) = (folder, nil, try Program.tested.get())
        try folder.write("include \(file)\n", to: "server.conf")
        process = try Run(program, in: folder, on: nil, listening: "127.0.0.1:-1")
        url = "nats://\(process.address)"
    }

    package var pid: Int32 { process.pid }

    /// Like a power failure: the server writes nothing more.
    package func kill() { process.end(by: SIGKILL) }

    /// As an operator stops it.
    package func stop() { process.end(by: SIGTERM) }

    /// It stops until ``resume()``; its clients notice nothing.
    package func suspend() { TestSupport.suspend(pid) }
    package func resume() { _ = Foundation.kill(pid, SIGCONT) }

    /// Starts it again, at the same address. Call it after its end.
    package func start() throws { process = try Run(program, in: folder, on: host, listening: process.address) }

    /// Kills it and starts it again.
    package func restart() throws {
        kill()
        try start()
    }
}

extension NATSServer {
    /// A process of the server: from when it is ready.
    private final class Run: @unchecked Sendable {
        let pid: pid_t
        /// HOST:PORT
        let address: String
        private let script: LeashedScript
        private let ended = DispatchSemaphore(value: 0)
        private var isEnded = false

        init(
            _ program: Program, in folder: TemporaryFolder, on host: TestNetwork.Host?, listening address: String
        ) throws {
            // The shell holds the leash; its output ends when the server has ended. The process writes its number before it becomes the
            // server: the shell could be later with `$!` than the server with its log.
            let script = try LeashedScript(
                """
                exec 3<&0
                cd "$1"
                sh -c 'echo $$; exec "$@" 2>&1' sh "$4" -c server.conf --addr "$2" -p "$3" </dev/null 3<&- &
                exec >&2
                cat <&3 >&2
                kill -9 $! 2>&- || :
                """,
                [folder.path] + address.split(separator: ":").map(String.init) + [program.path],
                within: host?.command([]) ?? [])
            self.script = script
            var log: [String] = []
            var found: String?
            let first = script.nextLine() ?? "nothing"
            guard let pid = pid_t(first) else {
                throw Failure.ended(log: "\(first) instead of a process: \(script.end())")
            }
            self.pid = pid
            while true {
                guard let line = script.nextLine() else { throw Failure.ended(log: log.joined(separator: "\n")) }
                log.append(line)
                if let place = line.firstRange(of: "Listening for client connections on ") {
                    found = String(line[place.upperBound...])
                }
                if line.hasSuffix("Server is ready") { break }
            }
            guard let found else { throw Failure.ended(log: log.joined(separator: "\n")) }
            self.address = found
            // Reads its later log, so that it never waits for us.
            Thread.detachNewThread { [ended] in
                while script.nextLine() != nil {}
                ended.signal()
            }
        }

        deinit { end(by: SIGKILL) }

        func end(by signal: Int32) {
            guard !isEnded else { return }
            isEnded = true
            Foundation.kill(pid, signal)
            // A suspended one acts on nothing but SIGKILL.
            Foundation.kill(pid, SIGCONT)
            ended.wait()
            script.end()
        }
    }
}
