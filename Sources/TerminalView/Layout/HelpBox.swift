import ScreenModel
import TerminalText

/// The keys that hold on the screen behind it.
package enum HelpBox {
    static func draw(_ state: ViewState, rows: Range<Int>, on frame: inout Frame) {
        let size = Size(columns: frame.buffer.size.columns, rows: rows.count)
        let lines = lines(for: state, in: size)
        // Every page is as wide as the whole.
        let width = lines.map(\.cells).max() ?? 0
        let page = lines.dropFirst(min(state.helpTop, end(of: lines, in: size))).prefix(height(in: size)).map { line in
            line + StyledText(String(repeating: " ", count: width - line.cells))
        }
        let isAll = page.count == lines.count
        let words = Words(state.top?.screen)
        let title = isAll ? words["Keys"] : "\(words["Keys"]) (↑↓ \(words["for more"]))"
        Box.draw(Array(page), title: title, rows: rows, on: &frame.buffer)
        frame.targets.add(rows: rows, columns: 0..<size.columns, .action(.hideHelp))
    }

    /// The last line that the help can be scrolled to.
    package static func end(for state: ViewState) -> Int {
        let size = Size(columns: state.size.columns, rows: state.size.rows - 1)
        return end(of: lines(for: state, in: size), in: size)
    }

    private static func end(of lines: [StyledText], in size: Size) -> Int { max(lines.count - height(in: size), 0) }
    private static func height(in size: Size) -> Int { max(size.rows - 2, 1) }

    private static func lines(for state: ViewState, in size: Size) -> [StyledText] {
        var behind = state
        behind.showsHelp = false
        let entries = entries(KeyMap.bindings(for: behind)).map { name, label in
            (name: state.repertoire.text(for: name), label: label)
        }
        let width = entries.map { CellWidth.of($0.name) }.max() ?? 0
        let lines = entries.map { entry in
            let padding = String(repeating: " ", count: width - CellWidth.of(entry.name) + 2)
            return StyledText(entry.name, .strong) + StyledText(padding + entry.label)
        }
        return inColumns(lines, height: height(in: size), room: size.columns - Box.border)
    }

    /// A key is named only where it holds, which is in the last binding that has it.
    private static func entries(_ bindings: [KeyBinding]) -> [(name: String, label: String)] {
        var taken: Set<Substring> = []
        var entries: [(name: String, label: String)] = []
        for binding in bindings.reversed() {
            let keys = binding.name.split(separator: " ").filter { !taken.contains($0) }
            taken.formUnion(keys)
            if !keys.isEmpty { entries.append((keys.joined(separator: " "), binding.label)) }
        }
        return entries.reversed()
    }

    /// Two columns where one would be too high.
    private static func inColumns(_ lines: [StyledText], height: Int, room: Int) -> [StyledText] {
        let half = (lines.count + 1) / 2
        let width = lines.prefix(half).map(\.cells).max() ?? 0
        guard lines.count > height, width * 2 + 3 <= room else { return lines }
        return (0..<half).map { index in
            guard half + index < lines.count else { return lines[index] }
            let gap = String(repeating: " ", count: width - lines[index].cells + 3)
            return lines[index] + StyledText(gap) + lines[half + index]
        }
    }
}
