package import ViewMessages

/// Draws the whole view as a frame: a pure function of its state.
package enum Layout {
    package static func frame(of state: ViewState) -> Frame { frame(of: state, on: CellBuffer(state.size)) }

    /// - Parameter buffer: a blank one of the state's size.
    package static func frame(of state: ViewState, on buffer: consuming CellBuffer) -> Frame {
        var frame = Frame(buffer)
        guard state.size.columns > 0, state.size.rows > 0 else { return frame }
        let top = state.top
        let regions = Regions(
            top?.screen ?? Screen(title: ""), state.size, isTyping: top?.fields.focus != nil,
            hasOwnField: top?.ownField != nil)
        // Prompt and rule change places with a head that comes first.
        let lower = top.map { $0.screen.prompt?.isBelowHead == true ? $0.headRows(in: state.size).count : 0 } ?? 0
        if let row = regions.title { TitleBar.draw(state, row: row, on: &frame) }
        if let row = regions.rule {
            frame.buffer.fill(row: row + lower, 0..<state.size.columns, .quiet, with: "─")
        }
        if let scene = top {
            if let row = regions.prompt, let name = scene.ownField {
                OwnFieldLine.draw(name, of: scene.fields, state.words, row: row + lower, on: &frame)
            } else if let row = regions.prompt, let prompt = scene.screen.prompt {
                PromptView(prompt: prompt).draw(scene.fields, row: row + lower, on: &frame)
            }
            placeCursor(of: scene, rows: scene.panes(in: state.size).parts.rows, on: &frame)
            drawBody(of: scene, in: state, rows: regions.content, on: &frame)
        }
        drawOverlay(of: state, over: regions, on: &frame)
        if let row = regions.status { StatusLine.draw(state, row: row, on: &frame) }
        return frame
    }

    /// Places the cursor in a field among the content.
    private static func placeCursor(of scene: SceneState, rows: Range<Int>, on frame: inout Frame) {
        guard let cursor = scene.content(width: frame.buffer.size.columns).cursor else { return }
        let row = rows.lowerBound + cursor.row - scene.viewport.top
        guard rows.contains(row), cursor.column < frame.buffer.size.columns else { return }
        frame.cursor = Position(row: row, column: cursor.column)
    }

    private static func drawBody(
        of scene: SceneState, in state: ViewState, rows: Range<Int>, on frame: inout Frame
    ) {
        if let part = scene.screen.wholeScreenPart {
            part.draw(state.session.pictures, state.words, rows: rows, on: &frame)
        } else {
            let panes = scene.panes(in: state.size)
            let (pictures, ticks) = (state.session.pictures, state.ticks)
            scene.drawHead(pictures, ticks: ticks, rows: scene.headRows(in: state.size), on: &frame)
            if let pane = panes.preview {
                scene.drawPreview(pictures, ticks: ticks, in: pane, on: &frame)
            }
            if case .horizontal(let row) = panes.border {
                frame.buffer.fill(row: row, 0..<state.size.columns, .quiet, with: "─")
                frame.targets.add(rows: row..<row + 1, columns: 0..<state.size.columns, .border)
            }
            guard panes.preview != panes.parts else { return }
            scene.drawParts(pictures, ticks: ticks, in: panes.parts, on: &frame)
        }
    }

    private static func drawOverlay(of state: ViewState, over regions: Regions, on frame: inout Frame) {
        let rows = 0..<(regions.status ?? state.size.rows)
        guard let overlay = state.overlay else { return }
        frame.targets = Targets()
        frame.cursor = nil
        // Pictures in pixels would be in front.
        frame.pictures = []
        switch overlay {
        case .help(let top): HelpBox.draw(state, top: top, rows: rows, on: &frame)
        case .failure(let failure, let top):
            FailureBox.draw(failure, state.words, top: top, rows: rows, on: &frame.buffer)
        case .palette(let palette): PaletteBox.draw(palette, of: state, rows: rows, on: &frame)
        case .alert(let alert): AlertView(alert: alert).draw(chosen: state.top?.chosenButton, rows: rows, on: &frame)
        }
    }
}

/// The lines of the terminal by their use. Where lines are few, a prompt that is typed into comes first, then the
/// content, then the status line.
package struct Regions: Equatable, Sendable {
    package let title: Int?
    package let prompt: Int?
    package let rule: Int?
    package let content: Range<Int>
    package let status: Int?

    package init(_ screen: Screen, _ size: Size, isTyping: Bool = false, hasOwnField: Bool = false) {
        var free = size.rows
        func claim(_ isWanted: Bool, leaving rest: Int = 1) -> Bool {
            guard isWanted, free > rest else { return false }
            free -= 1
            return true
        }
        let hasPrompt = screen.prompt != nil || hasOwnField
        // A user who types must see the text.
        let isPromptNeeded = claim(hasPrompt && isTyping, leaving: 0)
        let hasStatus = claim(true)
        let hasTitle = claim(!size.isInline)
        let showsPrompt = isPromptNeeded || claim(hasPrompt)
        let hasRule = claim(!size.isInline, leaving: 5)
        var next = 0
        func row(_ isThere: Bool) -> Int? {
            defer { next += isThere ? 1 : 0 }
            return isThere ? next : nil
        }
        title = row(hasTitle)
        prompt = row(showsPrompt)
        rule = row(hasRule)
        content = next..<next + free
        status = hasStatus ? size.rows - 1 : nil
    }
}
