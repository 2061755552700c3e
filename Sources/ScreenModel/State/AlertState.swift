package import ViewMessages

/// What stands in front of a screen, its alert or the view's own question, and the button that Enter presses there.
package struct AlertState: Sendable {
    private var screen: Screen
    /// The view's own question, until the person answers it.
    package private(set) var question: Confirming?
    /// Nil while only a destructive button could be pressed.
    package private(set) var chosenButton: Int?

    package init(_ screen: Screen) {
        self.screen = screen
        chosenButton = Self.defaultButton(of: screen.alert)
    }

    package var alert: Alert? { question?.alert(on: screen) ?? screen.alert }

    package mutating func show(_ new: Screen) {
        // A question that the screen does not ask any more, or that stands behind an alert, is not asked.
        if new.alert != nil || question?.alert(on: new) == nil { question = nil }
        if new.alert != screen.alert { chosenButton = Self.defaultButton(of: new.alert) }
        screen = new
    }

    package mutating func restore(question: Confirming?, chosenButton: Int?) {
        ask(question)
        if let chosenButton, alert?.buttons.indices.contains(chosenButton) == true { self.chosenButton = chosenButton }
    }

    /// - Parameters:
    ///   - press: what the person does.
    ///   - rowText: what the person reads for the rows that it is done to.
    /// - Returns: what to report; nil where the person is asked first, or has been asked and said no.
    package mutating func confirm(_ press: ViewOutput.DidPress, rowText: () -> String?) -> ViewOutput.DidPress? {
        if let asked = question {
            ask(nil)
            return press.control == Confirming.yes
                ? .init(control: asked.control, row: asked.row, rows: asked.rows) : nil
        }
        var question = Confirming(control: press.control, row: press.row, rows: press.rows)
        guard screen.alert == nil, question.alert(on: screen) != nil else { return press }
        question.rowText = rowText()
        ask(question)
        return nil
    }

    package mutating func chooseButton(by step: Int) {
        guard let count = alert?.buttons.count, count > 0 else { return }
        guard let chosen = chosenButton else { return chosenButton = step > 0 ? 0 : count - 1 }
        chosenButton = (chosen + step + count) % count
    }

    private mutating func ask(_ question: Confirming?) {
        self.question = question
        chosenButton = Self.defaultButton(of: alert)
    }

    private static func defaultButton(of alert: Alert?) -> Int? { alert?.defaultButton }
}
