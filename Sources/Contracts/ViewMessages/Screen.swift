import JSON

/// A whole screen, ready to display: the view draws it without knowing the application.
package struct Screen: JSONCodable, Equatable, Sendable {
    package var title: String
    /// The search field above the parts.
    package var prompt: Prompt?
    /// What is under way ("Searching…"); nil when the screen has settled.
    package var activity: String?
    /// From top to bottom.
    package var parts: [Part]  // init: []
    /// In front of the parts until one of its buttons is pressed.
    package var alert: Alert?
    /// There are more rows after the last one; reaching it reports `didReachEnd`.
    package var hasMore: Bool?
    /// What can be done here and to the selected row, beside what the parts show.
    package var keys: [ScreenKey]?  // bounds: own
    /// What has just happened.
    package var notice: ScreenNotice?
    /// The view's own words in the language of the application, by the English ones: those of the status line and the help.
    package var words: [String: String]?  // bounds: own
    /// Beside the parts, such as what the selected row is about; below them, or a key away, where there is too little room.
    package var preview: [Part]?  // bounds: own
    /// `didHighlight` reports where the selection rests.
    package var reportsHighlight: Bool?  // JSON: highlight
    /// Above the parts, in sight while they are scrolled: such as gauges or tabs. What is to be selected belongs to the parts.
    package var head: [Part]?
    /// `didResize` reports how large the view is, at first and whenever that changes.
    package var reportsSize: Bool?  // JSON: resize
    /// Going back stops what is under way and stays here, also on the first scene.
    package var mayCancel: Bool?  // JSON: cancel
}

/// A search field.
package struct Prompt: JSONCodable, Equatable, Sendable {
    /// Shown while the field is empty.
    package var placeholder: String
    /// What was searched last.
    package var text: String  // init: "", bounds: whole
    /// Each change of what is typed reports `didChange`.
    package var isLive: Bool?  // JSON: live
    /// What is typed picks among the rows below, which the presenter chooses: the field is there to be typed into at once, the
    /// selection moves during typing, and Enter opens the selected row.
    package var picksRows: Bool?  // JSON: picks
    /// What stands before the field, in place of the view's own sign.
    package var mark: String?
    /// Among rows that are picked, the first one follows the last.
    package var cycles: Bool?  // JSON: cycle
}

/// A message that has to be answered.
package struct Alert: JSONCodable, Equatable, Sendable {
    package var title: String
    package var message: String  // bounds: block
    /// Enter presses the one with the role `default`, else the first that destroys nothing; Esc the one with the role `cancel`,
    /// else the last that destroys nothing.
    package var buttons: [Button]
    /// Whether the alert reports a failure.
    package var isFailure: Bool?  // JSON: failure
}

/// Something that can be done on a screen: by its key, by its name in the view's palette, and with `press` in linear mode.
package struct ScreenKey: JSONCodable, Equatable, Sendable {
    /// What `didPress` reports.
    package var control: String  // bounds: id
    package var title: String
    /// One character, such as "x". Without it, or where the view needs the character itself, the palette has it.
    package var character: String?  // JSON: key, bounds: own
    /// It is done to the selected row, which `didPress` then names.
    package var isForRow: Bool?  // JSON: row
    /// What to ask before it is done.
    package var confirm: Confirmation?
}

/// A question that the view asks before it reports what was pressed. Neither Enter nor Esc alone confirms it.
package struct Confirmation: JSONCodable, Equatable, Sendable {
    package var title: String
    package var message: String?  // bounds: block
    /// The button that does it; the key's own title by default.
    package var button: String?
}

/// A passing word about what has happened, such as "Saved". It is a state, so that it survives a replay: a view shows each id
/// once.
package struct ScreenNotice: JSONCodable, Equatable, Sendable {
    package var id: String  // bounds: id
    package var text: String
    package var tone: Tone?
}
