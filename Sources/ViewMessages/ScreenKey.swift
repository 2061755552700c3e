import JSON

/// Something that can be done on a screen: by its key, by its name in the view's palette, and with `press` in linear mode.
package struct ScreenKey: JSONCodable, Equatable, Sendable {
    /// What `didPress` reports.
    package var control: String
    package var title: String
    /// One character, such as "x". Without it, or where the view needs the character itself, the palette has it.
    package var character: String?  // JSON: key
    /// It is done to the selected row, which `didPress` then names.
    package var isForRow: Bool?  // JSON: row
    /// What to ask before it is done.
    package var confirm: Confirmation?

    package init(
        control: String, title: String, character: String? = nil, isForRow: Bool? = nil, confirm: Confirmation? = nil
    ) {
        self.control = control
        self.title = title
        self.character = character
        self.isForRow = isForRow
        self.confirm = confirm
    }
}

/// A question that the view asks before it reports what was pressed. Neither Enter nor Esc alone says yes to it.
package struct Confirmation: JSONCodable, Equatable, Sendable {
    package var title: String
    package var message: String?
    /// The button that does it; the key's own title by default.
    package var button: String?

    package init(title: String, message: String? = nil, button: String? = nil) {
        self.title = title
        self.message = message
        self.button = button
    }
}
