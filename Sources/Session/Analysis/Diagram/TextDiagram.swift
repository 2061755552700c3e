import TerminalText

/// Draws a sequence diagram for a terminal, row by row: a lifeline for each service, the time at the left.
///
///       view               presenter              fetcher
///     1.577 ◆ 1. didSearch music │                  │
///     1.577 ├─didSearch─────────▶│                  │
///     1.578 │                    ├─search +1.0 ms──▶│
package struct TextDiagram: SequenceDiagram {
    private let width: Int
    private var participants: [String] = []
    private var places: [String: Int] = [:]
    private static let timeWidth = 9
    /// The least distance that leaves room for an arrow.
    private static let leastSpacing = 4

    /// The lifelines that fit; the remaining services share the last one.
    private var most: Int { max(2, (width - Self.timeWidth) / Self.leastSpacing) }

    /// - Parameter width: the terminal's, in cells.
    package init(width: Int) {
        self.width = max(20, width)
    }

    package mutating func begin(_ participants: [String]) -> [String] { join(participants) }

    /// The names above the lifelines.
    private var header: String {
        var line = CellLine(width: width)
        for (index, name) in participants.enumerated() {
            let name = Sanitizer.line(name).truncated(to: max(1, spacing - 1))
            let start = column(of: index) - CellWidth.of(name) / 2
            line.put(name, at: max(0, min(start, width - CellWidth.of(name))))
        }
        return line.description
    }

    package mutating func lines(for row: DiagramRow) -> [String] {
        switch row {
        case .action(let action): return join([action.service]) + [line(for: action)]
        case .message(let message): return join([message.sender] + message.receivers) + [line(for: message)]
        case .missed(let count):
            var line = lifelines(at: nil)
            line.put(" \(count) events were not recorded ", at: Self.timeWidth)
            return [line.description]
        }
    }

    /// - Returns: the names again, if there are new ones.
    private mutating func join(_ services: [String]) -> [String] {
        let before = participants.count
        for service in services where places[service] == nil && participants.count < most {
            let name = participants.count < most - 1 ? service : Participants.others
            places[name] = participants.count
            participants.append(name)
        }
        return participants.count == before ? [] : [header]
    }

    /// Cells from one lifeline to the next.
    private var spacing: Int {
        participants.count < 2 ? width - Self.timeWidth : (right - left) / (participants.count - 1)
    }

    private var left: Int { Self.timeWidth + CellWidth.of(participants.first ?? "") / 2 }
    private var right: Int { width - 1 - CellWidth.of(participants.last ?? "") / 2 }

    private func column(of index: Int) -> Int { left + index * spacing }
    private func column(of service: String) -> Int { column(of: places[service] ?? max(0, participants.count - 1)) }

    private func lifelines(at time: Double?) -> CellLine {
        var line = CellLine(width: width)
        if let time { line.put(Self.text(of: time), at: 0) }
        for index in participants.indices { line.put("│", at: column(of: index)) }
        return line
    }

    private func line(for action: RecordedAction) -> String {
        var line = lifelines(at: action.time)
        let column = column(of: action.service)
        line.put("◆", at: column)
        let text = "\(action.number). \(Sanitizer.line(action.text))"
        line.put(" " + text.truncated(to: max(0, width - column - 3)) + " ", at: column + 1)
        return line.description
    }

    private func line(for message: DiagramRow.Message) -> String {
        var line = lifelines(at: message.time)
        Arrow(
            from: column(of: message.sender), to: message.receivers.map { column(of: $0) },
            lifelines: participants.indices.map { column(of: $0) }
        ).draw(ArrowLabel(message), into: &line)
        return line.description
    }

    /// Right-aligned before the first lifeline.
    private static func text(of time: Double) -> String {
        let text = TimeText.moment(time)
        return String(repeating: " ", count: max(0, timeWidth - 2 - text.count)) + text
    }
}

/// A terminal line as cells to draw into.
struct CellLine: CustomStringConvertible {
    /// A wide character fills its first cell; the next is empty.
    private var cells: [String]

    init(width: Int) {
        cells = Array(repeating: " ", count: width)
    }

    /// Cells outside the line are clipped.
    mutating func put(_ character: Character, at column: Int) {
        let width = CellWidth.of(character)
        guard width > 0, cells.indices.contains(column), cells.indices.contains(column + width - 1) else { return }
        cells[column] = String(character)
        for next in column + 1..<column + max(1, width) { cells[next] = "" }
    }

    mutating func put(_ text: String, at column: Int) {
        var at = column
        for character in text {
            put(character, at: at)
            at += CellWidth.of(character)
        }
    }

    /// Without trailing blanks.
    var description: String {
        cells[..<((cells.lastIndex { $0 != " " } ?? -1) + 1)].joined()
    }
}
