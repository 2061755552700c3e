import CHandover
import Platform

/// Where the front of many sessions hands connections over to the view of one: a datagram socket in a folder that only the owner
/// reaches.
package struct HandoverSocket: Sendable {
    package let descriptor: Int32

    /// - Returns: nil with the reason in `errno`.
    package init?(at path: String) {
        guard var address = Self.address(path) else { return nil }
        unlink(path)
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard isBound == 0 else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    /// - Returns: a connection that was handed over; nil while there is none.
    package func take() -> Int32? {
        let connection = viperline_take_over(descriptor)
        return connection < 0 ? nil : connection
    }

    /// - Returns: whether it was sent. It stays open here as well.
    package static func give(_ connection: Int32, to path: String) -> Bool {
        guard var address = address(path) else { return false }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return viperline_hand_over(descriptor, &address, connection) == 0
    }

    private static func address(_ path: String) -> sockaddr_un? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            errno = ENAMETOOLONG
            return nil
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return address
    }
}
