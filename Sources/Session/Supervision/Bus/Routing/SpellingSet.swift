import Platform

/// Attributes as they are spelled in lines that stay where they are: each is taken once.
struct SpellingSet {
    private let hash: SpellingHash
    /// By hash, with open addressing; a power of two, at least twice as many as spellings.
    private var slots: [UnsafeRawBufferPointer?]

    /// - Parameter most: how many will be inserted at most.
    init(_ hash: SpellingHash, most: Int) {
        self.hash = hash
        var count = 4
        while count < 2 * most { count *= 2 }
        slots = Array(repeating: nil, count: count)
    }

    /// - Parameter spelling: nil for an attribute that is absent, which counts as empty.
    /// - Returns: whether it was not there yet.
    mutating func insert(_ spelling: UnsafeRawBufferPointer?) -> Bool {
        let spelling = spelling ?? UnsafeRawBufferPointer(start: nil, count: 0)
        var slot = Int(truncatingIfNeeded: hash(spelling)) & (slots.count - 1)
        while let other = slots[slot] {
            if SpellingHash.isSame(other, spelling) { return false }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = spelling
        return true
    }
}

/// A fast hash for tables of what senders spell: eight bytes at a time, multiplied and folded.
struct SpellingHash {
    /// No sender can find out which spellings share a slot.
    private let seed = UInt64.random(in: .min ... .max)

    func callAsFunction(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = seed ^ UInt64(bytes.count)
        func mix(_ word: UInt64) {
            let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
            hash = product.high ^ product.low
        }
        var at = 0
        while at + 8 <= bytes.count {
            mix(bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            at += 8
        }
        var rest: UInt64 = 0
        while at < bytes.count {
            rest = rest << 8 | UInt64(bytes[at])
            at += 1
        }
        mix(rest)
        return hash
    }

    static func isSame(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
        guard one.count == other.count else { return false }
        guard let base = one.baseAddress, let otherBase = other.baseAddress else { return true }
        return memcmp(base, otherBase, one.count) == 0
    }
}
