package import ViewMessages

/// What a key does at the moment.
package enum Action: Equatable, Sendable {
    case move(Movement)
    /// Shows the preview in the place of the parts, or the parts again.
    case openPreview
    /// Scrolls the preview by half its height.
    case scrollPreview(by: Int)
    /// Scrolls tables sideways.
    case scrollColumns(by: Int)
    /// Asks for a table's rows in that order.
    case sort(Sort)
    /// Opens a row of a tree, or closes it.
    case toggle(row: String, isExpanded: Bool)
    /// Unfolds a long text, or folds it again.
    case toggleFold
    /// Turns to another page of a pager.
    case turnPage(control: String)
    /// Enter on the selection.
    case activate
    case goBack
    case press(control: String)
    case nextButton, previousButton, pressChosenButton
    /// Begins to type into a field.
    case editField(String)
    case leaveField, submitField
    case edit(TextField.Edit)
    case showHelp, hideHelp
    case scrollHelp(by: Int)
    case closeFailure, copyAddress
    case quit
    case interrupt, suspend, repaint
}

/// A movement of the selection.
package enum Movement: Equatable, Sendable {
    case up, down, pageUp, pageDown, first, last
    /// Between choices that stand side by side.
    case left, right
    /// To the row of a tree that the selected one is below.
    case parent

    /// Whether it may reach the end of the content.
    var isForward: Bool { [.down, .pageDown, .last].contains(self) }
}
