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

extension HTTPURL {
    /// True if the host is written as one of this machine or its network, so that who wrote the URL meant no other: an address, a
    /// name without a dot, or one of the domains that nobody can own (RFC 6761, RFC 6762, RFC 8375, RFC 9476, ICANN's `internal`).
    package var isOwnHost: Bool {
        let labels = host.split(separator: ".")
        guard labels.count > 1, let last = labels.last, !host.contains(":") else { return true }
        let owned = ["localhost", "local", "test", "internal", "lan", "alt"].contains(String(last))
        return owned || host.hasSuffix(".home.arpa") || last.allSatisfy { $0.isASCII && $0.isNumber }
    }
}

/// Decides which addresses belong to the public internet, by IANA's registries of special-purpose addresses (RFC 6890).
/// Other addresses (this machine, its network, a cloud's metadata service) are off limits to the author of a URL.
enum PublicAddress {
    static func contains(_ address: IPv4Address) -> Bool {
        !special4.contains { address.isWithin($0.network, $0.prefix) }
    }

    static func contains(_ address: IPv6Address) -> Bool {
        // Two ways to write an IPv4 address: mapped (RFC 4291 §2.5.5.2), and translated by NAT64 (RFC 6052).
        if address.isWithin(IPv6Address(head: 0, 0, 0, 0, 0, 0xFFFF), 96)
            || address.isWithin(IPv6Address(head: 0x64, 0xFF9B), 96)
        {
            return contains(address.embedded)
        }
        return address.isWithin(IPv6Address(head: 0x2000), 3)
            && !special6.contains { address.isWithin($0.network, $0.prefix) }
    }

    private static let special4: [(network: IPv4Address, prefix: Int)] = [
        (IPv4Address(0, 0, 0, 0), 8),  // this network
        (IPv4Address(10, 0, 0, 0), 8),  // private
        (IPv4Address(100, 64, 0, 0), 10),  // shared by customers of a provider
        (IPv4Address(127, 0, 0, 0), 8),  // loopback
        (IPv4Address(169, 254, 0, 0), 16),  // link-local
        (IPv4Address(172, 16, 0, 0), 12),  // private
        (IPv4Address(192, 0, 0, 0), 24),  // protocol assignments
        (IPv4Address(192, 0, 2, 0), 24),  // documentation
        (IPv4Address(192, 88, 99, 0), 24),  // 6to4 relays, deprecated
        (IPv4Address(192, 168, 0, 0), 16),  // private
        (IPv4Address(198, 18, 0, 0), 15),  // benchmarks
        (IPv4Address(198, 51, 100, 0), 24),  // documentation
        (IPv4Address(203, 0, 113, 0), 24),  // documentation
        (IPv4Address(224, 0, 0, 0), 4),  // multicast
        (IPv4Address(240, 0, 0, 0), 4),  // reserved, and broadcast
    ]

    /// Within 2000::/3, outside of which nothing is global.
    private static let special6: [(network: IPv6Address, prefix: Int)] = [
        (IPv6Address(head: 0x2001), 23),  // protocol assignments, Teredo among them
        (IPv6Address(head: 0x2001, 0x0DB8), 32),  // documentation
        (IPv6Address(head: 0x2002), 16),  // 6to4, which hides an IPv4 address
        (IPv6Address(head: 0x3FFF), 20),  // documentation
    ]
}

/// The 32 bits of an IPv4 address.
struct IPv4Address: Equatable {
    let bits: UInt32

    /// - Parameter bytes: 4, in network order.
    init(_ bytes: some Sequence<UInt8>) {
        bits = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    init(_ one: UInt8, _ two: UInt8, _ three: UInt8, _ four: UInt8) {
        self.init([one, two, three, four])
    }

    func isWithin(_ network: IPv4Address, _ prefix: Int) -> Bool { (bits ^ network.bits) >> (32 - prefix) == 0 }
}

/// The 128 bits of an IPv6 address.
struct IPv6Address: Equatable {
    let bits: UInt128

    /// - Parameter bytes: 16, in network order.
    init(_ bytes: some Sequence<UInt8>) {
        bits = bytes.prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
    }

    /// - Parameter head: the first groups of 16 bits; the others are 0.
    init(head: UInt16...) {
        bits = head.reduce(0) { $0 << 16 | UInt128($1) } << (128 - 16 * head.count)
    }

    func isWithin(_ network: IPv6Address, _ prefix: Int) -> Bool { (bits ^ network.bits) >> (128 - prefix) == 0 }

    /// The IPv4 address in the last 32 bits, for kinds of addresses that embed one.
    var embedded: IPv4Address {
        IPv4Address((0..<4).reversed().map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) })
    }
}
