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
            seenNotice: seenNotice,
            hasReportedEnd: hasReportedEnd,
            unfolded: unfolded.sorted { ($0.heading, $0.occurrence) < ($1.heading, $1.occurrence) })
    }

    package mutating func restore(_ memory: ViewMemory.OfScene) {
        viewport = memory.viewport.bounded
        fields.restore(memory.fields)
        hasReportedEnd = memory.hasReportedEnd
        unfolded = Set(memory.unfolded)
        laidOut = nil
        confirm(memory.confirming)
        seenNotice = memory.seenNotice
        if let chosen = memory.chosenButton, screen.alert?.buttons.indices.contains(chosen) == true {
            chosenButton = chosen
        }
    }

    package mutating func show(_ new: Screen, images newImages: [String: ImageFile] = [:]) {
        let old = received
        received = new
        hasMovingBars = new.hasMovingBars
        if new.parts != old.parts || newImages.count != images.count { laidOut = nil }
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
        // Other words were searched, so these are other results.
        if let prompt = new.prompt, prompt.text != old.prompt?.text { viewport = Viewport() }
    }

    /// The parts as lines of that width. They are kept, since frames are painted more often than screens change.
    package mutating func content(width: Int) -> Content {
        if let laidOut, laidOut.width == width { return laidOut }
        let content = Content(received.parts, width: width, unfolded: unfolded, images: images, fields: fields)
        laidOut = content
        return content
    }

    package mutating func adapt(to size: Size) {
        viewport.adapt(to: content(width: size.columns), height: height(in: size))
    }

    /// How many lines of content are seen.
    package func height(in size: Size) -> Int {
        Regions(screen, size, isTyping: fields.focus != nil).content.count
    }

    mutating func move(_ movement: Movement, in size: Size) {
        viewport.move(movement, in: content(width: size.columns), height: height(in: size))
    }

    mutating func scroll(by lines: Int, in size: Size) {
        viewport.scroll(by: lines, in: content(width: size.columns), height: height(in: size))
    }

    /// - Parameter index: where the choice was among the others when it was drawn.
    mutating func select(_ id: Choice.ID, index: Int, in size: Size) {
        viewport.select(id, index: index, in: content(width: size.columns), height: height(in: size))
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
        requests.removeAll { $0.size.columns < 2 || $0.size.rows < 2 }
        return requests
    }

    /// A picture could not be drawn; its caption stands for it.
    mutating func forgetImage(_ key: String) {
        guard images.removeValue(forKey: key) != nil else { return }
        laidOut = nil
    }

    mutating func forgetImages() { for key in images.keys { forgetImage(key) } }

    /// Typing replaces a text that the screen shows, and continues one that the person has begun.
    mutating func editField(_ name: String) {
        let isPrompt = name == InputFields.prompt
        fields.setFocus(name, replacing: isPrompt && fields[name]?.text == received.prompt?.text)
        if !isPrompt { laidOut = nil }
    }

    mutating func leaveField() {
        if fields.focus != InputFields.prompt { laidOut = nil }
        fields.leave()
    }

    mutating func edit(_ change: (inout TextField) -> Void) {
        if fields.focus != InputFields.prompt { laidOut = nil }
        fields.edit(change)
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
        parts.contains { if case .progress(let progress) = $0 { progress.fraction == nil } else { false } }
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
