import JSON

/// Digests of what has been printed of each scene, so that only what is new is printed, also by a successor of this view.
struct PrintedPages: JSONCodable, Equatable, Sendable {
    struct Page: JSONCodable, Equatable, Sendable {
        var head: UInt64
        var body: UInt64
        /// Lines of the body.
        var lines: Int
        var foot: UInt64
    }

    var pages: [String: Page] = [:]
    /// The scene that was printed last.
    var scene: String?

    /// - Parameter isAnswer: a command is to be answered, at least by saying that nothing has changed.
    /// - Returns: the lines to print; empty when all is printed already.
    mutating func take(_ page: LinearPage, of scene: String, isAnswer: Bool) -> [String] {
        let old = pages[scene]
        let isOnScreen = self.scene == scene
        pages[scene] = Page(
            head: Self.digest(page.head), body: Self.digest(page.body), lines: page.body.count,
            foot: Self.digest(page.foot))
        self.scene = scene
        guard let old, old.head == Self.digest(page.head), page.body.count >= old.lines,
            Self.digest(page.body.prefix(old.lines)) == old.body
        else { return page.head + page.body + page.foot }
        let news = page.body.dropFirst(old.lines)
        guard isOnScreen else {
            let known = old.lines == 0 ? [] : ["\(Self.count(old.lines, of: page)), as before: again prints it"]
            return page.head + known + news + page.foot
        }
        if !news.isEmpty || old.foot != pages[scene]?.foot {
            return news.isEmpty && page.foot.isEmpty ? page.head : news + page.foot
        }
        guard isAnswer else { return [] }
        return page.foot.isEmpty ? ["Nothing has changed."] : page.foot
    }

    mutating func keep(scenes: Set<String>) {
        pages = pages.filter { scenes.contains($0.key) }
    }

    private static func count(_ lines: Int, of page: LinearPage) -> String {
        let rows = page.rows.count
        return rows > 0 ? "\(rows) \(rows == 1 ? "row" : "rows")" : "\(lines) \(lines == 1 ? "line" : "lines")"
    }

    /// FNV-1a, because Swift's own hash differs from process to process.
    private static func digest(_ lines: some Sequence<String>) -> UInt64 {
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        for line in lines {
            for byte in line.utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
            digest = (digest ^ 0x0A) &* 0x100_0000_01B3
        }
        return digest
    }
}
