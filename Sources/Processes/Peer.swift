package import Platform

/// The process at the other end of a Unix socket, as the system attests: the one that listens, or that connected.
package struct Peer: Equatable, Sendable {
    package let user: uid_t
    /// Nil if the process is in a pid namespace that we can't see.
    package let process: pid_t?

    /// Whether the process is stopped, as after Ctrl-Z; false if the system does not tell.
    package var isSuspended: Bool {
        process.flatMap(SystemProcess.of)?.isSuspended ?? false
    }

    /// Nil if `socket` is not a connected Unix socket.
    package static func of(_ socket: Int32) -> Peer? {
        // `struct ucred`, a GNU extension that the importer does not show.
        var credentials = (process: pid_t(0), user: uid_t(0), group: gid_t(0))
        let size = socklen_t(MemoryLayout.size(ofValue: credentials))
        var length = size
        guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0, length == size else {
            return nil
        }
        return Peer(user: credentials.user, process: credentials.process > 0 ? credentials.process : nil)
    }
}
