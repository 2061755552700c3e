package import ScreenModel
import FuzzySearch
import Languages
package import ViewMessages

/// A scene: its newest screen, and what the user has done there that only the view knows.
package struct SceneState: SceneContent {
    /// Screen, question and marks.
    package var shared: SharedScene
    /// Size of the terminal.
    private var size = Size(columns: 0, rows: 0)
    /// Arrangement of all screens of the session.
    private var paneSettings = PaneSettings()
    /// The columns that the parts beside a preview have needed so far; nil where they take any number.
    private var neededColumns: Int?
    private var parts: PartsState
    var head: HeadState
    var preview: PreviewState
    package private(set) var viewport = Viewport()
    package private(set) var fields = InputFields()
    /// The user's place before a text was typed to find.
    private var origin: Viewport?
    private var reportedSize: ViewOutput.DidResize?
    /// The field that takes typing as soon as the user sees it.
    private(set) var opening: String?
    /// The field that the application has refused, until that is printed.
    private var refused: String?

    package init(_ screen: Screen, images: [String: ImageFile] = [:]) {
        shared = SharedScene(screen)
        parts = PartsState(screen.parts, images: images)
        head = HeadState(screen.wholeScreenPart == nil ? screen.head : nil, images: images)
        preview = PreviewState(screen.preview, images: images)
        if hasPreview { neededColumns = screen.neededColumns }
        for (name, text) in screen.fieldTexts { fields.show(text, in: name, isSecret: screen.isSecret(name)) }
        if let row = screen.selectedRow ?? screen.rowBelowFilters { viewport = Viewport(selecting: row) }
        // An empty search field is there to be typed into, unless keys are.
        if screen.picksRows
            || screen.prompt?.text == "" && (!screen.isSelectable || screen.hasOnlyFilters) && !screen.isEmptyWithKeys
        {
            fields.setFocus(InputFields.prompt)
        }
        opening = screen.openingField
    }

    private var received: Screen { shared.received }
    package var screen: Screen { shared.screen }

    package var chosenButton: Int? { shared.chosenButton }
    package var hasReportedEnd: Bool { shared.hasReportedEnd }
    package var hasMovingBars: Bool { received.hasMovingBars }
    /// The pictures that can be drawn, by key.
    package var images: [String: ImageFile] { parts.laid.images }

    // MARK: Memory

    /// Memory that a successor of this view receives.
    package var memory: ViewMemory.OfScene {
        .init(
            viewport: viewport, fields: fields.memory, chosenButton: chosenButton, confirming: shared.question,
            leaving: shared.leaving, submitted: shared.forms.memory(on: received), seenNotice: shared.seenNotice,
            hasReportedEnd: hasReportedEnd, marks: marks.ids.sorted(),
            unfolded: parts.unfolded.sorted { ($0.heading, $0.occurrence) < ($1.heading, $1.occurrence) },
            previewTop: preview.top, isPreviewOpen: preview.isOpen)
    }

    /// True where the user has entered or begun something that no event has reported.
    var hasEntries: Bool {
        shared.question != nil || shared.leaving != nil || !shared.forms.memory(on: received).isEmpty
            || shared.seenNotice != nil || !marks.isEmpty
            || fields.memory.texts.keys.contains { $0 != InputFields.prompt && !InputFields.own.contains($0) }
    }

    package mutating func restore(_ memory: ViewMemory.OfScene) {
        viewport = memory.viewport.bounded
        fields.restore(memory.fields)
        opening = nil
        preview.restore(top: memory.previewTop, isOpen: memory.isPreviewOpen)
        parts.restore(unfolded: memory.unfolded)
        refilter()
        shared.restore(
            marks: memory.marks, question: memory.confirming, leaving: memory.leaving, submitted: memory.submitted,
            chosenButton: memory.chosenButton, seenNotice: memory.seenNotice, hasReportedEnd: memory.hasReportedEnd)
    }

    // MARK: The screen

    package mutating func show(_ new: Screen, images newImages: [String: ImageFile] = [:]) {
        let old = received
        shared.show(new)
        let new = received
        head.laid.show(new.wholeScreenPart == nil ? new.head ?? [] : [], images: newImages)
        parts.show(head.scrolled + new.parts, images: newImages)
        preview.show(new.preview, images: newImages)
        if hasPreview, neededColumns == nil || new.parts != old.parts {
            // The border does not move back and forth.
            neededColumns = new.neededColumns.map { max($0, neededColumns ?? 0) }
        }
        let (texts, oldTexts) = (new.fieldTexts, old.fieldTexts)
        for (name, text) in texts where text != oldTexts[name] {
            fields.show(text, in: name, isSecret: new.isSecret(name), instead: oldTexts[name])
        }
        if new.picksRows, !old.picksRows { fields.setFocus(InputFields.prompt) }
        fields.keep(Set(texts.keys), secrets: new.secretFields)
        refilter()
        // Other words were searched, so these are other results.
        let hasNewResults = new.prompt.map { $0.text != old.prompt?.text } ?? false
        if hasNewResults { viewport = Viewport() }
        if let row = new.selectedRow, row != old.selectedRow || !old.isSelectable || hasNewResults {
            viewport = Viewport(selecting: row)
        }
        if fields.focus == nil, old.rowBelowFilters == nil, let row = new.rowBelowFilters {
            viewport = Viewport(selecting: row)
        }
        refused = shared.forms.takeRefused()
        opening = refused ?? new.openingField(after: old) ?? opening.flatMap { texts[$0] == nil ? nil : $0 }
    }

    package mutating func endActivity() { shared.endActivity() }

    /// - Parameter width: the terminal's.
    package func content(width: Int) -> Content {
        parts.content(
            width: Panes.columns(paneWish, in: width), columnsLeft: viewport.left, fields: fields,
            unsent: UnsentRows(rows: unsent, text: Words(received)["The application has not sent this row"]))
    }

    /// The parts, laid out for the terminal.
    var content: Content { content(width: size.columns) }

    package var seenParts: [Part] { parts.seen }
    package var rowTexts: [(id: String, text: String)] { received.rowTexts }

    package mutating func adapt(to size: Size, _ settings: PaneSettings = PaneSettings()) {
        self.size = size
        paneSettings = settings
        if head.adapt(width: size.columns, rows: rows(in: size).count) {
            parts.show(head.scrolled + received.parts, images: images)
            refilter()
        }
        viewport.adapt(to: content, height: height)
    }

    /// Number of lines of content in sight.
    private var height: Int { panes(in: size).parts.rows.count }

    /// The rows of the head, the parts and the preview.
    private func rows(in size: Size) -> Range<Int> { regions(in: size).content }

    private func regions(in size: Size) -> Regions {
        Regions(received, size, isTyping: fields.focus != nil, hasOwnField: ownField != nil)
    }

    func headRows(in size: Size) -> Range<Int> {
        let regions = regions(in: size)
        let start = (screen.prompt?.isBelowHead == true ? regions.prompt : nil) ?? regions.content.lowerBound
        return start..<start + min(max(head.lines - 1, 0), regions.content.count)
    }

    func panes(in size: Size) -> Panes {
        let rows = rows(in: size)
        let rest = min(rows.lowerBound + head.lines, rows.upperBound)..<rows.upperBound
        return Panes(paneWish, columns: size.columns, rows: rest)
    }

    private var paneWish: Panes.Wish {
        Panes.Wish(
            hasPreview: hasPreview, isOpen: preview.isOpen, settings: paneSettings, neededColumns: neededColumns)
    }

    var hasPreview: Bool { received.preview?.isEmpty == false && received.wholeScreenPart == nil }

    /// The lines of content in sight.
    private var seen: Range<Int> { viewport.top..<viewport.top + height }

    // MARK: Moving and selecting

    /// - Parameter times: the number of times; nil for once.
    mutating func move(_ movement: Movement, times: Int? = nil) {
        let before = viewport
        viewport.move(movement, times: times, in: content, height: height)
        if times == nil, viewport == before { turn(movement) }
    }

    /// Moves the selection on where the first row follows the last.
    private mutating func turn(_ movement: Movement) {
        guard received.prompt?.cycles == true, movement == .up || movement == .down else { return }
        viewport.move(movement == .up ? .last : .first, in: content, height: height)
    }

    /// Moves as often as the keys mean the same.
    /// - Returns: the number of moves; all times where no further one moves anything.
    mutating func move(_ movement: Movement, upTo times: Int) -> Int {
        let (content, height) = (content, height)
        let before = keyedChoice
        for time in 0..<times {
            let old = viewport
            viewport.move(movement, in: content, height: height)
            viewport.adapt(to: content, height: height)
            if viewport == old { turn(movement) }
            if viewport == old { return times }
            if keyedChoice != before { return time + 1 }
        }
        return times
    }

    package mutating func select(row: String) {
        viewport.select(Choice.ID(kind: .row, name: row, occurrence: 0), in: content, height: height)
    }

    mutating func scroll(by lines: Int) {
        viewport.scroll(by: lines, in: content, height: height)
    }

    /// - Parameter index: the choice's place among the others when it was drawn.
    mutating func select(_ id: Choice.ID, index: Int) {
        viewport.select(id, index: index, in: content, height: height)
    }

    /// Scrolls tables and code sideways.
    mutating func scrollColumns(by step: Int) {
        viewport.left = max(content.sideways.skipped + step, 0)
    }

    /// - Parameter pages: half ones.
    mutating func scrollPreview(by pages: Int) {
        if let pane = panes(in: size).preview { preview.scroll(by: pages * max(pane.rows.count / 2, 1), in: pane) }
    }

    mutating func scrollPreview(byLines lines: Int) {
        if let pane = panes(in: size).preview { preview.scroll(by: lines, in: pane) }
    }

    /// Scrolls what is at that place, the parts or the preview.
    mutating func scroll(by lines: Int, at position: Position) {
        guard let pane = panes(in: size).preview, pane.contains(position) else { return scroll(by: lines) }
        preview.scroll(by: lines, in: pane)
    }

    /// The choice that Enter activates.
    var selected: Choice? { viewport.selected(in: content) }

    var copiedText: String { CopiedText.of(content, selected: selected) }

    mutating func toggleFold() {
        let seen = viewport.top..<viewport.top + max(height, 1)
        if let fold = Fold.meant(of: content.folds, seen: seen) { toggle(fold.id) }
    }

    mutating func toggle(_ fold: Fold.ID) { parts.toggle(fold) }

    // MARK: What is reported unasked

    /// - Returns: whether the end is in sight, there is more behind it, and that was not reported yet. From now on it is.
    mutating func takeEnd() -> Bool {
        received.hasMore == true && viewport.showsEnd(of: content, height: height) && shared.takeEnd()
    }

    /// - Returns: the rows to ask for, once.
    mutating func takeMissingRows() -> ViewOutput.DidScroll? {
        guard let rows = content.window?.missing(seen: seen, after: shared.requested) else { return nil }
        shared.ask(for: rows)
        return ViewOutput.DidScroll(first: rows.lowerBound, count: rows.count)
    }

    /// The row where the selection rests, if the screen asks for it and has not received it yet.
    var newHighlight: String? {
        guard received.reportsHighlight == true, let choice = selected, choice.id.kind == .row,
            shared.wantsHighlight(of: choice.id.name)
        else { return nil }
        return choice.id.name
    }

    /// - Returns: the row where the selection rests, once.
    mutating func takeHighlight() -> String? {
        guard let row = newHighlight else { return nil }
        shared.reportHighlight(of: row)
        return row
    }

    /// - Parameter hasPanes: whether the preview has a place of its own.
    /// - Returns: the size, where the screen asks for it and has not received it.
    mutating func takeSize(_ size: Size, hasPanes: Bool = true) -> ViewOutput.DidResize? {
        guard received.reportsSize == true else { return nil }
        let new = ViewOutput.DidResize(size, hasPanes ? panes(in: size).preview : nil)
        guard new != reportedSize else { return nil }
        reportedSize = new
        return new
    }

    // MARK: Pictures

    /// Pictures in sight that can be drawn.
    var pictureRequests: [PictureRequest] {
        var requests: [PictureRequest]
        if let part = received.wholeScreenPart {
            let request = part.pictureRequest(in: Size(columns: size.columns, rows: height))
            requests = [request].compactMap(\.self).filter { images[$0.key] != nil }
        } else {
            requests = content.pictureRequests(on: seen)
        }
        if head.sticks { requests += head.pictureRequests(width: size.columns) }
        if let pane = panes(in: size).preview { requests += preview.pictureRequests(in: pane) }
        requests.removeAll { $0.size.columns < 2 || $0.size.rows < 2 }
        return requests
    }

    /// A picture could not be drawn; its caption replaces it.
    mutating func forgetImage(_ key: String) {
        var images = images
        guard images.removeValue(forKey: key) != nil else { return }
        parts.laid.use(images: images)
        head.laid.use(images: images)
        preview.laid.use(images: images)
    }

    mutating func forgetImages() { for key in images.keys { forgetImage(key) } }

    // MARK: Finding and filtering

    /// A field for a filter is open; it may be empty.
    package var isFiltered: Bool { fields[InputFields.filter] != nil }

    /// The view's own field that is open in place of the prompt.
    package var ownField: String? {
        if let focus = fields.focus, InputFields.own.contains(focus) { return focus }
        return [InputFields.filter, InputFields.find].first { fields[$0] != nil }
    }

    /// Text that the user looks for; nil while nothing is typed.
    var sought: FuzzyTerm? { fields[InputFields.find].flatMap { FuzzyTerm(exactly: $0.text) } }

    mutating func closeFind() { fields.close(InputFields.find) }

    /// Goes to the next line that has the text.
    /// - Parameters:
    ///   - step: 1 forward, -1 backward, 0 to begin with the line where the user is.
    /// - Returns: whether there is one, and whether it was found behind the end.
    mutating func findNext(_ step: Int) -> (isFound: Bool, hasWrapped: Bool) {
        guard let sought else { return (true, false) }
        let content = content
        let start = viewport.selected(in: content)?.lines.lowerBound ?? viewport.top
        let search = TextSearch(sought: sought)
        guard let place = search.next(step, from: start, in: content.lines) else { return (false, false) }
        viewport.show(line: place.line, in: content, height: height)
        if let left = search.left(for: content.lines[place.line], room: content.room) { viewport.left = left }
        return (true, place.hasWrapped)
    }

    var filter: RowFilter? { parts.filter }

    mutating func clearFilter() {
        fields.close(InputFields.filter)
        parts.filter(by: nil)
    }

    mutating func continueFiltering() { parts.continueFiltering() }

    /// Filters by the present text of the field.
    private mutating func refilter() {
        if let text = fields[InputFields.filter]?.text { parts.filter(by: text) }
    }

    // MARK: Fields

    /// Typing replaces a text that the screen shows, and continues one that the user has begun.
    mutating func editField(_ name: String) {
        guard !InputFields.own.contains(name) else {
            if name == InputFields.find { origin = viewport }
            return fields.open(name)
        }
        let isPrompt = name == InputFields.prompt
        fields.setFocus(name, replacing: isPrompt && fields[name]?.text == received.prompt?.text)
        if !isPrompt { parts.laid.forgetLayout() }
    }

    /// Begins to type into the field that is there for it. A user who types elsewhere goes on.
    mutating func openForm() {
        guard let name = opening else { return }
        opening = nil
        if fields.focus == nil { edit(field: name) }
    }

    /// Selects a field of a form and begins to type into it.
    private mutating func edit(field name: String) {
        viewport.select(Choice.ID(kind: .field, name: name, occurrence: 0), in: content, height: height)
        editField(name)
    }

    mutating func leaveField() {
        if fields.focus != InputFields.prompt { parts.laid.forgetLayout() }
        fields.leave()
    }

    mutating func edit(_ change: (inout TextField) -> Void) {
        if fields.focus.map(InputFields.own.contains) == false, fields.focus != InputFields.prompt {
            parts.laid.forgetLayout()
        }
        let (before, old) = (fields[InputFields.filter]?.text, fields.focused?.text)
        fields.edit(change)
        if let name = fields.focus, fields.focused?.text != old { note(changed: name) }
        if fields.focus == InputFields.find, let origin { viewport = origin }
        guard fields[InputFields.filter]?.text != before else { return }
        refilter()
        // Other rows are the best now.
        viewport = Viewport()
    }

    package mutating func enter(_ text: String, in name: String) {
        fields.enter(text, in: name)
        note(changed: name)
        parts.laid.forgetLayout()
    }

    private mutating func note(changed name: String) {
        guard shared.edit(name) else { return }
        parts.show(head.scrolled + received.parts, images: images)
        refilter()
    }

    mutating func revealSecret() {
        fields.revealSecret()
        parts.laid.forgetLayout()
    }

    /// - Returns: the errors that the application has found in a submitted form, once.
    mutating func takeRefusal() -> String? {
        defer { refused = nil }
        guard let field = refused.flatMap({ received.formField($0) })?.field else { return nil }
        return field.error.map { "\(field.label): \($0)" }
    }

    /// The first field that is wrong takes the keys.
    package mutating func show(_ submission: FormSubmission, of form: Form, texts: [String: String]) {
        if fields.focus != InputFields.prompt { leaveField() }
        parts.laid.forgetLayout()
        for field in form.fields {
            let name = FieldName.of(field, in: form)
            fields.errors[name] = submission.errors[name]
        }
        opening = submission.firstWrong
    }

    mutating func chooseButton(by step: Int) { shared.chooseButton(by: step) }
}
