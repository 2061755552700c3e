import Languages
import JSON

/// Record of what has been printed, and of whether the user still waits for a text.
struct Transcript: JSONCodable, Equatable, Sendable {
    var pages: PrintedPages = PrintedPages()
    /// A command was carried out, and nothing has been printed since.
    var isAnswerDue: Bool = false
    /// The last text is a prompt, on a line without an end.
    var isPrompting: Bool = false

    init() {}

    mutating func expectAnswer() { isAnswerDue = true }

    /// The user has ended the prompt's line.
    mutating func endPrompt() { isPrompting = false }

    /// - Returns: the prompt; nil when it is printed already.
    mutating func prompt() -> String? {
        guard !isPrompting else { return nil }
        isPrompting = true
        return "> "
    }

    /// - Parameters:
    ///   - text: whole lines.
    ///   - isAnswer: whether it answers the user's command.
    /// - Returns: the text to print.
    mutating func append(_ text: String, isAnswer: Bool) -> String {
        defer { isPrompting = false }
        isAnswerDue = isAnswerDue && !isAnswer
        return (isPrompting ? "\n" : "") + text
    }

    /// - Parameter scenes: the scenes on the stack; the others are forgotten.
    /// - Returns: the news on the page; nil when nothing is new.
    mutating func news(on page: LinearPage, of scene: String, among scenes: [String]) -> String? {
        pages.keep(scenes: Set(scenes))
        let lines = pages.take(page, of: scene, isAnswer: isAnswerDue)
        return lines.isEmpty ? nil : LinearPage.text(lines)
    }
}

/// Digests of what has been printed of each scene, so that only what is new is printed, also by a successor of this view.
struct PrintedPages: JSONCodable, Equatable, Sendable {
    struct Page: JSONCodable, Equatable, Sendable {
        var head: UInt64
        var body: UInt64
        /// Lines of the body.
        var lines: Int
        var foot: UInt64
        var keys: UInt64 = 0

        init(_ page: LinearPage) {
            (head, body, foot, keys) = (digest(page.head), digest(page.body), digest(page.foot), digest(page.keys))
            lines = page.body.count
        }
    }

    var pages: [String: Page] = [:]
    /// The scene that was printed last.
    var scene: String?
    /// The lines of its page; nil where there are too many.
    var seen: SeenLines?
    /// The page has changed since the last command, without one.
    var isLive: Bool = false

    /// - Parameter isAnswer: a command needs an answer, at least that nothing has changed. Of a screen that comes by
    ///   itself, only what has changed is printed. The keys on the screen are not repeated.
    /// - Returns: the lines to print; empty when all is printed already.
    mutating func take(_ page: LinearPage, of scene: String, isAnswer: Bool) -> [String] {
        let (old, new, seen, isOnScreen) = (pages[scene], Page(page), self.seen, self.scene == scene)
        (pages[scene], self.scene, self.seen, isLive) = (new, scene, SeenLines(page), isLive && !isAnswer)
        var page = page
        if isOnScreen, old?.keys == new.keys { page.foot.removeAll(where: page.keys.contains) }
        guard let old, old.head == new.head, page.body.count >= old.lines,
            (page.body.count == old.lines ? new.body : Self.digest(page.body.prefix(old.lines))) == old.body
        else {
            guard let old, isOnScreen, !isAnswer else { return page.lines }
            return changes(
                on: page, head: old.head == new.head ? [] : page.head, foot: old.foot == new.foot ? [] : page.foot, seen
            )
        }
        let news = page.body.dropFirst(old.lines)
        guard isOnScreen else {
            let known =
                old.lines == 0 ? [] : [page.words("%, as before: again prints it", Self.count(old.lines, of: page))]
            return page.head + known + news + page.foot
        }
        if !news.isEmpty || old.foot != new.foot {
            return news.isEmpty && page.foot.isEmpty ? page.head : news + page.foot
        }
        guard isAnswer else { return [] }
        return page.foot.isEmpty ? [page.words["Nothing has changed."]] : page.foot
    }

    /// Lines of a screen that is not an answer to a command.
    private mutating func changes(
        on page: LinearPage, head: [String], foot: [String], _ seen: SeenLines?
    ) -> [String] {
        let wasLive = isLive
        isLive = true
        guard let seen, let new = self.seen else {
            return head + [page.words("changed: again prints all %", Self.count(page.body.count, of: page))] + foot
        }
        let changes = new.changes(on: page, since: seen)
        // A screen that was another one before.
        return changes.isMost && !wasLive ? page.lines : head + changes.lines + foot
    }

    mutating func keep(scenes: Set<String>) {
        pages = pages.filter { scenes.contains($0.key) }
    }

    private static func count(_ lines: Int, of page: LinearPage) -> String {
        let rows = page.rows.count
        return rows > 0 ? page.words.sum(rows, "% row", "% rows") : page.words.sum(lines, "% line", "% lines")
    }

    /// FNV-1a, because Swift's own hash differs from process to process.
    static func digest(_ lines: some Sequence<String>) -> UInt64 {
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        for line in lines {
            let bytes = line.utf8.span
            for at in bytes.indices { digest = (digest ^ UInt64(bytes[at])) &* 0x100_0000_01B3 }
            digest = (digest ^ 0x0A) &* 0x100_0000_01B3
        }
        return digest
    }
}
