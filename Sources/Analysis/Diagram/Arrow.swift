import TerminalText

/// An arrow from one lifeline to others, in the cells of a line.
struct Arrow {
    private let start: Int
    private let ends: [Int]
    private let lifelines: [Int]

    init(from start: Int, to ends: [Int], lifelines: [Int]) {
        self.start = start
        self.ends = Array(Set(ends)).sorted()
        self.lifelines = lifelines
    }

    func draw(_ label: ArrowLabel, into line: inout CellLine) {
        let others = ends.filter { $0 != start }
        guard let first = others.first, let last = others.last else {
            // An event to its own sender has no arrow, only a label.
            line.put("● " + label.text(in: 16), at: start)
            return
        }
        let span = min(start, first)...max(start, last)
        for column in span { line.put(lifelines.contains(column) ? "┼" : "─", at: column) }
        line.put(start == span.lowerBound ? "├" : start == span.upperBound ? "┤" : "┼", at: start)
        for end in others {
            if end == span.lowerBound || end == span.upperBound { line.put("│", at: end) }
            line.put(end > start ? "▶" : "◀", at: end > start ? end - 1 : end + 1)
        }
        draw(label, between: ([start] + others).sorted(), into: &line)
    }

    /// The label goes into the widest gap between two ends.
    private func draw(_ label: ArrowLabel, between stops: [Int], into line: inout CellLine) {
        let parts = zip(stops, stops.dropFirst())
        guard let part = parts.max(by: { $0.1 - $0.0 < $1.1 - $1.0 }) else { return }
        // A gap has a stroke, the label and a head, or the reverse.
        let room = part.1 - part.0 - 3
        let text = label.text(in: room)
        guard room > 0, !text.isEmpty else { return }
        line.put(text, at: part.0 + 2 + (room - CellWidth.of(text)) / 2)
    }
}
