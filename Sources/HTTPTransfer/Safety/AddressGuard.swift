import CCurl
import Platform

/// Decides about the sockets of a hop that may reach the public internet only. It sees the very address that is connected
/// to, so a name that resolves differently the second time gains nothing.
struct AddressGuard {
    /// For the catalog of an offline session, which was configured.
    let allowsUnixSockets: Bool
    private(set) var hasRefused = false

    init(allowsUnixSockets: Bool) {
        self.allowsUnixSockets = allowsUnixSockets
    }

    func allows(_ address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
        let (family, length) = (address.pointee.family, Int(address.pointee.addrlen))
        let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0
        // An IPv6 address goes on behind the end of the structure; libcurl has the room for it.
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
