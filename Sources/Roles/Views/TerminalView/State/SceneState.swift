package import ScreenModel
import FuzzySearch
package import ViewMessages

/// One scene: its newest screen, and what the user has done there that only the view knows.
package struct SceneState: SceneContent {
    /// As the presenter sent it, but each image in it is replaced by its ``ImageFile/key``.
    private var received: Screen { didSet { revision = Revision() } }
    /// Another one for each screen.
    private(set) var revision = Revision()
    private var alert: AlertState
    private var parts: PartsState
    var head: HeadState
    var preview: PreviewState
    private var seenNotice: String?
    package private(set) var viewport = Viewport()
    package private(set) var fields = InputFields()
    /// Each content reports its end once.
    package private(set) var hasReportedEnd = false
    /// A part is animated.
    package private(set) var hasMovingBars: Bool
    /// The pictures that can be drawn, by key.
    package private(set) var images: [String: ImageFile]
    /// The row that was reported last as the one where the selection rests.
    private var highlighted: String?
    private var reportedSize: Size?
    /// Where the user was before a text was typed to find.
    private var origin: Viewport?
    package private(set) var marks = Marks()
    private var requests = RowRequests()

    package init(_ screen: Screen, images: [String: ImageFile] = [:]) {
        received = screen
        alert = AlertState(screen)
        parts = PartsState(screen.parts, images: images)
        head = HeadState(screen.wholeScreenPart == nil ? screen.head : nil, images: images)
        preview = PreviewState(screen.preview, images: images)
        self.images = images
        hasMovingBars = screen.hasMovingBars
        for (name, text) in screen.fieldTexts { fields.show(text, in: name, isSecret: screen.isSecret(name)) }
        if let row = screen.selectedRow { viewport = Viewport(selecting: row) }
        // An empty search field is there to be typed into.
        if screen.picksRows || screen.prompt?.text == "" && !screen.isSelectable {
            fields.setFocus(InputFields.prompt)
        }
    }

    /// The screen, with the view's own question in front of it.
    package var screen: Screen {
        guard alert.question != nil else { return received }
        var screen = received
        screen.alert = alert.alert
        return screen
    }

    /// The alert's button that Enter presses; nil while only a destructive one could be.
    package var chosenButton: Int? { alert.chosenButton }

    // MARK: Memory

    /// What a successor of this view receives.
    package var memory: ViewMemory.OfScene {
        .init(
            viewport: viewport, fields: fields.memory, chosenButton: chosenButton, confirming: alert.question,
            seenNotice: seenNotice, hasReportedEnd: hasReportedEnd, marks: marks.ids.sorted(),
            unfolded: parts.unfolded.sorted { ($0.heading, $0.occurrence) < ($1.heading, $1.occurrence) },
            previewTop: preview.top, isPreviewOpen: preview.isOpen)
    }

    package mutating func restore(_ memory: ViewMemory.OfScene) {
        viewport = memory.viewport.bounded
        fields.restore(memory.fields)
        hasReportedEnd = memory.hasReportedEnd
        preview.restore(top: memory.previewTop, isOpen: memory.isPreviewOpen)
        parts.restore(unfolded: memory.unfolded)
        marks = Marks(memory.marks)
        refilter()
        alert.restore(question: memory.confirming, chosenButton: memory.chosenButton)
        seenNotice = memory.seenNotice
    }

    // MARK: The screen

    package mutating func show(_ new: Screen, images newImages: [String: ImageFile] = [:]) {
        let old = received
        received = new
        alert.show(new)
        head.show(new.wholeScreenPart == nil ? new.head : nil, images: newImages)
        parts.show(head.scrolled + new.parts, images: newImages)
        preview.show(new.preview, images: newImages)
        hasMovingBars = new.hasMovingBars
        if new.parts != old.parts { requests.partsHaveChanged() }
        images = newImages
        if !new.hasSameContent(as: old) { hasReportedEnd = false }
        let (texts, oldTexts) = (new.fieldTexts, old.fieldTexts)
        for (name, text) in texts where text != oldTexts[name] {
            fields.show(text, in: name, isSecret: new.isSecret(name))
        }
        if new.picksRows, !old.picksRows { fields.setFocus(InputFields.prompt) }
        fields.keep(Set(texts.keys), secrets: new.secretFields)
        refilter()
        // Other words were searched, so these are other results.
        if let prompt = new.prompt, prompt.text != old.prompt?.text { viewport = Viewport() }
        if let row = new.selectedRow, row != old.selectedRow || !old.isSelectable {
            viewport = Viewport(selecting: row)
        }
    }

    /// The activity will not end.
    package mutating func endActivity() { received.activity = nil }

    /// - Returns: the screen's notice, once.
    package mutating func takeNotice() -> ScreenNotice? {
        guard let notice = received.notice, notice.id != seenNotice else { return nil }
        seenNotice = notice.id
        return notice
    }

    /// - Parameter width: the terminal's.
    package mutating func content(width: Int) -> Content {
        parts.content(
            width: Panes.columns(of: received, in: width), columnsLeft: viewport.left, fields: fields)
    }

    /// Another one for each layout of the parts.
    var layout: KeptLayout { parts.layout }

    package mutating func adapt(to size: Size) {
        if head.adapt(width: size.columns, rows: rows(in: size).count) {
            parts.show(head.scrolled + received.parts, images: images)
            refilter()
        }
        viewport.adapt(to: content(width: size.columns), height: height(in: size))
    }

    /// How many lines of content are seen.
    package func height(in size: Size) -> Int {
        panes(in: size).parts.rows.count
    }

    /// Where the head is, parts and preview.
    private func rows(in size: Size) -> Range<Int> {
        Regions(received, size, isTyping: fields.focus != nil, hasOwnField: ownField != nil).content
    }

    /// Where the head is.
    func headRows(in size: Size) -> Range<Int> {
        let rows = rows(in: size)
        return rows.lowerBound..<min(rows.lowerBound + max(head.lines - 1, 0), rows.upperBound)
    }

    func panes(in size: Size) -> Panes {
        let rows = rows(in: size)
        let rest = min(rows.lowerBound + head.lines, rows.upperBound)..<rows.upperBound
        return Panes(received, columns: size.columns, rows: rest, isOpen: preview.isOpen)
    }

    /// The lines of content in sight.
    private func seen(in size: Size) -> Range<Int> { viewport.top..<viewport.top + height(in: size) }

    // MARK: Moving and selecting

    /// - Parameter times: how often; nil for once.
    mutating func move(_ movement: Movement, times: Int? = nil, in size: Size) {
        viewport.move(movement, times: times, in: content(width: size.columns), height: height(in: size))
    }

    mutating func scroll(by lines: Int, in size: Size) {
        viewport.scroll(by: lines, in: content(width: size.columns), height: height(in: size))
    }

    /// - Parameter index: where the choice was among the others when it was drawn.
    mutating func select(_ id: Choice.ID, index: Int, in size: Size) {
        viewport.select(id, index: index, in: content(width: size.columns), height: height(in: size))
    }

    /// Scrolls tables and code sideways.
    mutating func scrollColumns(by step: Int, in size: Size) {
        viewport.left = max(content(width: size.columns).columnsSkipped + step, 0)
    }

    /// - Parameter pages: half ones.
    mutating func scrollPreview(by pages: Int, in size: Size) {
        if let pane = panes(in: size).preview { preview.scroll(by: pages * max(pane.rows.count / 2, 1), in: pane) }
    }

    /// Scrolls what is at that place, the parts or the preview.
    mutating func scroll(by lines: Int, at position: Position, in size: Size) {
        guard let pane = panes(in: size).preview, pane.contains(position) else { return scroll(by: lines, in: size) }
        preview.scroll(by: lines, in: pane)
    }

    /// The choice that Enter activates.
    mutating func selected(in size: Size) -> Choice? { viewport.selected(in: content(width: size.columns)) }

    mutating func copiedText(in size: Size) -> String {
        CopiedText.of(content(width: size.columns), selected: selected(in: size))
    }

    mutating func toggleFold(in size: Size) {
        let seen = viewport.top..<viewport.top + max(height(in: size), 1)
        if let fold = Fold.meant(of: content(width: size.columns).folds, seen: seen) { toggle(fold.id) }
    }

    mutating func toggle(_ fold: Fold.ID) { parts.toggle(fold) }

    // MARK: What is reported unasked

    /// - Returns: whether the end is in sight, there is more behind it, and that was not reported yet. From now on it is.
    mutating func reportsEnd(in size: Size) -> Bool {
        guard received.hasMore == true, !hasReportedEnd,
            viewport.showsEnd(of: content(width: size.columns), height: height(in: size))
        else { return false }
        hasReportedEnd = true
        return true
    }

    /// - Returns: the rows to ask for (``RowRequests``), once.
    mutating func takeMissingRows(in size: Size) -> Range<Int>? {
        let seen = seen(in: size)
        return content(width: size.columns).window.flatMap { requests.take($0, seen: seen) }
    }

    /// Whether the selection rests on another row than was reported last, and the screen wants to know.
    mutating func hasNewHighlight(in size: Size) -> Bool {
        guard received.reportsHighlight == true, let choice = selected(in: size), choice.id.kind == .row else {
            return false
        }
        return choice.id.name != highlighted
    }

    /// - Returns: the row where the selection rests, once.
    mutating func takeHighlight(in size: Size) -> String? {
        guard hasNewHighlight(in: size) else { return nil }
        highlighted = selected(in: size)?.id.name
        return highlighted
    }

    /// - Returns: the size, where the screen asks for it and has not received it.
    mutating func takeSize(_ size: Size) -> Size? {
        guard received.reportsSize == true, size != reportedSize else { return nil }
        reportedSize = size
        return size
    }

    // MARK: Pictures

    /// What can be drawn of the pictures in sight.
    mutating func pictureRequests(in size: Size) -> [PictureRequest] {
        var requests: [PictureRequest]
        if let part = received.wholeScreenPart {
            let request = part.pictureRequest(in: Size(columns: size.columns, rows: height(in: size)))
            requests = [request].compactMap(\.self).filter { images[$0.key] != nil }
        } else {
            requests = content(width: size.columns).pictureRequests(on: seen(in: size))
        }
        if head.sticks { requests += head.pictureRequests(width: size.columns) }
        if let pane = panes(in: size).preview { requests += preview.pictureRequests(in: pane) }
        requests.removeAll { $0.size.columns < 2 || $0.size.rows < 2 }
        return requests
    }

    /// A picture could not be drawn; its caption replaces it.
    mutating func forgetImage(_ key: String) {
        guard images.removeValue(forKey: key) != nil else { return }
        parts.use(images: images)
        head.use(images: images)
        preview.use(images: images)
    }

    mutating func forgetImages() { for key in images.keys { forgetImage(key) } }

    // MARK: Marks

    /// Marks the selected row, or takes its mark away, and goes to the next.
    /// - Returns: false where no more rows can be marked.
    mutating func toggleMark(in size: Size) -> Bool {
        guard let choice = selected(in: size), choice.isMarkable else { return true }
        guard marks.toggle(choice.id.name) else { return false }
        move(.down, in: size)
        return true
    }

    /// - Parameter row: its id.
    /// - Returns: false where no more rows can be marked.
    mutating func toggleMark(row: String) -> Bool { marks.toggle(row) }

    mutating func clearMarks() { marks.clear() }

    /// The marked rows: those on the screen in their order, then those that are not there now.
    mutating func markedRows(in size: Size) -> [String]? {
        guard !marks.isEmpty else { return nil }
        return marks.ordered(
            by: content(width: size.columns).choices.lazy.filter { $0.id.kind == .row }.map(\.id.name))
    }

    /// The marked rows that a key can be done to, so far as their screen is known: those that are here may have other keys.
    /// - Returns: nil where no row is marked, or none can be any more.
    mutating func markedRows(for control: String, in size: Size) -> [String]? {
        guard received.hasMarkableRows else { return nil }
        let others = content(width: size.columns).choices.lazy.filter { $0.keys?.contains(control) == false }
        let without = Set(others.map(\.id.name))
        return markedRows(in: size)?.filter { !without.contains($0) }
    }

    // MARK: Finding and filtering

    /// A field for a filter is open; it may be empty.
    package var isFiltered: Bool { fields[InputFields.filter] != nil }

    /// One of the view's own fields is open instead of the prompt.
    package var ownField: String? {
        if let focus = fields.focus, InputFields.own.contains(focus) { return focus }
        return [InputFields.filter, InputFields.find].first { fields[$0] != nil }
    }

    /// What the user looks for in the text; nil while nothing is typed.
    var sought: FuzzyTerm? { fields[InputFields.find].flatMap { FuzzyTerm(exactly: $0.text) } }

    mutating func closeFind() { fields.close(InputFields.find) }

    /// Goes to the next line that has the text.
    /// - Parameters:
    ///   - step: 1 forward, -1 backward, 0 to begin with the line where the user is.
    /// - Returns: whether there is one, and whether it was found behind the end.
    mutating func findNext(_ step: Int, in size: Size) -> (isFound: Bool, hasWrapped: Bool) {
        guard let sought else { return (true, false) }
        let content = content(width: size.columns)
        let start = viewport.selected(in: content)?.lines.lowerBound ?? viewport.top
        let search = TextSearch(sought: sought)
        guard let place = search.next(step, from: start, in: content.lines) else { return (false, false) }
        viewport.show(line: place.line, in: content, height: height(in: size))
        if let left = search.left(for: content.lines[place.line], room: content.room) { viewport.left = left }
        return (true, place.hasWrapped)
    }

    /// Nil unless the user filters rows.
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
        if !isPrompt { parts.forgetLayout() }
    }

    mutating func leaveField() {
        if fields.focus != InputFields.prompt { parts.forgetLayout() }
        fields.leave()
    }

    mutating func edit(_ change: (inout TextField) -> Void) {
        if fields.focus.map(InputFields.own.contains) == false, fields.focus != InputFields.prompt {
            parts.forgetLayout()
        }
        let before = fields[InputFields.filter]?.text
        fields.edit(change)
        if fields.focus == InputFields.find, let origin { viewport = origin }
        guard fields[InputFields.filter]?.text != before else { return }
        refilter()
        // Other rows are the best now.
        viewport = Viewport()
    }

    mutating func enter(_ text: String, in name: String) {
        fields.enter(text, in: name)
        parts.forgetLayout()
    }

    /// Ends typing and selects what is below or above; a field of text is typed into at once.
    mutating func goOn(_ movement: Movement, in size: Size) {
        leaveField()
        move(movement, in: size)
        guard let choice = selected(in: size), choice.id.kind == .field,
            let field = received.formField(choice.id.name)?.field,
            ![.toggle, .choice, .choices].contains(field.kind)
        else { return }
        editField(choice.id.name)
    }

    /// What can be picked for a field.
    func options(of name: String) -> [KeyBinding] {
        guard let field = received.formField(name)?.field else { return [] }
        return FieldEntry(field: field).bindings(name, in: fields[name]?.text ?? "")
    }

    /// What to report of a live field.
    func change(of name: String) -> ViewOutput.DidChange? {
        guard received.isLive(name), let text = fields[name]?.text else { return nil }
        guard let (form, field) = received.formField(name) else { return .init(value: .text(text)) }
        return .init(form: form.id, field: field.id, value: FieldEntry(field: field).value(of: text))
    }

    /// - Returns: what to report; nil where something is wrong, and then the first such field is selected.
    mutating func submission(of id: String, in size: Size) -> ViewOutput.DidSubmit? {
        guard let form = received.forms.first(where: { $0.id == id }) else { return nil }
        if fields.focus != InputFields.prompt { leaveField() }
        parts.forgetLayout()
        let submission = FormSubmission(form, fields, Words(received))
        for field in form.fields {
            let name = FieldName.of(field, in: form)
            fields.errors[name] = submission.errors[name]
        }
        guard let wrong = submission.firstWrong else { return submission.report }
        viewport.select(
            Choice.ID(kind: .field, name: wrong, occurrence: 0), in: content(width: size.columns),
            height: height(in: size))
        return nil
    }

    // MARK: Buttons and keys

    /// - Returns: what to report; nil where the user has to confirm it first, or has declined.
    mutating func confirmed(_ press: ViewOutput.DidPress) -> ViewOutput.DidPress? {
        let screen = received
        return alert.confirm(press) {
            guard let row = press.row else { return nil }
            return RowTitles(LinearPage(screen).rows.map { ($0.id, $0.text) }).text(of: press.rows ?? [row])
        }
    }

    mutating func chooseButton(by step: Int) { alert.chooseButton(by: step) }
}
