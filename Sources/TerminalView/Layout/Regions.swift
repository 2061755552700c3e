package import ViewMessages

/// Which lines of the terminal belong to what. Where lines are few, the content comes first, and then the status line.
package struct Regions: Equatable, Sendable {
    package private(set) var title: Int?
    package private(set) var prompt: Int?
    package private(set) var rule: Int?
    package private(set) var content: Range<Int>
    package private(set) var status: Int?

    package init(_ screen: Screen, _ size: Size) {
        var next = 0
        var free = size.rows - 1
        func take() -> Int {
            defer { next += 1 }
            free -= 1
            return next
        }
        if free > 0 {
            status = size.rows - 1
            free -= 1
        }
        if free > 0 { title = take() }
        if free > 0, screen.prompt != nil { prompt = take() }
        if free > 4 { rule = take() }
        content = next..<max(next, status ?? size.rows)
    }
}
