import Synchronization

/// Markdown (CommonMark with GitHub's tables and strikethrough) as blocks, one after another: a block inside another one
/// has it in its ``Block/containers``. Texts are unchanged: the code that draws them makes them harmless.
package struct MarkdownText: Equatable, Sendable {
    package struct Block: Equatable, Sendable {
        package enum Content: Equatable, Sendable {
            case paragraph([Span])
            /// Level: from 1.
            case heading(level: Int, [Span])
            /// Lines that are not wrapped.
            case code(String)
            case table(Table)
            case rule
        }

        package var content: Content
        /// The containers around the block, the outermost first.
        package var containers: [Container]
        /// The block belongs to the block before it, as the items of a tight list do.
        package var isClose: Bool
    }

    package enum Container: Equatable, Sendable {
        case quote
        /// An item of a list: the mark of its first block, such as `•` or `1.`; blanks of that width before its others.
        case item(mark: String)
    }

    package struct Span: Equatable, Sendable {
        package var text: String
        package var isStrong = false
        package var isEmphasized = false
        package var isStruck = false
        package var isCode = false
        /// The index of the piece's link in ``MarkdownText/links``.
        package var link: Int?
    }

    package struct Table: Equatable, Sendable {
        package enum Alignment: Equatable, Sendable {
            case left, center, right
        }

        package var alignments: [Alignment] = []
        package var header: [[Span]] = []
        package var rows: [[[Span]]] = []
    }

    package internal(set) var blocks: [Block] = []
    /// The addresses that links lead to, in their order.
    package internal(set) var links: [String] = []

    /// The limit in bytes. A longer text is shown plain.
    package static let limit = 1 << 18

    /// Parses a text. Views get theirs from ``MarkdownMemory``.
    /// - Returns: nil for a text over the limit, and for one that would take too much time or memory.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.limit, let reader = MarkdownReader(text) else { return nil }
        self = reader.result
    }

    init() {}
}

/// Texts that were parsed not long ago, so that each is parsed once however often it is drawn: for every frame, width, reader and
/// request.
package final class MarkdownMemory: Sendable {
    /// The memory of the whole process.
    @TaskLocal package static var shared = MarkdownMemory()

    fileprivate struct Kept {
        /// Nil for a text that cannot be parsed.
        let text: MarkdownText?
        var uses = 0
    }

    /// A text, compared by its bytes.
    fileprivate struct Body: Hashable {
        let text: String

        static func == (one: Self, other: Self) -> Bool {
            one.text.utf8.count == other.text.utf8.count && one.text.utf8.elementsEqual(other.text.utf8)
        }

        /// Texts of one length and one beginning are few.
        func hash(into hasher: inout Hasher) {
            hasher.combine(text.utf8.count)
            for byte in text.utf8.prefix(256) { hasher.combine(byte) }
        }
    }

    /// The texts that were used since the last sweep, and the texts that were used before it.
    fileprivate struct Texts {
        var recent: [Body: Kept] = [:]
        var older: [Body: Kept] = [:]
        var bytes = 0
        var parses = 0
    }

    private let texts = Mutex(Texts())
    private let mostBytes: Int

    /// - Parameter mostBytes: of the texts that were used last; up to as many bytes of older ones are kept, too.
    package init(mostBytes: Int = 4 << 20) {
        self.mostBytes = mostBytes
    }

    package var parses: Int { texts.withLock { $0.parses } }

    /// The number of times that callers have got a kept text since it was parsed; nil for one that is not kept.
    package func uses(of body: String) -> Int? {
        texts.withLock { ($0.recent[Body(text: body)] ?? $0.older[Body(text: body)])?.uses }
    }

    /// - Returns: nil for a text that is too long, or would take too much time or memory.
    package func text(of body: String) -> MarkdownText? {
        guard body.utf8.count <= MarkdownText.limit else { return nil }
        let key = Body(text: body)
        if let kept = texts.withLock({ $0.use(key, mostBytes: mostBytes) }) { return kept.text }
        // Other work is the cause, not this text, so do not remember a failure.
        guard Leash.shared.isFree else { return nil }
        // The text is read outside of the lock, so that other threads can read other texts.
        let parsed = MarkdownText(body)
        texts.withLock {
            $0.parses += 1
            $0.keep(Kept(text: parsed), for: key, mostBytes: mostBytes)
        }
        return parsed
    }
}

extension MarkdownMemory.Texts {
    fileprivate mutating func use(_ body: MarkdownMemory.Body, mostBytes: Int) -> MarkdownMemory.Kept? {
        if var kept = recent[body] {
            kept.uses += 1
            recent[body] = kept
            return kept
        }
        guard var kept = older.removeValue(forKey: body) else { return nil }
        kept.uses += 1
        keep(kept, for: body, mostBytes: mostBytes)
        return kept
    }

    fileprivate mutating func keep(_ kept: MarkdownMemory.Kept, for body: MarkdownMemory.Body, mostBytes: Int) {
        if bytes + body.text.utf8.count > mostBytes { (recent, older, bytes) = ([:], recent, 0) }
        recent[body] = kept
        bytes += body.text.utf8.count
    }
}

/// The rule for addresses that a link may lead to.
package enum LinkAddress {
    /// The longest address, in bytes.
    private static let longest = 2048

    /// Pages and mail addresses, in printable ASCII without blanks. Anything else in an address is percent-encoded, or a trap.
    package static func isSafe(_ address: String) -> Bool {
        guard address.utf8.count <= longest, address.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return false }
        let lower = address.lowercased()
        // Browsers look for a server behind any number of slashes.
        return ["https://", "http://", "mailto:"].contains { beginning in
            lower.hasPrefix(beginning) && lower.dropFirst(beginning.count).first.map { !"/\\?#".contains($0) } ?? false
        }
    }
}
