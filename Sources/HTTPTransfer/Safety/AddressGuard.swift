import CCurl
import Platform

/// Guards the sockets of a hop that may reach only the public internet. It checks the very address to be connected to,
/// so DNS rebinding gains nothing.
struct AddressGuard {
    /// Allowed for configured Unix sockets, such as an offline session's catalog.
    let allowsUnixSockets: Bool
    private(set) var hasRefused = false

    init(allowsUnixSockets: Bool) {
        self.allowsUnixSockets = allowsUnixSockets
    }

    func allows(_ address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
        let (family, length) = (address.pointee.family, Int(address.pointee.addrlen))
        let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0
        // An IPv6 address extends behind the structure's end; libcurl allocates the room.
        return isAllowed(family, UnsafeRawBufferPointer(start: UnsafeRawPointer(address) + offset, count: length))
    }

    mutating func noteRefusal() { hasRefused = true }

    /// - Parameter bytes: a `sockaddr_in` or `sockaddr_in6`.
    private func isAllowed(_ family: Int32, _ bytes: UnsafeRawBufferPointer) -> Bool {
        switch family {
        case AF_UNIX: allowsUnixSockets
        case AF_INET where bytes.count >= 8: PublicAddress.contains(IPv4Address(bytes[4..<8]))
        case AF_INET6 where bytes.count >= 24: PublicAddress.contains(IPv6Address(bytes[8..<24]))
        default: false
        }
    }
}
