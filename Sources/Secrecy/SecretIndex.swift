/// Finds known secrets in texts, the longest at each place. The time grows with the text, not with the number of
/// secrets.
package struct SecretIndex: Sendable {
    /// Secrets are looked up by their first bytes, so they have at least as many.
    package static let shortest = 4

    private struct Group {
        /// The longest first.
        var lengths: [Int] = []
        var secrets: Set<ArraySlice<UInt8>> = []
    }

    private var groups: [UInt32: Group] = [:]
    /// For each two bytes whether any secret begins with them; mostly none does. Empty without secrets.
    private var beginnings: [Bool] = []
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
        var group = groups.removeValue(forKey: Self.quadruple(secret, 0)) ?? Group()
        group.secrets.insert(secret[...])
        if let place = group.lengths.firstIndex(where: { $0 <= secret.count }) {
            if group.lengths[place] != secret.count { group.lengths.insert(secret.count, at: place) }
        } else {
            group.lengths.append(secret.count)
        }
        groups[Self.quadruple(secret, 0)] = group
    }

    /// Where secrets stand, in order; they do not overlap.
    package func ranges(in text: [UInt8]) -> [Range<Int>] {
        guard !beginnings.isEmpty else { return [] }
        let text = folded(text)
        var ranges: [Range<Int>] = []
        var at = 0
        while at + Self.shortest <= text.count {
            guard beginnings[Self.pair(text, at)], let end = end(of: text, at) else {
                at += 1
                continue
            }
            ranges.append(at..<end)
            at = end
        }
        return ranges
    }

    private func end(of text: [UInt8], _ start: Int) -> Int? {
        guard let group = groups[Self.quadruple(text, start)] else { return nil }
        return group.lengths.lazy.filter { start + $0 <= text.count }.map { start + $0 }
            .first { group.secrets.contains(text[start..<$0]) }
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
