/// Finds known secrets in texts, the longest at each place. The time grows with the text, not with the number of
/// secrets.
///
/// Secrets are looked up by their first bytes and then by the hash of as many bytes as each has. Hashes of pieces of the
/// text come from those of its beginnings, so bytes are not read again for every length.
package struct SecretIndex: Sendable {
    /// Secrets are looked up by their first bytes, so they have at least as many.
    package static let shortest = 4
    /// Lengths of secrets with the same first bytes. Beyond that only the beginning of another length is looked for,
    /// of a length that is a power of two, and found with the rest of the word.
    static let mostLengths = 64

    private struct Group {
        /// The longest first.
        var lengths: [Int] = []
        var hashes: Set<UInt64> = []
        var secrets: Set<ArraySlice<UInt8>> = []
        var beginnings: Set<ArraySlice<UInt8>> = []
    }

    private var groups: [UInt32: Group] = [:]
    /// For each two bytes whether any secret begins with them; mostly none does. Empty without secrets.
    private var beginnings: [Bool] = []
    private var longest = 0
    private let ignoresCase: Bool

    /// - Parameter ignoringCase: whether ASCII letters of both cases are the same.
    package init(ignoringCase: Bool = false) {
        ignoresCase = ignoringCase
    }

    /// Adds a secret. One that is shorter than ``shortest`` is left out.
    package mutating func insert(_ secret: [UInt8]) {
        guard secret.count >= Self.shortest else { return }
        let secret = folded(secret)
        if beginnings.isEmpty { beginnings = Array(repeating: false, count: 1 << 16) }
        beginnings[Self.pair(secret, 0)] = true
        let key = Self.quadruple(secret, 0)
        var group = groups.removeValue(forKey: key) ?? Group()
        defer { groups[key] = group }
        var piece = secret[...]
        if group.lengths.count >= Self.mostLengths, !group.lengths.contains(secret.count) {
            piece = secret.prefix(1 << (Int.bitWidth - 1 - secret.count.leadingZeroBitCount))
            group.beginnings.insert(piece)
        }
        guard group.secrets.insert(piece).inserted else { return }
        group.hashes.insert(SubstringHashes.hash(of: piece))
        longest = max(longest, piece.count)
        guard !group.lengths.contains(piece.count) else { return }
        group.lengths.insert(piece.count, at: group.lengths.firstIndex { $0 < piece.count } ?? group.lengths.count)
    }

    var isEmpty: Bool { beginnings.isEmpty }

    /// The places of secrets, in order; they do not overlap.
    package func ranges(in text: [UInt8]) -> [Range<Int>] {
        var steps = 0
        return ranges(in: text, steps: &steps)
    }

    /// - Parameter steps: grows by the bytes visited and the hashes compared.
    func ranges(in text: [UInt8], steps: inout Int) -> [Range<Int>] {
        guard !beginnings.isEmpty else { return [] }
        let text = folded(text)
        var hashes: SubstringHashes?
        var ranges: [Range<Int>] = []
        var at = 0
        while at + Self.shortest <= text.count {
            steps &+= 1
            guard beginnings[Self.pair(text, at)], let end = end(of: text, at, &hashes, &steps) else {
                at += 1
                continue
            }
            ranges.append(at..<end)
            at = end
        }
        steps &+= hashes?.steps ?? 0
        return ranges
    }

    private func end(of text: [UInt8], _ start: Int, _ hashes: inout SubstringHashes?, _ steps: inout Int) -> Int? {
        guard let group = groups[Self.quadruple(text, start)] else { return nil }
        var pieces = hashes.take() ?? SubstringHashes(of: text, longest: longest)
        defer { hashes = pieces }
        for length in group.lengths where start + length <= text.count {
            steps &+= 1
            let piece = text[start..<start + length]
            guard group.hashes.contains(pieces.hash(start, length)), group.secrets.contains(piece) else { continue }
            guard group.beginnings.contains(piece) else { return piece.endIndex }
            return text[piece.endIndex...].firstIndex { !TextReader.isInside($0) } ?? text.count
        }
        return nil
    }

    private func folded(_ bytes: [UInt8]) -> [UInt8] {
        guard ignoresCase else { return bytes }
        return bytes.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
    }

    private static func pair(_ text: [UInt8], _ at: Int) -> Int { Int(text[at]) << 8 | Int(text[at + 1]) }

    private static func quadruple(_ text: [UInt8], _ at: Int) -> UInt32 {
        UInt32(pair(text, at)) << 16 | UInt32(pair(text, at + 2))
    }
}

/// Hashes of a text's pieces, each in constant time, from those of its beginnings (Karp and Rabin). They are kept only for as
/// many bytes as the longest piece has.
struct SubstringHashes {
    private static let modulus: UInt64 = 1 << 61 - 1
    /// Random, so that no sender can make texts with equal hashes.
    private static let base = UInt64.random(in: 1 << 32..<modulus)

    private let text: [UInt8]
    /// Hashes of the text up to a place, at the place's remainder.
    private var hashes: [UInt64]
    private var powers: [UInt64] = [1]
    private var end = 0
    /// Bytes visited, and room made for hashes.
    private(set) var steps: Int

    init(of text: [UInt8], longest: Int) {
        self.text = text
        hashes = Array(repeating: 0, count: min(longest, text.count) + 1)
        steps = hashes.count
    }

    static func hash(of piece: ArraySlice<UInt8>) -> UInt64 { piece.reduce(0) { next($0, $1) } }

    /// - Parameter start: not before an earlier one.
    mutating func hash(_ start: Int, _ length: Int) -> UInt64 {
        if start >= end { begin(at: start) }
        while end < start + length {
            let hash = Self.next(hashes[end % hashes.count], text[end])
            end += 1
            hashes[end % hashes.count] = hash
            steps += 1
        }
        while powers.count <= length { powers.append(Self.product(powers[powers.count - 1], Self.base)) }
        let before = Self.product(hashes[start % hashes.count], powers[length])
        let hash = hashes[(start + length) % hashes.count]
        return hash >= before ? hash - before : hash + Self.modulus - before
    }

    private mutating func begin(at start: Int) {
        end = start
        hashes[start % hashes.count] = 0
    }

    private static func next(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        let sum = product(hash, base) + UInt64(byte) + 1
        return sum >= modulus ? sum - modulus : sum
    }

    private static func product(_ one: UInt64, _ other: UInt64) -> UInt64 {
        let product = one.multipliedFullWidth(by: other)
        let sum = (product.low & modulus) + (product.low >> 61 | product.high << 3)
        return sum >= modulus ? sum - modulus : sum
    }
}
