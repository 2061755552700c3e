/// What a key does at the moment.
package enum Action: Equatable, Sendable {
    case moveUp, moveDown, pageUp, pageDown, moveToFirst, moveToLast
    /// Between buttons that stand side by side.
    case moveLeft, moveRight
    /// Shows the whole of a long text, or only its beginning.
    case toggleFold
    /// To another page of a pager.
    case turnPage(control: String)
    /// Enter on the selection.
    case activate
    case goBack
    case press(control: String)
    case nextButton, previousButton, pressChosenButton
    case editPrompt, leavePrompt, submitPrompt
    case edit(PromptField.Edit)
    case showHelp, hideHelp
    case scrollHelp(by: Int)
    case closeFailure, copyAddress
    case quit
    case interrupt, suspend, repaint
}

/// Keys, what they do, and how to say so: the same table decides what happens and writes the status line and the help.
package struct KeyBinding: Equatable, Sendable {
    package let keys: [Key]
    package let action: Action
    /// The keys as a person reads them: `⏎`.
    package let name: String
    package let label: String
    /// How the status line says it, the key first, where that has room for it: `⏎ open`.
    package let hint: String?

    package init(_ keys: [Key], _ action: Action, _ name: String, _ label: String, hint: String? = nil) {
        self.keys = keys
        self.action = action
        self.name = name
        self.label = label
        self.hint = hint
    }
}
