import Platform
import Processes
import WebAccess

/// One visitor's session: its processes, and the folder with its credentials and the socket where its view takes connections.
struct Visitor {
    let pid: pid_t
    let folder: String
    /// Connections that the view does not take yet, and when each came.
    var waiting: [(connection: Int32, since: Int)] = []

    static func socket(in folder: String) -> String { "\(folder)/handover" }
    static func memory(in folder: String) -> String { "\(folder)/web" }

    /// - Returns: whether the view has it now; no longer here then.
    func give(_ connection: Int32) -> Bool {
        guard HandoverSocket.give(connection, to: Self.socket(in: folder)) else { return false }
        close(connection)
        return true
    }

    /// The session has ended, and nobody waits for it.
    func remove() {
        for name in ["handover", "web", "web.new"] { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }
}
