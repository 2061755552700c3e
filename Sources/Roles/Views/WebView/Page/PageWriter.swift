import Platform
import Languages
import ScreenModel
import ViewMessages

/// Writes the parts of a screen. It gives elements their names and keeps the order of headings.
struct PageWriter {
    private(set) var html: HTMLMarkup
    let scene: WebScene
    let sceneID: String
    /// The key that shows that a form is one of this view's (``Credentials``).
    let formKey: String
    let words: Words
    /// The button that has the focus, until it is written.
    private var focus: String?
    private var ids = 0
    /// The level of the last heading. The next may be one deeper, not more.
    private var level = 1
    /// Cells, buttons and points that a page may still have. With many more, a browser does nothing else for seconds.
    private var room = 5_000
    private var leftOut = 0
    private var partsLeft = 5_000
    /// The number of elements with each key.
    private var keys: [String: Int] = [:]

    /// - Parameter html: the page before the parts.
    init(_ scene: WebScene, id: String, formKey: String, into html: HTMLMarkup = HTMLMarkup()) {
        self.html = html
        self.scene = scene
        sceneID = id
        self.formKey = formKey
        words = Words(scene.screen)
        focus = scene.focus?.text ?? scene.received.selectedRow.map { ActionValue.select($0).text }
    }

    var rowKeys: [ScreenKey] { (scene.screen.keys ?? []).filter { $0.isForRow == true } }

    /// A name for an element that others refer to.
    mutating func nextID() -> String {
        ids += 1
        return "e\(ids)"
    }

    /// The key by which the script finds this element in an earlier page. Elements with equal ids of an application have a number each.
    mutating func key(_ kind: String, _ id: String) -> Attribute {
        let key = Attribute.hash("\(kind) \(id)")
        let count = keys[key, default: 0]
        keys[key] = count + 1
        return .of(.dataKey, count == 0 ? key : "\(key).\(count)")
    }

    /// Numbers the keys of a part apart from those of others, so that they stay the same while others change.
    mutating func keyingApart(_ content: (inout PageWriter) -> Void) {
        let outer = keys
        keys = [:]
        content(&self)
        keys = outer
    }

    // MARK: Elements

    mutating func text(_ text: String) { html.text(text) }

    mutating func open(_ element: Element, _ attributes: [Attribute?]) {
        html.open(element, attributes.compactMap(\.self))
    }

    mutating func close(_ element: Element) { html.close(element) }

    mutating func element(
        _ element: Element, _ attributes: Attribute?..., content: (inout PageWriter) -> Void = { _ in }
    ) {
        html.open(element, attributes.compactMap(\.self))
        guard !element.isVoid else { return }
        content(&self)
        html.close(element)
    }

    mutating func element(_ element: Element, _ attributes: Attribute?..., text: String) {
        html.open(element, attributes.compactMap(\.self))
        html.text(text)
        html.close(element)
    }

    /// A text of an application, which may be written from right to left.
    mutating func span(_ text: String?, _ names: String?..., tone: Tone? = nil) {
        guard let text, !text.isEmpty else { return }
        let names = (names + [tone?.className]).compactMap(\.self)
        html.open(.span, [.autoDirection] + (names.isEmpty ? [] : [.of(.class, names.joined(separator: " "))]))
        html.text(text)
        html.close(.span)
        word(of: tone)
    }

    /// Writes the tone as a word, for users who do not see the colour.
    mutating func word(of tone: Tone?) {
        guard !tone.note(in: words).isEmpty else { return }
        element(.span, .class("vh"), text: tone.note(in: words))
    }

    /// The greatest depth: deeper rows look as if they were this deep.
    private static let deepest = 6

    mutating func indent(_ depth: Int) {
        for _ in 0..<max(0, min(depth, Self.deepest)) { element(.span, .class("indent")) }
    }

    // MARK: Headings

    /// - Parameter wanted: from 1 for the title of the screen.
    mutating func heading(_ wanted: Int, content: (inout PageWriter) -> Void) {
        level = max(2, min(wanted, level + 1, 6))
        element(.heading(level), .autoDirection, content: content)
    }

    mutating func heading(_ text: String?, caption: String? = nil) {
        if let text, !text.isEmpty {
            heading(2) { page in
                page.text(text)
                if let caption { page.element(.small, .autoDirection, text: caption) }
            }
        } else if let caption {
            element(.p, .class("caption"), .autoDirection, text: caption)
        }
    }

    /// The depth of a heading of the first level in a text.
    var levelOfTexts: Int { level }

    // MARK: Buttons

    mutating func button(
        _ action: ActionValue, _ attributes: Attribute?..., content: (inout PageWriter) -> Void
    ) {
        html.open(
            .button,
            [.of(.form, WebPage.form), .of(.name, "do"), .of(.value, action.text)]
                + [.flag(.autofocus, if: action.text == focus)].compactMap(\.self) + attributes.compactMap(\.self))
        if action.text == focus { focus = nil }
        content(&self)
        html.close(.button)
    }

    /// A button with a title, and its key behind it.
    mutating func button(_ button: Button, class names: String?, go: Bool, press: [String] = []) {
        let keys = press + [button.key].compactMap { DeclaredKey($0)?.name }
        self.button(
            .press(button.control), .class(names, button.role == .destructive ? "danger" : nil), .keys(keys),
            .flag(.go, if: go)
        ) { page in
            page.span(button.title)
            page.key(button.key)
        }
    }

    /// The key of a button, as a user reads it.
    mutating func key(_ key: String?) {
        guard let key = DeclaredKey(key) else { return }
        element(.kbd, .of(.ariaHidden, "true"), text: key.name)
    }

    /// The buttons of the keys that can be done to a row.
    /// - Parameter own: the controls that the row declares; nil for all.
    mutating func rowButtons(_ row: String, own: [String]?) {
        let keys = rowKeys.filter { own?.contains($0.control) != false }
        guard !keys.isEmpty else { return }
        element(.span, .class("do")) { page in
            for key in keys {
                page.button(
                    .press(key.control, row: row), .class("small"), .keys([key.pressing?.name])
                ) { page in
                    page.span(key.title)
                    page.key(key.pressing?.text)
                }
            }
        }
    }

    /// The button that marks a row.
    mutating func mark(_ row: String, title: String) {
        let isMarked = scene.marks.contains(row)
        button(
            .mark(row), .class("mark"), .of(.ariaPressed, isMarked ? "true" : "false"), .keys(["Space"]),
            .of(.ariaLabel, words("Mark %", title))
        ) { page in page.text(isMarked ? "☑" : "☐") }
    }

    /// Writes which rows are here, and the buttons for others: where the application is asked for them, which is in the first section.
    mutating func window(_ section: Section?) {
        guard let section else { return }
        let (first, end, total) = (section.rows.lowerBound, section.rows.upperBound, section.total)
        let count = section.rows.count
        let page = max(count, 1)
        let isAsked = section == scene.received.section
        element(.p, .class("window")) { writer in
            if first > 0, isAsked {
                writer.button(.scroll(max(first - page, 0)..<first), .keys(["PageUp"])) {
                    $0.text($0.words["Earlier rows"])
                }
            }
            writer.text(
                count == 0
                    ? writer.words("No rows of %", "\(total)")
                    : writer.words("Rows % to % of %", "\(first + 1)", "\(end)", "\(total)"))
            if end < total, isAsked {
                writer.button(.scroll(end..<min(end + page, total)), .keys(["PageDown"])) {
                    $0.text($0.words["Later rows"])
                }
            }
        }
        guard !isAsked || !scene.unsent.isEmpty else { return }
        element(.p, .class("empty"), text: words["The application has not sent these rows"])
    }

    /// - Parameter cost: cells and buttons of each.
    /// - Returns: the number of rows or points that are written.
    mutating func take(_ count: Int, each cost: Int = 1) -> Int {
        let shown = min(count, room / max(cost, 1))
        room -= shown * max(cost, 1)
        return shown
    }

    /// Writes as many of the rows as a page can have.
    /// - Parameter columns: cells of each.
    mutating func rows<Row>(_ rows: [Row], columns: Int = 1, write: (Row, inout PageWriter) -> Void) {
        let shown = take(rows.count, each: columns + rowKeys.count)
        leftOut += rows.count - shown
        keyingApart { page in
            for row in rows.prefix(shown) { write(row, &page) }
        }
    }

    /// Writes how many rows the part before has left out.
    mutating func writeOmission() {
        guard leftOut > 0 else { return }
        element(
            .p, .class("window"), text: words("% more rows are not on this page. A filter finds them.", "\(leftOut)"))
        leftOut = 0
    }

    /// Writes how many of anything but rows are left out.
    mutating func writeOmission(_ count: Int) {
        guard count > 0 else { return }
        element(.p, .class("window"), text: words("% more are not on this page", "\(count)"))
    }

    mutating func parts(_ parts: [Part]) {
        var buttons: [Button] = []
        let shown = min(parts.count, partsLeft)
        partsLeft -= shown
        defer { writeOmission(parts.count - shown) }
        for part in parts.prefix(shown) {
            // Consecutive buttons are side by side.
            if case .button(let button) = part {
                buttons.append(button)
                continue
            }
            self.buttons(buttons)
            buttons = []
            part.write(to: &self)
        }
        self.buttons(buttons)
    }

    private mutating func buttons(_ buttons: [Button]) {
        guard !buttons.isEmpty else { return }
        element(.p, .class("buttons")) { page in
            for button in buttons { page.button(button, class: nil, go: button.isSelectable ?? true) }
        }
    }
}

extension Attribute {
    /// The keys that press an element; nil for none.
    static func keys(_ keys: [String?]) -> Attribute? {
        let names = keys.compactMap(\.self)
        return names.isEmpty ? nil : .of(.dataPress, names.joined(separator: " "))
    }

    static func hash(_ text: String) -> String { String(text.utf8.hash(), radix: 36) }
}

extension Tone {
    /// The style sheet defines what it looks like.
    var className: String? { self == .plain ? nil : "t-\(rawValue)" }
}

extension PageWriter {
    /// The lines of an alert. It has lines of its own even where the screen below has used up the page's room.
    private static let mostLines = 1_000

    /// An alert in front of the screen.
    /// - Parameters:
    ///   - close: the action of the button of an alert that has none of its own.
    ///   - form: the form that the question is about, if it is about changes.
    mutating func dialog(_ alert: Alert, isFailure: Bool, close: ActionValue?, form: String?) {
        let (title, text) = (nextID(), nextID())
        element(
            .dialog, .flag(.open), .of(.role, "alertdialog"), .of(.ariaModal, "true"), .of(.ariaLabelledby, title),
            .of(.ariaDescribedby, text), .class(isFailure ? "failure" : nil)
        ) { page in
            // Enter presses nothing where every button destroys something.
            let hasDefault = close != nil || alert.defaultButton != nil
            page.element(
                .h2, .of(.id, title), .of(.tabindex, "-1"), .flag(.autofocus, if: !hasDefault), .autoDirection,
                text: alert.title)
            page.element(.div, .of(.id, text), .class("text")) { page in
                let lines = alert.message.split(separator: "\n", omittingEmptySubsequences: false)
                for line in lines.prefix(Self.mostLines) { page.element(.p, .autoDirection) { $0.link(String(line)) } }
                page.writeOmission(lines.count - Self.mostLines)
            }
            page.element(.p, .class("buttons")) { page in
                let (chosen, cancel) = (alert.defaultButton, alert.cancelButton)
                for (index, button) in alert.buttons.enumerated() {
                    if let form, button.control == Leaving.save {
                        page.submit(form, button.title, hasFocus: index == chosen)
                        continue
                    }
                    let keys = [button.key].compactMap { DeclaredKey($0)?.name } + (button == cancel ? ["Escape"] : [])
                    page.button(
                        .press(button.control), .keys(keys), .flag(.go), .flag(.autofocus, if: index == chosen),
                        .class(index == chosen ? "primary" : nil, button.role == .destructive ? "danger" : nil)
                    ) { page in
                        page.span(button.title)
                        page.key(button.key)
                    }
                }
                if let close {
                    page.button(close, .class("primary"), .keys(["Escape", "q"]), .flag(.go), .flag(.autofocus)) {
                        page in
                        page.text(page.words.title("close"))
                    }
                }
            }
        }
    }
}

extension PageWriter {
    /// A button outside a form that submits it: with the secrets, which only the page has.
    private mutating func submit(_ form: String, _ title: String, hasFocus: Bool) {
        element(
            .button, .of(.form, FormMarkup.id(of: form)), .flag(.go), .flag(.autofocus, if: hasFocus),
            .class(hasFocus ? "primary" : nil)
        ) { $0.span(title) }
    }
}

extension PageWriter {
    /// A key of the view's own; nil where the screen has another use for it.
    func usualKey(_ key: String) -> String? {
        (scene.screen.keys ?? []).contains { $0.pressing?.name == key } ? nil : key
    }

    /// A link that opens a page in the user's own browser, in a new tab.
    mutating func opener(_ word: String, _ url: String) {
        let shown = ShownAddress.text(of: url)
        guard let address = PageAddress.page(url) else { return text(shown) }
        let key = usualKey("O")
        element(
            .a, .address(.href, address), .of(.rel, "noreferrer noopener"), .of(.target, "_blank"), .keys([key]),
            self.key("opener", url)
        ) { page in
            page.text("\(word) \(shown)")
            if let key { page.element(.kbd, .of(.ariaHidden, "true"), text: key) }
        }
    }
}

extension Words {
    /// A word as a button has it, with a capital letter.
    func title(_ word: String) -> String {
        let text = self[word]
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
