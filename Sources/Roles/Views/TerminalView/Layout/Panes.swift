import ViewMessages

/// Where the parts of a screen are, and where its preview: beside them on a wide terminal, below them on a high one, else in
/// their place while the user looks at it.
struct Panes: Equatable, Sendable {
    struct Pane: Equatable, Sendable {
        var column = 0
        var columns: Int
        var rows: Range<Int>

        /// Draws on its cells as if they were the screen, from column 0 on.
        func draw(on screen: inout Frame, _ content: (inout Frame) -> Void) {
            let others = screen.pictures.count
            screen.buffer.narrow(to: column..<column + columns, rows: rows)
            content(&screen)
            screen.buffer.widen()
            for index in others..<max(others, screen.pictures.count) {
                screen.pictures[index].position.column += column
            }
        }

        func contains(_ position: Position) -> Bool {
            rows.contains(position.row) && (column..<column + columns).contains(position.column)
        }
    }

    /// Empty while the preview is in its place.
    private(set) var parts: Pane
    private(set) var preview: Pane?
    /// The row of the line between the two, where one is below the other.
    private(set) var rule: Int?
    /// The preview is a key away.
    private(set) var isHidden = false

    private static let leastColumns = 100
    private static let leastRows = 14

    /// - Parameters:
    ///   - rows: those of the content.
    ///   - isOpen: whether the user looks at a preview that has no room beside or below.
    init(_ screen: Screen, columns: Int, rows: Range<Int>, isOpen: Bool) {
        parts = Pane(columns: columns, rows: rows)
        guard screen.preview?.isEmpty == false, screen.wholeScreenPart == nil else { return }
        if columns >= Self.leastColumns {
            parts.columns = Self.columns(of: screen, in: columns)
            preview = Pane(column: parts.columns, columns: columns - parts.columns, rows: rows)
        } else if rows.count >= Self.leastRows {
            let middle = rows.lowerBound + rows.count * 3 / 5
            parts.rows = rows.lowerBound..<middle
            rule = middle
            preview = Pane(columns: columns, rows: middle + 1..<rows.upperBound)
        } else {
            isHidden = true
            if isOpen { preview = parts }
        }
    }

    /// The columns of the parts, which do not depend on the rows.
    static func columns(of screen: Screen, in columns: Int) -> Int {
        guard screen.preview?.isEmpty == false, screen.wholeScreenPart == nil, columns >= leastColumns else {
            return columns
        }
        return columns / 2
    }
}

/// The lines of the preview that are in sight. Its buttons and links can be clicked; the selection stays on the rows.
enum PreviewArea {
    static func draw(
        _ scene: SceneState, _ cache: PictureCache, ticks: Int, in pane: Panes.Pane, on screen: inout Frame
    ) {
        let content = scene.preview.content(width: pane.columns)
        let top = scene.preview.top(in: pane)
        pane.draw(on: &screen) { frame in
            ContentArea.drawLines(of: content, cache, ticks: ticks, top: top, rows: pane.rows, on: &frame)
            ContentArea.drawScrollBar(top: top, of: content.lines.count, rows: pane.rows, on: &frame.buffer)
            guard pane.column > 0 else { return }
            for row in pane.rows { frame.buffer.write(StyledText("│", .quiet), row: row, column: 0) }
        }
        addTargets(of: content, top: top, in: pane, on: &screen.targets)
    }

    private static func action(of choice: Choice.ID) -> KeyAction? {
        switch choice.kind {
        case .button: .press(control: choice.name)
        case .link: .follow(choice.name)
        case .row, .field, .submit: nil
        }
    }

    private static func addTargets(of content: Content, top: Int, in pane: Panes.Pane, on targets: inout Targets) {
        let seen = top..<top + pane.rows.count
        func add(line: Int, columns: Range<Int>, _ action: KeyAction) {
            targets.add(
                row: pane.rows.lowerBound + line - top,
                columns: pane.column + columns.lowerBound..<pane.column + columns.upperBound, action)
        }
        for area in content.areas where seen.contains(area.line) {
            add(line: area.line, columns: area.columns, area.action)
        }
        for choice in content.choices[content.choices(on: seen)] {
            guard let columns = choice.columns, let action = action(of: choice.id) else { continue }
            for line in choice.lines.clamped(to: seen) { add(line: line, columns: columns, action) }
        }
    }
}
