import TerminalText
import ScreenModel
import ViewMessages

/// Labels in a column, and beside them their values, wrapped. A value that is an address is a hyperlink.
struct FactsView: PartView {
    let facts: Facts

    func layOut(in content: inout Content) {
        content.appendHeading(facts.heading)
        let widest = facts.items.map { CellWidth.of($0.label.prefix(cells: content.room)) }.max() ?? 0
        let column = min(widest, content.room * 2 / 5) + Self.gap
        let room = max(min(content.room - column, Content.measure), 1)
        for (number, item) in facts.items.enumerated() {
            let link = Hyperlink(item.value, number: number)
            var label = StyledText(item.label.truncated(to: column - Self.gap), .quiet)
            for line in LineWrapping.wrap(item.value, width: room) {
                label.append(String(repeating: " ", count: column - label.cells))
                content.append(label + StyledText(line, .plain.toned(item.tone), link: link))
                label = StyledText()
            }
        }
    }

    private static let gap = 2

    func print(on page: inout LinearPage) {
        page.appendHeading(facts.heading)
        for item in facts.items { page.append("\(item.label): \(item.value)\(item.tone.word)") }
    }
}
