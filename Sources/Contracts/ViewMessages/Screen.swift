import JSON

/// A whole screen, ready to display: the view draws it without knowing the application.
package struct Screen: JSONCodable, Equatable, Sendable {
    package var title: String
    /// The search field above the parts.
    package var prompt: Prompt?
    /// The work under way ("Searching…"); nil when the screen has settled.
    package var activity: String?
    /// Parts from top to bottom.
    package var parts: [Part]  // init: []
    /// An alert in front of the parts until one of its buttons is pressed.
    package var alert: Alert?
    /// True if there are more rows after the last one; reaching it reports `didReachEnd`.
    package var hasMore: Bool?
    /// Actions on the screen and the selected row, beside those of the parts.
    package var keys: [ScreenKey]?  // bounds: own
    /// A notice of what has just happened.
    package var notice: ScreenNotice?
    /// The view's own words in the language of the application, by the English words: those of the status line and the help.
    package var words: [String: String]?  // bounds: own
    /// Parts beside the others, such as the details of the selected row; below them, or a key away, where there is too little room.
    package var preview: [Part]?  // bounds: own
    /// `didHighlight` reports where the selection rests.
    package var reportsHighlight: Bool?  // JSON: highlight
    /// Parts above the others, in sight while those are scrolled: such as gauges or tabs. Rows to be selected belong to the parts.
    package var head: [Part]?
    /// `didResize` reports how large the view and its preview are, at first and whenever that changes.
    package var reportsSize: Bool?  // JSON: resize
    /// Going back stops what is under way and stays here, also on the first scene.
    package var mayCancel: Bool?  // JSON: cancel
}

/// A search field.
package struct Prompt: JSONCodable, Equatable, Sendable {
    /// A text that is shown while the field is empty.
    package var placeholder: String
    /// The text of the last search.
    package var text: String  // init: "", bounds: whole
    /// True if each change of the text reports `didChange`.
    package var isLive: Bool?  // JSON: live
    /// The text picks among the rows below, which the presenter chooses: the field is there to be typed into at once, the
    /// selection moves during typing, and Enter opens the selected row.
    package var picksRows: Bool?  // JSON: picks
    /// A mark before the field, in place of the view's own sign.
    package var mark: String?
    /// Among rows that are picked, the first one follows the last.
    package var cycles: Bool?  // JSON: cycle
    /// The head stands above the field, in a view that has both on one screen.
    package var isBelowHead: Bool?  // JSON: below
}

/// A message that has to be answered.
package struct Alert: JSONCodable, Equatable, Sendable {
    package var title: String
    package var message: String  // bounds: block
    /// Enter presses the one with the role `default`, else the first that destroys nothing; Esc the one with the role `cancel`,
    /// else the last that destroys nothing.
    package var buttons: [Button]
    /// The alert reports a failure.
    package var isFailure: Bool?  // JSON: failure
}

/// An action on a screen: by its key, by its name in the view's palette, and with `press` in linear mode.
package struct ScreenKey: JSONCodable, Equatable, Sendable {
    /// The control that `didPress` reports.
    package var control: String  // bounds: id
    package var title: String
    /// A character, such as "x". Without it, or where the view needs the character itself, the palette has the key. With `does`, also
    /// a name such as "ctrl-r", "alt-enter" or "f1".
    package var character: String?  // JSON: key, bounds: own
    /// The action is done to the selected row, which `didPress` then names.
    package var isForRow: Bool?  // JSON: row
    /// The question before the action.
    package var confirm: Confirmation?
    /// Steps of the view at the key, where the prompt picks rows, while the user types and otherwise. `report` is the report of a
    /// key, with the selected and the marked rows, if there are any.
    package var does: [KeyStep]?  // bounds: own
}

/// A step of a key on a screen whose prompt picks rows.
package enum KeyStep: String, JSONCodable, Sendable {
    /// Reports what was typed, and then that the key was pressed.
    case report
    /// Waits for the rows that match what was typed.
    case settle
    /// Opens the selected row, once the rows match what was typed.
    case accept
    /// Goes back.
    case abort
    /// Clears the text; without one, goes back.
    case cancel
    case up, down, first, last
    case pageUp = "page-up"
    case pageDown = "page-down"
    case halfPageUp = "half-page-up"
    case halfPageDown = "half-page-down"
    /// Marks the selected row, or takes its mark away.
    case toggle
    case select, deselect
    case deselectAll = "deselect-all"
    case previewUp = "preview-up"
    case previewDown = "preview-down"
    case previewPageUp = "preview-page-up"
    case previewPageDown = "preview-page-down"
    case previewHalfPageUp = "preview-half-page-up"
    case previewHalfPageDown = "preview-half-page-down"
    case previewTop = "preview-top"
    case previewBottom = "preview-bottom"
    case clearQuery = "clear-query"
    case beginningOfLine = "beginning-of-line"
    case endOfLine = "end-of-line"
    case backwardChar = "backward-char"
    case forwardChar = "forward-char"
    case backwardWord = "backward-word"
    case forwardWord = "forward-word"
    case backwardDeleteChar = "backward-delete-char"
    case deleteChar = "delete-char"
    /// Deletes the next character; without any text, goes back.
    case deleteCharOrLeave = "delete-char/eof"
    case killLine = "kill-line"
    case killWord = "kill-word"
    case backwardKillWord = "backward-kill-word"
    case discardLine = "unix-line-discard"
    case ruboutWord = "unix-word-rubout"
    case yank
    case clearScreen = "clear-screen"
}

/// A question that the view asks before it reports what was pressed. Neither Enter nor Esc alone confirms it.
package struct Confirmation: JSONCodable, Equatable, Sendable {
    package var title: String
    package var message: String?  // bounds: block
    /// The button that confirms the action; the key's own title by default.
    package var button: String?
}

/// A passing word about what has happened, such as "Saved". It is a state, so that it survives a replay: a view shows each id
/// once.
package struct ScreenNotice: JSONCodable, Equatable, Sendable {
    package var id: String  // bounds: id
    package var text: String
    package var tone: Tone?
}
