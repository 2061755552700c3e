import FlyingSocks
import Platform

/// A place in the file system where a Unix socket can be bound.
package struct SocketPath: Sendable {
    package let path: String

    /// The longest path that fits into `sun_path` with its NUL, in bytes.
    package static let longest = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Makes room: takes away the socket of a server that is dead.
    package init(claiming path: String) throws(SocketPathError) {
        guard !path.isEmpty, path.utf8.count <= Self.longest else { throw .badLength(path) }
        self.path = path
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw .unreachable(path, errno: errno)
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .isNoSocket(path) }
        guard !Self.isServed(path) else { throw .isServed(path) }
        remove()
    }

    package func remove() { unlink(path) }

    private static func isServed(_ path: String) -> Bool {
        guard let socket = try? Socket(domain: AF_UNIX) else { return false }
        defer { try? socket.close() }
        return (try? socket.connect(to: sockaddr_un.unix(path: path))) != nil
    }
}

package enum SocketPathError: Error, Equatable, Sendable {
    case badLength(String)
    case isNoSocket(String)
    case isServed(String)
    case unreachable(String, errno: Int32)
}

extension SocketPathError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .badLength(let path):
            "bind \"\(path)\": a socket's path has 1 to \(SocketPath.longest) bytes, this one \(path.utf8.count); "
                + "choose a shorter one"
        case .isNoSocket(let path): "bind \(path): a file that is no socket is there; choose another path"
        case .isServed(let path): "bind \(path): another server is listening there; stop it, or choose another path"
        case .unreachable(let path, let code): "bind \(path): \(String(cString: strerror(code)))"
        }
    }
}
