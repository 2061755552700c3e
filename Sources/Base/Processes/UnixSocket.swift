package import Platform

/// Stream sockets on a path, close-on-exec.
package enum UnixSocket {
    /// Starts to listen; only this user may connect. The socket appears at its path when it answers.
    package static func listen(at path: String) throws(SystemError) -> Descriptor {
        let socket = try open(for: "listen at \(path)")
        let birthplace = path + "~"
        unlink(birthplace)
        let bound = try withAddress(birthplace) { bind(socket.number, $0, $1) }
        guard bound == 0, chmod(birthplace, 0o600) == 0, Self.systemListen(socket.number) == 0,
            rename(birthplace, path) == 0
        else {
            let error = SystemError("listen at \(path)")
            if bound == 0 { unlink(birthplace) }
            throw error
        }
        return socket
    }

    /// Connects at once or fails: with EAGAIN if the listener's queue is full. Reads and writes on the connection return at
    /// once.
    package static func connect(to path: String) throws(SystemError) -> Descriptor {
        let socket = try open(for: "connect to \(path)")
        socket.setNonBlocking()
        let connected = try withAddress(path) { address, length in
            Platform.connect(socket.number, address, length)
        }
        guard connected == 0 else { throw SystemError("connect to \(path)") }
        return socket
    }

    /// The next waiting connection, if any. Reads and writes on it return at once.
    package static func accept(from listener: Int32) -> Descriptor? {
        let number = Platform.accept(listener, nil, nil)
        guard number >= 0 else { return nil }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        let connection = Descriptor(owning: number)
        connection.setNonBlocking()
        return connection
    }

    /// Closes this side for writing; reading continues.
    package static func endWriting(_ socket: Int32) { _ = shutdown(socket, Int32(SHUT_WR)) }

    private static func open(for action: String) throws(SystemError) -> Descriptor {
        let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard number >= 0 else { throw SystemError(action) }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        return Descriptor(owning: number)
    }

    private static func systemListen(_ socket: Int32) -> Int32 {
        Platform.listen(socket, 16)
    }

    /// - Returns: what `body` returns for the address of the path.
    package static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(SystemError) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw SystemError("use \(path) as a socket", code: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

/// The process at the other end of a Unix socket, as the system attests: the one that listens, or that connected.
package struct Peer: Equatable, Sendable {
    package let user: uid_t
    /// The peer's process; nil if it is in a pid namespace that can't be seen.
    package let process: pid_t?

    /// True if the process is stopped, as after Ctrl-Z; false if the system does not report it.
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
