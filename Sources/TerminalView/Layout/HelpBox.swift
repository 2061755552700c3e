/// The keys that hold on the screen behind it.
enum HelpBox {
    static func draw(_ state: ViewState, rows: Range<Int>, on buffer: inout CellBuffer) {
        var behind = state
        behind.showsHelp = false
        let bindings = KeyMap.bindings(for: behind)
        let width = bindings.map { CellWidth.of($0.name) }.max() ?? 0
        let lines = bindings.map { binding in
            let padding = String(repeating: " ", count: width - CellWidth.of(binding.name) + 2)
            return StyledText(binding.name, .strong) + StyledText(padding + binding.label)
        }
        Box.draw(
            inColumns(lines, height: rows.count - 2, room: buffer.size.columns - Box.border), title: "Keys",
            rows: rows, on: &buffer)
    }

    /// In two columns where one would be too high.
    private static func inColumns(_ lines: [StyledText], height: Int, room: Int) -> [StyledText] {
        let half = (lines.count + 1) / 2
        let width = lines.prefix(half).map(\.cells).max() ?? 0
        guard lines.count > height, height > 0, width * 2 + 3 <= room else { return lines }
        return (0..<half).map { index in
            guard half + index < lines.count else { return lines[index] }
            let gap = String(repeating: " ", count: width - lines[index].cells + 3)
            return lines[index] + StyledText(gap) + lines[half + index]
        }
    }
}
