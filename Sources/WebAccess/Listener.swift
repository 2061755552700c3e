import Platform

/// A socket that listens.
package struct Listener: Sendable {
    package let descriptor: Int32
    /// 0 for one that is no port.
    package let port: Int

    private static let backlog: Int32 = 128

    /// - Parameter port: where an earlier view listened; 0 for none.
    /// - Returns: nil with the reason in `errno`.
    package init?(_ address: ListenAddress, port: Int = 0) {
        switch address {
        case .handover: return nil
        case .socket(let path):
            guard let descriptor = Self.listen(at: path) else { return nil }
            (self.descriptor, self.port) = (descriptor, 0)
        case .network(let text, let wanted):
            let isSix = ListenAddress.family(of: text) == AF_INET6
            let number = wanted > 0 ? wanted : port
            guard let descriptor = isSix ? Self.listenSix(text, number) : Self.listenFour(text, number) else {
                return nil
            }
            self.descriptor = descriptor
            self.port = Self.port(of: descriptor)
        }
    }

    private static func open(_ family: Int32) -> Int32? {
        let descriptor = socket(
            family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var yes: Int32 = 1
        // A view that takes another's place takes its port, whatever connections are left there.
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        return descriptor
    }

    private static func listenFour(_ text: String, _ port: Int) -> Int32? {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(clamping: port).bigEndian
        guard inet_pton(AF_INET, text, &address.sin_addr) == 1 else { return nil }
        return listen(AF_INET, &address)
    }

    private static func listenSix(_ text: String, _ port: Int) -> Int32? {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = UInt16(clamping: port).bigEndian
        guard inet_pton(AF_INET6, text, &address.sin6_addr) == 1 else { return nil }
        return listen(AF_INET6, &address)
    }

    /// Only the owner reaches it.
    private static func listen(at path: String) -> Int32? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            errno = ENAMETOOLONG
            return nil
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        removeStale(path, &address)
        let mask = umask(0o177)
        defer { umask(mask) }
        return listen(AF_UNIX, &address)
    }

    /// A socket that nobody listens on any more.
    private static func removeStale(_ path: String, _ address: inout sockaddr_un) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK, let probe = open(AF_UNIX) else { return }
        defer { close(probe) }
        if connecting(probe, &address) != 0, errno == ECONNREFUSED { unlink(path) }
    }

    private static func connecting(_ descriptor: Int32, _ address: inout sockaddr_un) -> Int32 {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private static func listen<Address>(_ family: Int32, _ address: inout Address) -> Int32? {
        guard let descriptor = open(family) else { return nil }
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
        guard isBound == 0, Platform.listen(descriptor, backlog) == 0 else {
            let code = errno
            close(descriptor)
            errno = code
            return nil
        }
        return descriptor
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
