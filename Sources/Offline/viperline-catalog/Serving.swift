import Catalog
import Commands
import Platform
import Processes
import Wire

/// Serves on a private socket while a command runs.
struct Hosting {
    let server: CatalogServer
    let command: [String]

    /// - Returns: the command's exit status.
    func run() throws -> Int32 {
        var signals = SignalQueue([SIGINT, SIGTERM, SIGHUP, SIGCHLD])
        let folder: PrivateFolder
        do throws(SystemError) {
            folder = try PrivateFolder("\(RoleEnvironment.variable("TMPDIR") ?? "/tmp")/viperline-catalog.")
        } catch { throw CommandFailure("\(error); set TMPDIR to a folder that can be written") }
        defer { folder.remove() }
        let socket = try SocketPath(claiming: "\(folder.path)/socket")
        try server.start(on: socket)
        var launch = Launch(command)
        launch.searchesPath = true
        launch.environment = OwnEnvironment.variables.merging(CatalogHost.environment(socket: socket.path)) { $1 }
        let child: pid_t
        do throws(SystemError) { child = try launch.start() } catch {
            let isMissing = error.code == ENOENT
            let reason = "run \(command[0]): command not found; check its spelling and PATH"
            StandardStream.diagnose("viperline-catalog", isMissing ? reason : "\(error)")
            // As in a shell.
            return isMissing ? 127 : 126
        }
        while true {
            let arrival = signals.next()
            if arrival.signal == SIGCHLD {
                if let outcome = Outcome.reaped(child) { return outcome.code }
            } else if !arrival.isFromTerminal {
                kill(child, arrival.signal)
            }
        }
    }
}

/// Serves on a given socket until it receives a signal.
struct SocketService {
    let server: CatalogServer
    let path: String

    func run() throws {
        let environment = RoleEnvironment.current(role: "catalog")
        var signals = SignalQueue([SIGINT, SIGTERM])
        let socket = try SocketPath(claiming: path)
        defer { socket.remove() }
        try server.start(on: socket)
        if environment.isSupervised {
            announce(in: environment)
            stopAtEndOfInput()
        } else {
            StandardStream.diagnose("viperline-catalog", "serving on \(path)")
        }
        _ = signals.next()
    }

    /// A closed pipe means that no supervisor waits for this.
    private func announce(in environment: RoleEnvironment) {
        var writer = EventWriter(stamp: environment.stamp)
        try? writer.write([Event(ProcessOutput.Ready.type, ProcessOutput.Ready())])
        try? writer.flush()
    }

    /// The supervisor stops a service by closing its stdin. This turns the end of input into the signal that the main
    /// thread waits for.
    private func stopAtEndOfInput() {
        _ = DetachedThread.start {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
            while let count = try? StandardStream.read(StandardStream.input, into: buffer), count > 0 {}
            kill(getpid(), SIGTERM)
        }
    }
}
