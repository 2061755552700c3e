// An optimised build sees the types of sockets only through the module whose header includes them.
import CHandover
import Platform
package import Processes

/// A socket that listens.
package final class Listener: Sendable {
    private let socket: Descriptor
    /// 0 for one that is no port.
    package let port: Int

    private static let backlog: Int32 = 128

    /// - Parameter port: where an earlier view listened; 0 for none.
    package init(_ address: ListenAddress, port: Int = 0) throws(SystemError) {
        switch address {
        case .socket(let path), .handover(let path):
            try Self.makeRoom(at: path)
            socket = try UnixSocket.listen(at: path)
            self.port = 0
        case .network(let text, let wanted):
            let isSix = ListenAddress.isSix(text)
            let number = wanted > 0 ? wanted : port
            socket = try isSix ? Self.listenSix(text, number) : Self.listenFour(text, number)
            self.port = Self.port(of: socket.number)
        }
        socket.setNonBlocking()
    }

    package var descriptor: Int32 { socket.number }

    /// A socket that nobody listens at any more may be replaced, and nothing else: neither a file, nor a link, nor what others use.
    private static func makeRoom(at path: String) throws(SystemError) {
        // A socket takes its place under another name first.
        for path in [path, path + "~"] {
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            let action = "listen at \(path)"
            guard status.st_mode & S_IFMT == S_IFSOCK else { throw SystemError(action, code: EEXIST) }
            guard isAbandoned(path) else { throw SystemError(action, code: EADDRINUSE) }
        }
    }

    private static func isAbandoned(_ path: String) -> Bool {
        do throws(SystemError) { _ = try UnixSocket.connect(to: path) } catch { return error.code == ECONNREFUSED }
        return false
    }

    private static func listenFour(_ text: String, _ port: Int) throws(SystemError) -> Descriptor {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(clamping: port).bigEndian
        guard inet_pton(AF_INET, text, &address.sin_addr) == 1 else { throw SystemError("listen at \(text)") }
        return try listen(AF_INET, &address, "listen at \(text), port \(port)")
    }

    private static func listenSix(_ text: String, _ port: Int) throws(SystemError) -> Descriptor {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = UInt16(clamping: port).bigEndian
        guard inet_pton(AF_INET6, text, &address.sin6_addr) == 1 else { throw SystemError("listen at \(text)") }
        return try listen(AF_INET6, &address, "listen at \(text), port \(port)")
    }

    private static func listen<Address>(
        _ family: Int32, _ address: inout Address, _ action: String
    ) throws(SystemError) -> Descriptor {
        let number = Platform.socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw SystemError(action) }
        let socket = Descriptor(owning: number)
        var yes: Int32 = 1
        // A view that takes another's place takes its port, whatever connections are left there.
        setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(number, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
        guard isBound == 0, Platform.listen(number, backlog) == 0 else { throw SystemError(action) }
        return socket
    }

    private static func port(of descriptor: Int32) -> Int {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let isKnown = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        // The port stands at the same place in both kinds of address.
        return isKnown == 0 ? Int(UInt16(bigEndian: address.sin6_port)) : 0
    }
}
