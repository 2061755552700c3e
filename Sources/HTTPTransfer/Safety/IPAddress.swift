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
