import JSON
package import ScreenModel
package import ViewMessages

/// A scene: its newest screen, and what the user has done there that only the view knows. All pages show the same.
package struct WebScene: SceneContent {
    /// Screen, question and marks. Charts have what is seen of them.
    package var shared: SharedScene
    /// The pictures that can be shown, by key.
    package private(set) var images: [String: ImageFile]
    /// Texts that were entered in the fields of forms, by name (``FieldName``), without secrets.
    package private(set) var entries: [String: String] = [:]
    /// Secrets that were entered. Only the page has them.
    package private(set) var touchedSecrets: Set<String> = []
    /// The field of a form that takes typing when the page's place changes, by name.
    package private(set) var openField: String?
    /// Errors in fields that were submitted.
    package private(set) var errors: [String: String] = [:]
    /// The text by which the rows are filtered.
    package private(set) var filter = ""
    /// The button that the user has pressed last, or the row that a search has found.
    package private(set) var focus: ActionValue?
    /// The number of times that rows have arrived for a search.
    package private(set) var arrivals = 0
    private var awaitsRows = false
    private var reportedSize: BrowserSize?

    package init(_ screen: Screen, images: [String: ImageFile] = [:]) {
        shared = SharedScene(screen.drawn)
        self.images = images
        openField = screen.openingField
    }

    package var received: Screen { shared.received }
    package var highlighted: String? { shared.highlighted }
    package var seenParts: [Part] { RowFilter.parts(received.parts, matching: filter) }
    package var rowTexts: [(id: String, text: String)] { received.rowTexts }

    /// The visible part of the screen: with only the rows that match the filter.
    package var shown: Screen {
        var shown = screen
        shown.parts = RowFilter.parts(shown.parts, matching: filter)
        return shown
    }

    package mutating func show(_ new: Screen, images newImages: [String: ImageFile]) {
        let old = received
        shared.show(new.drawn)
        images = newImages
        let (texts, before) = (new.fieldTexts, old.fieldTexts)
        for name in Array(entries.keys) where texts[name] == nil || texts[name] != before[name] { entries[name] = nil }
        errors = errors.filter { texts[$0.key] != nil && texts[$0.key] == before[$0.key] }
        touchedSecrets.formIntersection(new.secretFields)
        if let name = shared.forms.takeRefused() ?? new.openingField(after: old) { open(name) }
    }

    /// Moves the focus to a field of a form.
    private mutating func open(_ name: String) {
        (openField, focus) = (name, nil)
        arrivals = Bounded.number(arrivals + 1)
    }

    package mutating func endActivity() { shared.endActivity() }

    // MARK: Memory

    package struct Memory: JSONCodable, Equatable, Sendable {
        var marks: [String] = []
        var entries: [String: String] = [:]
        var confirming: Confirming?
        var leaving: Leaving?
        /// Texts that were submitted, by the fields' names.
        var submitted: [String: String] = [:]
        var seenNotice: String?
        var hasReportedEnd: Bool = false
        var filter: String = ""
        var focus: String?
        var arrivals: Int = 0
    }

    package var memory: Memory {
        Memory(
            marks: marks.ids.sorted(), entries: entries, confirming: shared.question, leaving: shared.leaving,
            submitted: shared.forms.memory(on: received), seenNotice: shared.seenNotice,
            hasReportedEnd: shared.hasReportedEnd, filter: filter, focus: focus?.text, arrivals: arrivals)
    }

    package mutating func restore(_ memory: Memory) {
        let names = Set(received.fieldTexts.keys).subtracting(received.secretFields)
        entries = memory.entries.filter { names.contains($0.key) }.mapValues(Bounded.entry)
        shared.restore(
            marks: memory.marks, question: memory.confirming, leaving: memory.leaving, submitted: memory.submitted,
            chosenButton: nil, seenNotice: memory.seenNotice, hasReportedEnd: memory.hasReportedEnd)
        filter = Bounded.entry(memory.filter)
        focus = memory.focus.map(ActionValue.init(text:))
        arrivals = Bounded.number(memory.arrivals)
    }

    // MARK: What the user does

    /// The text in a field, as the page shows it.
    func text(of field: FormField, in form: Form) -> String {
        entries[FieldName.of(field, in: form)] ?? FieldEntry(field: field).declared
    }

    /// Shows a submitted form again: entries stay, without secrets.
    package mutating func show(_ submission: FormSubmission, of form: Form, texts: [String: String]) {
        for field in form.fields {
            let name = FieldName.of(field, in: form)
            if field.kind != .secret { entries[name] = texts[name] }
            errors[name] = submission.errors[name]
        }
        if let wrong = submission.firstWrong { return open(wrong) }
        openField = nil
    }

    package func enteredText(in name: String) -> String? { entries[name] }

    /// Keeps the contents of a field, without secrets.
    package mutating func enter(_ text: String, in name: String) {
        errors[name] = nil
        shared.edit(name)
        guard received.isSecret(name) else { return entries[name] = text }
        touchedSecrets.insert(name)
    }

    // MARK: Where the focus is

    mutating func setFilter(_ text: String) { filter = text }

    /// Bytes of a button's value. A snapshot has one for each scene.
    private static let longestFocus = 4096

    mutating func press(_ button: ActionValue) {
        focus = button.text.utf8.count <= Self.longestFocus ? button : nil
        openField = nil
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

    /// - Returns: whether the screen asks for the row where the selection rests, and has not received this one yet.
    mutating func takeHighlight(_ row: String) -> Bool {
        guard shared.wantsHighlight(of: row), received.hasRow(row) else { return false }
        shared.reportHighlight(of: row)
        return true
    }

    /// - Returns: whether the screen asks for the size, and has not received this one yet.
    mutating func takeSize(_ size: BrowserSize) -> Bool {
        guard received.reportsSize == true, size != reportedSize else { return false }
        reportedSize = size
        return true
    }
}

/// The part of a page that is seen at once, in characters of its text.
package struct BrowserSize: Equatable, Sendable {
    package var columns: Int
    package var rows: Int

    /// The size as in linear mode, until a page reports its own. Without a script, no page does.
    package static let standard = BrowserSize(columns: 80, rows: 24)

    /// - Parameters: from a page, so they are bounded.
    package init(columns: Int, rows: Int) {
        self.columns = max(1, min(columns, 1000))
        self.rows = max(1, min(rows, 500))
    }
}
