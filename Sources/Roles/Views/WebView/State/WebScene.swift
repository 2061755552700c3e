import JSON
package import ScreenModel
package import ViewMessages

/// One scene: its newest screen, and what the user has done there that only the view knows. All pages show the same.
package struct WebScene: SceneContent {
    /// As the presenter sent it, but each image in it is replaced by its ``ImageFile/key``, and charts have what is seen of them.
    package private(set) var received: Screen
    private var alert: AlertState
    /// The pictures that can be shown, by key.
    package private(set) var images: [String: ImageFile]
    package private(set) var marks = Marks()
    /// What was entered in the fields of forms, by name (``FieldName``), without secrets.
    package private(set) var entries: [String: String] = [:]
    /// What is wrong in fields that were submitted.
    package private(set) var errors: [String: String] = [:]
    private var seenNotice: String?
    /// Each content reports its end once.
    private var hasReportedEnd = false
    package private(set) var highlighted: String?
    /// What the rows are filtered by.
    package private(set) var filter = ""
    /// The button that the user has pressed last, or the row that a search has found.
    package private(set) var focus: ActionValue?
    /// How many times rows have arrived for a search.
    package private(set) var arrivals = 0
    private var awaitsRows = false
    private var reportedSize: BrowserSize?

    package init(_ screen: Screen, images: [String: ImageFile] = [:]) {
        received = screen.drawn
        alert = AlertState(screen)
        self.images = images
    }

    /// The screen, with the view's own question in front of it.
    package var screen: Screen {
        guard alert.question != nil else { return received }
        var screen = received
        screen.alert = alert.alert
        return screen
    }

    /// What is seen of it: with only the rows that match the filter.
    package var shown: Screen {
        var shown = screen
        shown.parts = PageFilter(filter).parts(shown.parts)
        return shown
    }

    /// What the alert is, if it is the view's own question.
    package var isAsking: Bool { alert.question != nil }

    package mutating func show(_ new: Screen, images newImages: [String: ImageFile]) {
        let old = received
        received = new.drawn
        images = newImages
        alert.show(new)
        if !received.hasSameContent(as: old) { hasReportedEnd = false }
        let (texts, before) = (new.fieldTexts, old.fieldTexts)
        for name in Array(entries.keys) where texts[name] == nil || texts[name] != before[name] { entries[name] = nil }
        errors = errors.filter { texts[$0.key] != nil && texts[$0.key] == before[$0.key] }
    }

    package mutating func endActivity() { received.activity = nil }

    /// - Returns: the screen's notice, once.
    package mutating func takeNotice() -> ScreenNotice? {
        guard let notice = received.notice, notice.id != seenNotice else { return nil }
        seenNotice = notice.id
        return notice
    }

    // MARK: Memory

    package struct Memory: JSONCodable, Equatable, Sendable {
        var marks: [String] = []
        var entries: [String: String] = [:]
        var confirming: Confirming?
        var seenNotice: String?
        var hasReportedEnd: Bool = false
        var filter: String = ""
        var focus: String?
        var arrivals: Int = 0
    }

    package var memory: Memory {
        Memory(
            marks: marks.ids.sorted(), entries: entries, confirming: alert.question, seenNotice: seenNotice,
            hasReportedEnd: hasReportedEnd, filter: filter, focus: focus?.text, arrivals: arrivals)
    }

    package mutating func restore(_ memory: Memory) {
        marks = Marks(memory.marks)
        let names = Set(received.fieldTexts.keys).subtracting(received.secretFields)
        entries = memory.entries.filter { names.contains($0.key) }.mapValues(Bounded.entry)
        alert.restore(question: memory.confirming, chosenButton: nil)
        seenNotice = memory.seenNotice
        hasReportedEnd = memory.hasReportedEnd
        filter = Bounded.entry(memory.filter)
        focus = memory.focus.map(ActionValue.init(text:))
        arrivals = Bounded.number(memory.arrivals)
    }

    // MARK: What the user does

    /// - Returns: what to report; nil where the user has to confirm it first, or has declined.
    mutating func confirmed(_ press: ViewOutput.DidPress) -> ViewOutput.DidPress? {
        let rows = received.rowTexts
        return alert.confirm(press) { press.row.flatMap { RowTitles(rows).text(of: press.rows ?? [$0]) } }
    }

    /// - Returns: false where no more rows can be marked.
    mutating func toggleMark(_ row: String) -> Bool { marks.toggle(row) }

    mutating func clearMarks() { marks.clear() }

    /// The marked rows: those on the screen in their order, then those that are not there now.
    var markedRows: [String]? { marks.ordered(by: received.rowTexts.lazy.map(\.id)) }

    /// The marked rows that a key can be done to; nil where no row is marked.
    func markedRows(for control: String) -> [String]? {
        let without = received.rows(without: control)
        return markedRows?.filter { !without.contains($0) }
    }

    /// What is entered in a field, as the page shows it.
    func text(of field: FormField, in form: Form) -> String {
        entries[FieldName.of(field, in: form)] ?? FieldEntry(field: field).declared
    }

    /// Takes what was entered in a form.
    /// - Returns: what to report; nil where a field has an error, which it then shows.
    mutating func submission(of form: Form, _ fields: FormFields) -> ViewOutput.DidSubmit? {
        var texts: [String: String] = [:]
        for field in form.fields {
            let name = FieldName.of(field, in: form)
            texts[name] = field.entry(from: fields.values(of: InputName.of(field)))
            if field.kind != .secret { entries[name] = texts[name] }
        }
        let submission = FormSubmission(form, texts: { texts[$0] }, Words(received))
        for field in form.fields {
            let name = FieldName.of(field, in: form)
            errors[name] = submission.errors[name]
        }
        return submission.firstWrong == nil ? submission.report : nil
    }

    /// Keeps what a field contains.
    mutating func enter(_ text: String, in name: String) {
        entries[name] = text
        errors[name] = nil
    }

    // MARK: Where the focus is

    mutating func setFilter(_ text: String) { filter = text }

    /// Bytes of a button's value. A snapshot has one for each scene.
    private static let longestFocus = 4096

    mutating func press(_ button: ActionValue) {
        focus = button.text.utf8.count <= Self.longestFocus ? button : nil
    }

    /// The first row gets the focus when rows come.
    mutating func awaitRows() { (awaitsRows, focus) = (true, nil) }

    mutating func takeRows() {
        guard awaitsRows else { return }
        awaitsRows = false
        guard let row = shown.rowTexts.first else { return }
        press(.select(row.id))
        arrivals = Bounded.number(arrivals + 1)
    }

    // MARK: What is reported unasked

    /// - Returns: whether there is more behind the end, and that was not reported yet. From now on it is.
    mutating func reportsEnd() -> Bool {
        guard received.hasMore == true, !hasReportedEnd else { return false }
        hasReportedEnd = true
        return true
    }

    /// - Returns: whether the screen wants to know that the selection rests there, and does not know it yet.
    mutating func takeHighlight(_ row: String) -> Bool {
        guard received.reportsHighlight == true, row != highlighted, received.hasRow(row) else { return false }
        highlighted = row
        return true
    }

    /// - Returns: whether the screen wants to know the size, and does not know it yet.
    mutating func takeSize(_ size: BrowserSize) -> Bool {
        guard received.reportsSize == true, size != reportedSize else { return false }
        reportedSize = size
        return true
    }
}

/// How much of a page is seen at once, in characters of its text.
package struct BrowserSize: Equatable, Sendable {
    package var columns: Int
    package var rows: Int

    /// As in linear mode, until a page reports its own. Without a script, no page does.
    package static let standard = BrowserSize(columns: 80, rows: 24)

    /// - Parameters: from a page, so they are bounded.
    package init(columns: Int, rows: Int) {
        self.columns = max(1, min(columns, 1000))
        self.rows = max(1, min(rows, 500))
    }
}
