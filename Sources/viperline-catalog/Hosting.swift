import Catalog
import Platform
import Wire

/// Serves on a private socket while a command runs.
struct Hosting {
    let server: CatalogServer
    let command: [String]

    /// - Returns: the command's exit status.
    func run() throws -> Int32 {
        var signals = SignalQueue([SIGINT, SIGTERM, SIGHUP, SIGCHLD])
        let folder = try PrivateFolder(in: RoleEnvironment.variable("TMPDIR") ?? "/tmp")
        defer { folder.remove() }
        let socket = try SocketPath(claiming: "\(folder.path)/socket")
        try server.start(on: socket)
        let child = try ChildProcess(command, environment: CatalogHost.environment(socket: socket.path))
        while true {
            let arrival = signals.next()
            if arrival.signal == SIGCHLD {
                if let status = child.exitStatus() { return status }
            } else if !arrival.isFromTerminal {
                child.send(arrival.signal)
            }
        }
    }
}
