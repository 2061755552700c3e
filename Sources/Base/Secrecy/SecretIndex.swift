import Platform

/// Finds known secrets in texts, the longest at each place, in one tree of their bytes. The time grows with the text, not with
/// the number of secrets.
package struct SecretIndex: Sendable {
    /// Shorter secrets are left out: they occur by chance.
    package static let shortest = 4
    /// A text that agrees with a secret for so many bytes holds a part of it. So no byte is read for many places.
    private static let telling = 128

    private struct Edge: Hashable {
        let node: Int
        let byte: UInt8
    }

    /// The nodes behind the edges; 0 is the root.
    private var nodes: [Edge: Int] = [:]
    private var ends: Set<Int> = []
    /// For each two bytes whether any secret begins with them; mostly none does. Empty without secrets.
    private var beginnings: [Bool] = []
    private let ignoresCase: Bool

    /// - Parameter ignoringCase: whether ASCII letters of both cases are the same.
    package init(ignoringCase: Bool = false) {
        ignoresCase = ignoringCase
    }

    var isEmpty: Bool { beginnings.isEmpty }

    /// Adds a secret. One that is shorter than ``shortest`` is left out.
    package mutating func insert(_ secret: [UInt8]) {
        guard secret.count >= Self.shortest else { return }
        let secret = folded(secret)
        if beginnings.isEmpty { beginnings = Array(repeating: false, count: 1 << 16) }
        beginnings[Self.pair(secret, 0)] = true
        var node = 0
        for byte in secret {
            let edge = Edge(node: node, byte: byte)
            node = nodes[edge] ?? nodes.count + 1
            nodes[edge] = node
        }
        ends.insert(node)
    }

    /// The places of secrets, in order; they do not overlap.
    package func ranges(in text: [UInt8]) -> [Range<Int>] {
        var steps = 0
        return ranges(in: text, steps: &steps)
    }

    /// - Parameter steps: grows by the bytes visited.
    func ranges(in text: [UInt8], steps: inout Int) -> [Range<Int>] {
        guard !isEmpty else { return [] }
        let text = folded(text)
        var ranges: [Range<Int>] = []
        var at = 0
        while at + Self.shortest <= text.count {
            steps &+= 1
            guard beginnings[Self.pair(text, at)], let end = end(of: text, at, &steps) else {
                at += 1
                continue
            }
            ranges.append(at..<end)
            at = end
        }
        return ranges
    }

    private func end(of text: [UInt8], _ start: Int, _ steps: inout Int) -> Int? {
        var (at, node) = (start, 0)
        var end: Int?
        while at < text.count, let next = nodes[Edge(node: node, byte: text[at])] {
            steps &+= 1
            (at, node) = (at + 1, next)
            if ends.contains(node) { end = at }
        }
        guard at - (end ?? start) >= Self.telling else { return end }
        return text[at...].firstIndex { !TextReader.isInside($0) } ?? text.count
    }

    private func folded(_ bytes: [UInt8]) -> [UInt8] { ignoresCase ? bytes.map(\.lowercased) : bytes }

    private static func pair(_ text: [UInt8], _ at: Int) -> Int { Int(text[at]) << 8 | Int(text[at + 1]) }
}
