import CCurl
import Platform

/// Guards the sockets of a hop that may reach only the public internet. It checks the very address to be connected to,
/// so DNS rebinding gains nothing.
struct AddressGuard {
    /// Allowed for configured Unix sockets, such as an offline session's catalog.
    let allowsUnixSockets: Bool
    private(set) var hasRefused = false

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
        case AF_INET where bytes.count >= 8: PublicAddress.contains(IPAddress(bytes[4..<8]))
        case AF_INET6 where bytes.count >= 24: PublicAddress.contains(IPAddress(bytes[8..<24]))
        default: false
        }
    }
}

extension HTTPURL {
    /// True if the host is written as one of this machine or its network, so that the URL's author meant no other: an address, a
    /// name without a dot, or one of the domains that nobody can own (RFC 6761, RFC 6762, RFC 8375, RFC 9476, ICANN's `internal`).
    package var isOwnHost: Bool {
        let labels = host.split(separator: ".")
        guard labels.count > 1, let last = labels.last, !host.contains(":") else { return true }
        let owned = ["localhost", "local", "test", "internal", "lan", "alt"].contains(String(last))
        return owned || host.hasSuffix(".home.arpa") || last.allSatisfy { $0.isASCII && $0.isNumber }
    }
}

/// The public internet, by IANA's registries of special-purpose addresses (RFC 6890). Other addresses (this machine, its network, a
/// cloud's metadata service) are off limits to the author of a URL.
enum PublicAddress {
    static func contains(_ address: IPAddress) -> Bool {
        let address = translated.contains(address) ? address.embedded : address
        return (address.isIPv4 || global.contains(address)) && !special.contains { $0.contains(address) }
    }

    /// IPv4 addresses that NAT64 translates (RFC 6052).
    private static let translated = AddressBlock("64:ff9b::", 96)
    /// The part of IPv6 outside of which nothing is global.
    private static let global = AddressBlock("2000::", 3)

    private static let special = [
        AddressBlock("0.0.0.0", 8),  // this network
        AddressBlock("10.0.0.0", 8),  // private
        AddressBlock("100.64.0.0", 10),  // shared by customers of a provider
        AddressBlock("127.0.0.0", 8),  // loopback
        AddressBlock("169.254.0.0", 16),  // link-local
        AddressBlock("172.16.0.0", 12),  // private
        AddressBlock("192.0.0.0", 24),  // protocol assignments
        AddressBlock("192.0.2.0", 24),  // documentation
        AddressBlock("192.88.99.0", 24),  // 6to4 relays, deprecated
        AddressBlock("192.168.0.0", 16),  // private
        AddressBlock("198.18.0.0", 15),  // benchmarks
        AddressBlock("198.51.100.0", 24),  // documentation
        AddressBlock("203.0.113.0", 24),  // documentation
        AddressBlock("224.0.0.0", 4),  // multicast
        AddressBlock("240.0.0.0", 4),  // reserved, and broadcast
        AddressBlock("2001::", 23),  // protocol assignments, Teredo among them
        AddressBlock("2001:db8::", 32),  // documentation
        AddressBlock("2002::", 16),  // 6to4, which hides an IPv4 address
        AddressBlock("3fff::", 20),  // documentation
    ]
}

/// The addresses with a common beginning.
struct AddressBlock {
    private let network: IPAddress?
    private let length: Int

    /// - Parameter length: bits that are common; of an IPv4 address, up to 32.
    init(_ network: String, _ length: Int) {
        self.network = IPAddress(network)
        self.length = self.network?.isIPv4 == true ? 96 + length : length
    }

    func contains(_ address: IPAddress) -> Bool {
        network.map { (address.bits ^ $0.bits) >> (128 - length) == 0 } ?? false
    }
}

/// An address of 128 bits; an IPv4 address is mapped into them (RFC 4291 §2.5.5.2).
struct IPAddress: Equatable {
    let bits: UInt128

    private static let mapped = UInt128(0xFFFF) << 32

    /// - Parameter bytes: 4 or 16, in network order.
    init(_ bytes: some Collection<UInt8>) {
        let bits = bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        self.bits = bytes.count == 4 ? Self.mapped | bits : bits
    }

    /// Reads `192.0.2.1` or `2001:db8::1`; nil for another text.
    init?(_ text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 {
            self.init(bytes.prefix(4))
        } else if inet_pton(AF_INET6, text, &bytes) == 1 {
            self.init(bytes)
        } else {
            return nil
        }
    }

    private init(bits: UInt128) { self.bits = bits }

    var isIPv4: Bool { bits >> 32 == Self.mapped >> 32 }

    /// The IPv4 address in the last 32 bits, for kinds of addresses that embed one.
    var embedded: IPAddress { IPAddress(bits: Self.mapped | bits & 0xFFFF_FFFF) }
}
