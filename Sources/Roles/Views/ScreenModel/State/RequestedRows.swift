import ViewMessages

/// Rows of a screen's ``Section`` that a view has asked for, and those that the application has not sent.
package struct RequestedRows: Sendable {
    private struct Request: Sendable {
        let rows: Range<Int>
        /// The rows that were here before.
        let here: Range<Int>
    }

    private var open: Request?
    private var last: Request?
    /// The rows that the application was asked for, and has answered without.
    package private(set) var unsent = 0..<0
    /// The rows that were here then.
    private var hereThen = 0..<0
    private var isNews = false

    package init() {}

    mutating func ask(for rows: Range<Int>, on screen: Screen) {
        open = Request(rows: rows, here: screen.section?.rows ?? 0..<0)
    }

    /// The application has answered with that screen. An answer may bring some of the rows; the second answer to the same request has to
    /// bring more of them.
    mutating func end(on screen: Screen) {
        guard let request = open else { return }
        defer { (open, last) = (nil, request) }
        let section = screen.section
        let asked = request.rows.clamped(to: 0..<(section?.total ?? 0))
        let (had, has) = (request.here.clamped(to: asked), (section?.rows ?? 0..<0).clamped(to: asked))
        let isNew = has.lowerBound < had.lowerBound || has.upperBound > had.upperBound
        isNews = !asked.isEmpty && (has.isEmpty || !isNew || last?.rows == request.rows && has.count <= had.count)
        guard isNews, let section else { return unsent = 0..<0 }
        let isBeside = unsent.lowerBound <= asked.upperBound && asked.lowerBound <= unsent.upperBound
        let known = unsent.isEmpty || !isBeside ? asked : unsent
        unsent = min(known.lowerBound, asked.lowerBound)..<max(known.upperBound, asked.upperBound)
        hereThen = section.rows
    }

    /// True if there is no point in asking for more rows until others are here.
    /// - Parameter rows: those that are not here.
    package func isVain(_ rows: Range<Int>, with here: Range<Int>) -> Bool {
        rows.isEmpty || here == hereThen && unsent.lowerBound <= rows.lowerBound && rows.upperBound <= unsent.upperBound
    }

    package func isOpen(_ rows: Range<Int>) -> Bool { open?.rows == rows }

    /// - Returns: whether the application has answered without the rows, once.
    package mutating func takeNews() -> Bool {
        defer { isNews = false }
        return isNews
    }
}
