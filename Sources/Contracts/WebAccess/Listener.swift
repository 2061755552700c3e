import CHandover
import Platform
package import Processes

// An optimised build sees the types of sockets only through the module whose header includes them.

/// A socket that listens.
package final class Listener: Sendable {
    private let socket: Descriptor
    /// 0 for one that is not a port.
    package let port: Int

    private static let backlog: Int32 = 128

    /// - Parameter port: the port of an earlier view; 0 for none.
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

    /// Replaces a socket without a listener, but neither a file, nor a link, nor a socket in use.
    private static func makeRoom(at path: String) throws(SystemError) {
        // A socket takes its place under another name first.
        for path in [path, path + "~"] {
            guard let status = FileStatus(atLink: path) else { continue }
            let action = "listen at \(path)"
            guard status.isSocket else { throw SystemError(action, code: EEXIST) }
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
        // A view that replaces another one takes its port, even if old connections are left there.
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
        // The port is at the same place in both kinds of address.
        return isKnown == 0 ? Int(UInt16(bigEndian: address.sin6_port)) : 0
    }
}

/// The address on which the view listens.
package enum ListenAddress: Equatable, Sendable {
    /// A numeric address, and a port; 0 for any free one.
    case network(address: String, port: Int)
    case socket(path: String)
    /// A socket at which connections are handed over (``HandoverSocket``), in place of an address.
    case handover(path: String)

    package static let standard = ListenAddress.network(address: "127.0.0.1", port: 0)

    /// `127.0.0.1:8080`, `[::1]:8080`, `8080` (on the loopback), or `unix:/run/user/1000/view.sock`.
    package init?(_ text: String) {
        if text.hasPrefix("handover:/") {
            self = .handover(path: String(text.dropFirst(9)))
            return
        }
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            guard path.hasPrefix("/"), path.utf8.count < 100 else { return nil }
            self = .socket(path: path)
            return
        }
        guard let colon = text.lastIndex(of: ":") else {
            guard let port = Self.port(text[...]) else { return nil }
            self = .network(address: "127.0.0.1", port: port)
            return
        }
        var address = String(text[..<colon])
        if address.hasPrefix("["), address.hasSuffix("]") { address = String(address.dropFirst().dropLast()) }
        guard let port = Self.port(text[text.index(after: colon)...]),
            Self.family(of: address) != nil
        else { return nil }
        self = .network(address: address, port: port)
    }

    static func port(_ text: Substring) -> Int? {
        guard text.utf8.count <= 5, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let port = Int(text), port < 65536
        else { return nil }
        return port
    }

    static func isSix(_ address: String) -> Bool { family(of: address) == AF_INET6 }

    static func family(of address: String) -> Int32? {
        var bytes = in6_addr()
        if inet_pton(AF_INET, address, &bytes) == 1 { return AF_INET }
        if inet_pton(AF_INET6, address, &bytes) == 1 { return AF_INET6 }
        return nil
    }

    /// True if only this machine reaches the address.
    package var isLocal: Bool {
        switch self {
        case .socket, .handover: true
        case .network(let address, _): address.hasPrefix("127.") || address == "::1"
        }
    }

    /// True if the address means all addresses of this machine, so that it is unknown which name browsers use.
    package var isWildcard: Bool {
        guard case .network(let address, _) = self else { return false }
        return address == "0.0.0.0" || address == "::"
    }

    /// The origins by which a browser may reach it.
    /// - Parameters:
    ///   - port: the port of the listener.
    ///   - name: the view's own name below `.localhost`.
    package func origins(port: Int, name: String) -> [String] {
        switch self {
        case .handover: []
        case .socket: ["http://\(name).localhost", "http://localhost"]
        case .network(let address, _):
            (isLocal || isWildcard ? ["\(name).localhost", "localhost", "127.0.0.1", "[::1]"] : [])
                .map { "http://\($0):\(port)" }
                + ["http://\(address.contains(":") ? "[\(address)]" : address):\(port)"]
        }
    }

    /// The best of ``origins(port:name:)``.
    package func origin(port: Int, name: String) -> String {
        switch self {
        case .socket, .handover: return "http://localhost"
        case .network(let address, _):
            let host = isLocal || isWildcard ? "\(name).localhost" : address.contains(":") ? "[\(address)]" : address
            return "http://\(host):\(port)"
        }
    }
}

/// The descriptors that this process may have.
package enum OpenFiles {
    /// The most descriptors.
    package static var limit: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        return Int(clamping: limit.rlim_cur)
    }

    /// Allows that many, as far as the system lets it.
    package static func allow(_ count: Int) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        let wanted = rlim_t(count)
        guard limit.rlim_cur < wanted else { return }
        limit.rlim_cur = min(wanted, limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
