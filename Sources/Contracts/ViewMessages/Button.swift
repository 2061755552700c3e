package import JSON

/// A button, on a screen or in an alert.
package struct Button: PartContent {
    /// The name that `didPress` reports.
    package var control: String  // bounds: id
    package var title: String
    /// A character: the key that presses it anywhere on the screen.
    package var key: String?  // bounds: own 1...1
    /// The role in an alert: Enter presses the default button, Esc the cancel button. A destructive button is pressed only if the user has
    /// selected it.
    package var role: Role?
    /// False for a button that only its key presses: the selection skips it.
    package var isSelectable: Bool?  // JSON: selectable

    /// The role of a button in an alert.
    package enum Role: String, CaseIterable, JSONCodable, Sendable {
        /// Enter presses the button.
        case `default`
        /// Esc presses the button, which does nothing.
        case cancel
        /// The button destroys something. A key presses it only if the user has selected it.
        case destructive
    }

    /// An unknown role, from a newer presenter, is ignored.
    package init(from reader: inout JSONReader) throws(JSONError) {
        var control: String?
        var title: String?
        let object = try reader.beginObject(with: "control title")
        while let key = try reader.nextKey() {
            switch key {
            case "control" where control == nil: control = try reader.read(String.self)
            case "title" where title == nil: title = try reader.read(String.self)
            case "key" where self.key == nil: self.key = try reader.readIfPresent(String.self)
            case "role" where role == nil:
                role = try reader.readNull() ? nil : try reader.word(among: Role.allCases)
            case "selectable" where isSelectable == nil: isSelectable = try reader.readIfPresent(Bool.self)
            default: try reader.skip(key, known: "control title key role selectable")
            }
        }
        guard let control else { throw .missing("control", at: object) }
        guard let title else { throw .missing("title", at: object) }
        self.control = control
        self.title = title
    }
}

/// Several screens, of which one is shown. Choosing another reports `didPress`.
package struct Tabs: PartContent {
    package var items: [Button]
    /// The control of the shown screen.
    package var selected: String  // bounds: raw
}
