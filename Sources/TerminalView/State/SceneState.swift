package import ViewMessages

/// One scene: its newest screen, and what the person has done there that only the view knows.
package struct SceneState: Sendable {
    /// As the presenter sent it, but each image in it is replaced by its ``ImageFile/key``.
    private var received: Screen
    /// The screen, with the view's own question in front of it.
    package var screen: Screen {
        guard let alert = confirming?.alert(on: received) else { return received }
        var screen = received
        screen.alert = alert
        return screen
    }
    private var confirming: Confirming?
    private var seenNotice: String?
    package private(set) var viewport = Viewport()
    package private(set) var fields = InputFields()
    /// The alert's button that Enter presses; nil while only a destructive one could be.
    package private(set) var chosenButton: Int?
    /// Each content reports its end once.
    package private(set) var hasReportedEnd = false
    /// A part moves by itself.
    package private(set) var hasMovingBars: Bool
    /// The pictures that can be drawn, by key.
    package private(set) var images: [String: ImageFile]
    private var unfolded: Set<Fold.ID> = []
    private var laidOut: Content?
    private var laidOutPreview: Content?
    private var previewTop = 0
    /// The person looks at the preview where it has no room of its own.
    private(set) var isPreviewOpen = false
    /// The row that was reported last as the one where the selection rests.
    private var highlighted: String?
    /// Where the person was before a text was typed to find.
    private var origin: Viewport?
    /// The rows that are marked, by id.
    private(set) var marks: Set<String> = []
    /// Nil unless the person filters rows.
    private(set) var filter: RowFilter?
    /// How many screens the scene has shown.
    private var shown = 0
    /// The rows that were asked for last.
    private var asked: RowQuestion?

    package init(_ screen: Screen, images: [String: ImageFile] = [:]) {
        received = screen
        self.images = images
        hasMovingBars = screen.hasMovingBars
        for (name, text) in screen.fieldTexts { fields.show(text, in: name, isSecret: screen.isSecret(name)) }
        // An empty search field is there to be typed into.
        if screen.prompt?.text == "", !screen.isSelectable { fields.setFocus(InputFields.prompt) }
        chosenButton = screen.alert.flatMap { AlertView(alert: $0).defaultButton }
    }

    /// What a successor of this view is told.
    package var memory: ViewMemory.OfScene {
        .init(
            viewport: viewport, fields: fields.memory, chosenButton: chosenButton, confirming: confirming,
            seenNotice: seenNotice, hasReportedEnd: hasReportedEnd, marks: marks.sorted(),
            unfolded: unfolded.sorted { ($0.heading, $0.occurrence) < ($1.heading, $1.occurrence) },
            previewTop: previewTop, isPreviewOpen: isPreviewOpen)
    }

    package mutating func restore(_ memory: ViewMemory.OfScene) {
        viewport = memory.viewport.bounded
        fields.restore(memory.fields)
        hasReportedEnd = memory.hasReportedEnd
        previewTop = Bounded.number(memory.previewTop)
        isPreviewOpen = memory.isPreviewOpen && screen.preview != nil
        unfolded = Set(memory.unfolded)
        marks = Set(memory.marks.prefix(Self.mostMarks))
        laidOut = nil
        refilter()
        confirm(memory.confirming)
        seenNotice = memory.seenNotice
        if let chosen = memory.chosenButton, screen.alert?.buttons.indices.contains(chosen) == true {
            chosenButton = chosen
        }
    }

    package mutating func show(_ new: Screen, images newImages: [String: ImageFile] = [:]) {
        let old = received
        received = new
        shown += new.parts == old.parts ? 0 : 1
        hasMovingBars = new.hasMovingBars
        if new.preview != old.preview { previewTop = 0 }
        if new.preview == nil { isPreviewOpen = false }
        if new.parts != old.parts || newImages.count != images.count {
            laidOut = nil
            filter = nil
        }
        if new.preview != old.preview || newImages.count != images.count { laidOutPreview = nil }
        images = newImages
        if !new.hasSameContent(as: old) { hasReportedEnd = false }
        // A question that the screen does not ask any more, or that stands behind an alert, is not asked.
        if new.alert != nil || confirming?.alert(on: new) == nil { confirming = nil }
        if new.alert != old.alert { chosenButton = new.alert.flatMap { AlertView(alert: $0).defaultButton } }
        let (texts, oldTexts) = (new.fieldTexts, old.fieldTexts)
        for (name, text) in texts where text != oldTexts[name] {
            fields.show(text, in: name, isSecret: new.isSecret(name))
        }
        fields.keep(Set(texts.keys))
        refilter()
        // Other words were searched, so these are other results.
        if let prompt = new.prompt, prompt.text != old.prompt?.text { viewport = Viewport() }
    }

    /// What is under way does not come to an end.
    mutating func endActivity() { received.activity = nil }

    /// The parts as lines of that width. They are kept, since frames are painted more often than screens change.
    package mutating func content(width: Int) -> Content {
        let width = Panes.columns(of: received, in: width)
        if let laidOut, laidOut.width == width, laidOut.columnsLeft == viewport.left { return laidOut }
        let content = Content(
            filter?.filteredParts ?? received.parts, width: width, unfolded: unfolded, images: images,
            columnsLeft: viewport.left, fields: fields)
        laidOut = content
        return content
    }

    package mutating func adapt(to size: Size) {
        viewport.adapt(to: content(width: size.columns), height: height(in: size))
    }

    /// How many lines of content are seen.
    package func height(in size: Size) -> Int {
        panes(in: size).parts.rows.count
    }

    func panes(in size: Size) -> Panes {
        let rows = Regions(received, size, isTyping: fields.focus != nil, hasOwnField: ownField != nil).content
        return Panes(received, columns: size.columns, rows: rows, isOpen: isPreviewOpen)
    }

    /// The preview as lines of that width.
    mutating func preview(width: Int) -> Content {
        if let laidOutPreview, laidOutPreview.width == width { return laidOutPreview }
        let content = Content(received.preview ?? [], width: width, images: images)
        laidOutPreview = content
        return content
    }

    mutating func openPreview() { isPreviewOpen.toggle() }

    /// - Parameter pages: half ones.
    mutating func scrollPreview(by pages: Int, in size: Size) {
        guard let pane = panes(in: size).preview else { return }
        let last = max(preview(width: pane.columns).lines.count - pane.rows.count, 0)
        previewTop = min(max(previewTop + pages * max(pane.rows.count / 2, 1), 0), last)
    }

    /// The first line that is seen of the preview.
    mutating func previewTop(in pane: Panes.Pane) -> Int {
        min(previewTop, max(preview(width: pane.columns).lines.count - pane.rows.count, 0))
    }

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

    /// Scrolls tables sideways.
    mutating func scrollColumns(by step: Int, in size: Size) {
        viewport.left = max(content(width: size.columns).columnsSkipped + step, 0)
    }

    /// The choice that Enter activates.
    mutating func selected(in size: Size) -> Choice? { viewport.selected(in: content(width: size.columns)) }

    /// - Returns: whether the end is in sight, there is more behind it, and that was not reported yet. From now on it is.
    mutating func reportsEnd(in size: Size) -> Bool {
        guard screen.hasMore == true, !hasReportedEnd,
            viewport.showsEnd(of: content(width: size.columns), height: height(in: size))
        else { return false }
        hasReportedEnd = true
        return true
    }

    /// The rows in sight, with a page to both sides, where one of them is not here; nil where all are.
    /// - Returns: twice as much to both sides, so that the next rows are here when they come in sight.
    mutating func missingRows(in size: Size) -> Range<Int>? {
        let height = height(in: size)
        guard let window = content(width: size.columns).window else { return nil }
        let seen = window.rows(on: viewport.top..<viewport.top + height)
        let page = seen.count
        func around(_ pages: Int) -> Range<Int> {
            max(seen.lowerBound - pages * page, 0)..<min(seen.upperBound + pages * page, window.total)
        }
        let near = around(1)
        guard page > 0, near.lowerBound < window.rows.lowerBound || near.upperBound > window.rows.upperBound else {
            return nil
        }
        return around(2)
    }

    /// - Returns: the missing rows, unless they were asked for while these were here: whoever answers has no others.
    mutating func takeMissingRows(in size: Size) -> Range<Int>? {
        guard let missing = missingRows(in: size) else { return nil }
        let question = RowQuestion(missing: missing, screen: shown)
        guard question != asked else { return nil }
        asked = question
        return missing
    }

    /// - Returns: the row where the selection rests, once.
    mutating func takeHighlight(in size: Size) -> String? {
        guard screen.reportsHighlight == true, let choice = selected(in: size), choice.id.kind == .row,
            choice.id.name != highlighted
        else { return nil }
        highlighted = choice.id.name
        return highlighted
    }

    /// Folds or unfolds one text: the first in sight that is folded, else the first in sight, else the nearest.
    mutating func toggleFold(in size: Size) {
        let folds = content(width: size.columns).folds
        let seen = viewport.top..<viewport.top + max(height(in: size), 1)
        let inSight = folds.filter { $0.lines.overlaps(seen) }
        func distance(_ fold: Fold) -> Int {
            max(fold.lines.lowerBound - seen.upperBound, seen.lowerBound - fold.lines.upperBound)
        }
        let nearest = inSight.first { $0.isFolded } ?? inSight.first
        guard let fold = nearest ?? folds.min(by: { distance($0) < distance($1) }) else { return }
        toggle(fold.id)
    }

    mutating func toggle(_ fold: Fold.ID) {
        if !unfolded.insert(fold).inserted { unfolded.remove(fold) }
        laidOut = nil
    }

    /// What can be drawn of the pictures in sight.
    mutating func pictureRequests(in size: Size) -> [PictureRequest] {
        let height = height(in: size)
        var requests: [PictureRequest]
        if let part = screen.wholeScreenPart {
            let request = part.pictureRequest(in: Size(columns: size.columns, rows: height))
            requests = [request].compactMap(\.self).filter { images[$0.key] != nil }
        } else {
            let seen = viewport.top..<viewport.top + height
            requests = content(width: size.columns).pictures.filter { $0.lines.overlaps(seen) }.compactMap(\.request)
        }
        if let pane = panes(in: size).preview {
            let seen = previewTop(in: pane)..<previewTop(in: pane) + pane.rows.count
            let pictures = preview(width: pane.columns).pictures.filter { $0.lines.overlaps(seen) }
            requests += pictures.compactMap(\.request)
        }
        requests.removeAll { $0.size.columns < 2 || $0.size.rows < 2 }
        return requests
    }

    /// A picture could not be drawn; its caption stands for it.
    mutating func forgetImage(_ key: String) {
        guard images.removeValue(forKey: key) != nil else { return }
        laidOut = nil
        laidOutPreview = nil
    }

    mutating func forgetImages() { for key in images.keys { forgetImage(key) } }

    /// A field for a filter is open; it may be empty.
    package var isFiltered: Bool { fields[InputFields.filter] != nil }

    /// A line of the view's own is open in the place of the prompt.
    package var ownField: String? {
        if let focus = fields.focus, InputFields.own.contains(focus) { return focus }
        return [InputFields.filter, InputFields.find].first { fields[$0] != nil }
    }

    /// What the person looks for in the text; nil while nothing is typed.
    var sought: FuzzyTerm? { fields[InputFields.find].flatMap { FuzzyTerm(exactly: $0.text) } }

    mutating func closeFind() { fields.close(InputFields.find) }

    /// Goes to the next line that has the text.
    /// - Parameters:
    ///   - step: 1 forward, -1 backward, 0 to begin with the line where the person is.
    /// - Returns: whether there is one, and whether it was found behind the end.
    mutating func findNext(_ step: Int, in size: Size) -> (isFound: Bool, hasWrapped: Bool) {
        guard let sought else { return (true, false) }
        let content = content(width: size.columns)
        let count = content.lines.count
        let start = viewport.selected(in: content)?.lines.lowerBound ?? viewport.top
        var scorer = FuzzyScorer()
        for distance in (step == 0 ? 0 : 1)..<max(count + 1, 1) {
            let line = start + distance * (step < 0 ? -1 : 1)
            let wrapped = ((line % count) + count) % count
            let text = content.lines[wrapped]
            scorer.read((text.text.plain + " " + text.accessory.plain).unicodeScalars)
            guard scorer.score(sought) != nil else { continue }
            viewport.show(line: wrapped, in: content, height: height(in: size))
            return (true, wrapped != line)
        }
        return (false, false)
    }

    /// Bytes that are copied. Terminals take no more.
    private static let longestCopy = 1 << 16

    /// The text of the selected row, else that of the whole content.
    mutating func copiedText(in size: Size) -> String {
        let content = content(width: size.columns)
        let selected = selected(in: size).flatMap { $0.id.kind == .row ? $0 : nil }
        var text = ""
        for number in selected?.lines ?? 0..<content.lines.count where text.utf8.count <= Self.longestCopy {
            let line = content.lines[number]
            if !text.isEmpty { text += "\n" }
            text += line.text.plain + (line.accessory.isEmpty ? "" : "\t" + line.accessory.plain)
        }
        return text.utf8.count <= Self.longestCopy ? text : ""
    }

    // MARK: Marks

    /// Marks, beyond which no more are taken.
    private static let mostMarks = 10_000

    /// Marks the selected row, or takes its mark away, and goes to the next.
    mutating func toggleMark(in size: Size) {
        guard let choice = selected(in: size), choice.isMarkable else { return }
        if marks.remove(choice.id.name) == nil, marks.count < Self.mostMarks { marks.insert(choice.id.name) }
        move(.down, in: size)
    }

    /// - Parameter row: its id.
    mutating func toggleMark(row: String) {
        if marks.remove(row) == nil, marks.count < Self.mostMarks { marks.insert(row) }
    }

    mutating func clearMarks() { marks = [] }

    /// The marked rows: those on the screen in their order, then those that are not there now.
    mutating func markedRows(in size: Size) -> [String]? {
        guard !marks.isEmpty else { return nil }
        var rest = marks
        let shown = content(width: size.columns).choices.compactMap { choice in
            choice.id.kind == .row && rest.remove(choice.id.name) != nil ? choice.id.name : nil
        }
        return shown + rest.sorted()
    }

    mutating func clearFilter() {
        fields.close(InputFields.filter)
        filter = nil
        laidOut = nil
    }

    /// Rows that are filtered before the next key is read.
    private static let fewRows = 2_000

    /// Compares some more rows with the filter.
    mutating func continueFiltering() {
        filter?.advance()
        laidOut = nil
    }

    /// Filters by what stands in the field now.
    private mutating func refilter() {
        guard let text = fields[InputFields.filter]?.text else { return }
        let query = FuzzyQuery(text)
        if filter == nil, query.isEmpty { return }
        var filter = filter ?? RowFilter(received.parts)
        filter.search(query)
        // Of many rows the loop asks for a step at a time, when no key waits.
        if filter.rowCount <= Self.fewRows { filter.advance() }
        self.filter = filter
        laidOut = nil
    }

    /// Typing replaces a text that the screen shows, and continues one that the person has begun.
    mutating func editField(_ name: String) {
        guard !InputFields.own.contains(name) else {
            if name == InputFields.find { origin = viewport }
            return fields.open(name)
        }
        let isPrompt = name == InputFields.prompt
        fields.setFocus(name, replacing: isPrompt && fields[name]?.text == received.prompt?.text)
        if !isPrompt { laidOut = nil }
    }

    mutating func leaveField() {
        if fields.focus != InputFields.prompt { laidOut = nil }
        fields.leave()
    }

    mutating func edit(_ change: (inout TextField) -> Void) {
        if fields.focus.map(InputFields.own.contains) == false, fields.focus != InputFields.prompt { laidOut = nil }
        let before = fields[InputFields.filter]?.text
        fields.edit(change)
        if fields.focus == InputFields.find, let origin { viewport = origin }
        guard fields[InputFields.filter]?.text != before else { return }
        refilter()
        // Other rows are the best now.
        viewport = Viewport()
    }

    /// - Returns: the screen's notice, once.
    mutating func takeNotice() -> ScreenNotice? {
        guard let notice = received.notice, notice.id != seenNotice else { return nil }
        seenNotice = notice.id
        return notice
    }

    // MARK: Forms

    mutating func enter(_ text: String, in name: String) {
        fields.enter(text, in: name)
        laidOut = nil
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

    /// What can be picked for a field, with a sign at what is picked.
    func options(of name: String) -> [KeyBinding] {
        guard let field = received.formField(name)?.field else { return [] }
        let picked = Set((fields[name]?.text ?? "").split(separator: "\n").map(String.init))
        return (field.options ?? []).map { option in
            KeyBinding([], .pick(option.id, in: name), picked.contains(option.id) ? "✓" : "", option.title)
        }
    }

    func isLive(_ name: String) -> Bool {
        if name == InputFields.prompt { return received.prompt?.isLive == true }
        guard let field = received.formField(name)?.field else { return false }
        return field.isLive == true && field.kind != .secret
    }

    /// What to report of a live field.
    func change(of name: String) -> ViewOutput.DidChange? {
        guard isLive(name), let text = fields[name]?.text else { return nil }
        guard let (form, field) = received.formField(name) else { return .init(value: .text(text)) }
        return .init(form: form.id, field: field.id, value: FieldEntry(field: field).value(of: text))
    }

    /// - Returns: what to report; nil where something is wrong, and then the first such field is selected.
    mutating func submission(of id: String, in size: Size) -> ViewOutput.DidSubmit? {
        guard let form = received.forms.first(where: { $0.id == id }) else { return nil }
        if fields.focus != InputFields.prompt { leaveField() }
        laidOut = nil
        var submission = ViewOutput.DidSubmit(form: id, values: [:])
        var firstWrong: String?
        for field in form.fields {
            let name = FieldName.of(field, in: form)
            let entry = FieldEntry(field: field)
            let text = fields[name]?.text ?? ""
            fields.errors[name] = entry.error(in: text)
            if fields.errors[name] != nil, firstWrong == nil { firstWrong = name }
            guard field.kind == .secret else {
                submission.values[field.id] = entry.value(of: text)
                continue
            }
            submission.secrets = (submission.secrets ?? [:]).merging([field.id: text]) { $1 }
        }
        guard let firstWrong else { return submission }
        viewport.select(
            Choice.ID(kind: .field, name: firstWrong, occurrence: 0), in: content(width: size.columns),
            height: height(in: size))
        return nil
    }

    /// - Parameter row: the id of the row that it is done to.
    /// - Returns: what to report; nil where the person is asked first, or has been asked and said no.
    mutating func confirmed(_ control: String, _ row: String?) -> ViewOutput.DidPress? {
        if let asked = confirming {
            confirm(nil)
            return control == Confirming.yes ? .init(control: asked.control, row: asked.row) : nil
        }
        let rowText = row.flatMap { id in LinearPage(received).rows.first { $0.id == id }?.text }
        let question = Confirming(control: control, row: row, rowText: rowText)
        guard received.alert == nil, question.alert(on: received) != nil else {
            return .init(control: control, row: row)
        }
        confirm(question)
        return nil
    }

    private mutating func confirm(_ question: Confirming?) {
        confirming = question
        chosenButton = screen.alert.flatMap { AlertView(alert: $0).defaultButton }
    }

    mutating func chooseButton(by step: Int) {
        guard let count = screen.alert?.buttons.count, count > 0 else { return }
        guard let chosen = chosenButton else { return chosenButton = step > 0 ? 0 : count - 1 }
        chosenButton = (chosen + step + count) % count
    }
}

extension Screen {
    /// The fields of the screen and what it shows in them, by name.
    fileprivate var fieldTexts: [String: String] {
        let prompt = prompt.map { [InputFields.prompt: $0.text] } ?? [:]
        let entries = formFields.map { ($0.name, FieldEntry(field: $0.field).declared) }
        return Dictionary(entries) { first, _ in first }.merging(prompt) { $1 }
    }

    fileprivate func isSecret(_ name: String) -> Bool { formField(name)?.field.kind == .secret }

    /// Whether a part has no end in sight.
    fileprivate var hasMovingBars: Bool {
        (parts + (preview ?? [])).contains {
            if case .progress(let progress) = $0 { progress.fraction == nil } else { false }
        }
    }

    fileprivate var isSelectable: Bool { parts.contains { $0.view.isSelectable } }

    /// The part that has the screen to itself; nil on a screen of lines.
    var wholeScreenPart: (any WholeScreenPartView)? {
        parts.lazy.compactMap { $0.view as? any WholeScreenPartView }.first
    }

    /// Equal but for what is under way.
    fileprivate func hasSameContent(as other: Screen) -> Bool {
        var (mine, its) = (self, other)
        mine.activity = nil
        its.activity = nil
        return mine == its
    }
}
