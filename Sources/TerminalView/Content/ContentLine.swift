/// One line of a content: text from the left, an accessory at the right edge.
package struct ContentLine: Equatable, Sendable {
    package let text: StyledText
    package let accessory: StyledText
    /// Of a line that is scrolled sideways: all of its text, in sight or not.
    let whole: String?

    /// Cuts both to the room. Where there is no room for both, each has half of the line.
    package init(_ text: StyledText, accessory: StyledText = StyledText(), whole: String? = nil, room: Int) {
        self.whole = whole
        guard !accessory.isEmpty else {
            self.text = text.truncated(to: room)
            self.accessory = accessory
            return
        }
        self.accessory = accessory.truncated(to: max(room / 2, room - text.cells - 2))
        let gap = self.accessory.isEmpty ? 0 : self.accessory.cells + 2
        self.text = text.truncated(to: max(room - gap, 0))
    }
}

/// Lines of one part that are made only when they are seen.
protocol LineBlock: Sendable {
    var count: Int { get }

    /// - Parameters:
    ///   - index: from 0.
    ///   - room: the cells between gutter and margin.
    func line(_ index: Int, room: Int) -> ContentLine
}
