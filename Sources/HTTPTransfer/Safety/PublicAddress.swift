/// Tells which addresses belong to the public internet, by IANA's registries of special-purpose addresses (RFC 6890).
/// Others (this machine, its network, a cloud's metadata service) are off limits to whoever wrote a URL.
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
