import Platform
import Processes

/// A place in the file system where a Unix socket can be bound.
package struct SocketPath: Sendable {
    package let path: String

    /// The longest path that fits into `sun_path` with its NUL, in bytes.
    package static let longest = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Makes room: removes the socket of a dead server.
    package init(claiming path: String) throws(SocketPathError) {
        guard !path.isEmpty, path.utf8.count <= Self.longest else { throw .badLength(path) }
        self.path = path
        guard let status = FileStatus(atLink: path) else {
            if errno == ENOENT { return }
            throw .unreachable(path, errno: errno)
        }
        guard status.isSocket else { throw .isNotASocket(path) }
        guard !isServed else { throw .isServed(path) }
        remove()
    }

    package func remove() { unlink(path) }

    /// Binds the path and listens; the descriptor is close-on-exec.
    func listen() throws(SystemError) -> Descriptor {
        let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard number >= 0 else { throw SystemError("serve on \(path)") }
        let descriptor = Descriptor(owning: number)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        let bound = try UnixSocket.withAddress(path) { bind(number, $0, $1) }
        guard bound == 0, Platform.listen(number, Int32(SOMAXCONN)) == 0 else { throw SystemError("serve on \(path)") }
        return descriptor
    }

    private var isServed: Bool {
        do throws(SystemError) {
            _ = try UnixSocket.connect(to: path)
            return true
        } catch {
            // A live server's queue is full.
            return error.code == EAGAIN
        }
    }
}

package enum SocketPathError: Error, Equatable, Sendable {
    case badLength(String)
    case isNotASocket(String)
    case isServed(String)
    case unreachable(String, errno: Int32)
}

extension SocketPathError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .badLength(let path):
            "bind \"\(path)\": a socket's path has 1 to \(SocketPath.longest) bytes, this one \(path.utf8.count); "
                + "choose a shorter one"
        case .isNotASocket(let path): "bind \(path): the file there is not a socket; choose another path"
        case .isServed(let path): "bind \(path): another server is listening there; stop it, or choose another path"
        case .unreachable(let path, let code): "bind \(path): \(String(cString: strerror(code)))"
        }
    }
}
