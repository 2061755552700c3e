import Catalog
import Platform
import Wire

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

    /// A closed pipe means that nobody waits for this.
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
