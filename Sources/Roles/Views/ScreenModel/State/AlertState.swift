import Languages
import JSON
package import ViewMessages

/// The box in front of a screen: its alert or the view's own question, and the button that Enter presses there.
package struct AlertState: Sendable {
    private var screen: Screen
    /// The view's own question, until the user answers it.
    package private(set) var question: Confirming?
    /// The view's question about a form with changes, until the user answers it.
    package private(set) var leaving: Leaving?
    /// Nil while only a destructive button could be pressed.
    package private(set) var chosenButton: Int?

    package init(_ screen: Screen) {
        self.screen = screen
        chosenButton = Self.defaultButton(of: screen.alert)
    }

    package var alert: Alert? { leaving?.alert(on: screen) ?? question?.alert(on: screen) ?? screen.alert }
    package var isAsking: Bool { question != nil || leaving != nil }

    package mutating func show(_ new: Screen) {
        // A question that the screen no longer declares, or that an alert would cover, is dropped.
        if new.alert != nil || question?.alert(on: new) == nil { question = nil }
        if new.alert != nil || leaving?.alert(on: new) == nil { leaving = nil }
        if new.alert != screen.alert { chosenButton = Self.defaultButton(of: new.alert) }
        screen = new
    }

    package mutating func restore(question: Confirming?, leaving: Leaving?, chosenButton: Int?) {
        ask(question)
        if leaving?.alert(on: screen) != nil { ask(about: leaving) }
        if let chosenButton, alert?.buttons.indices.contains(chosenButton) == true { self.chosenButton = chosenButton }
    }

    /// - Parameter rowText: the texts of its rows, for the user.
    /// - Returns: the action to report; nil where the user has to confirm it first, or has declined.
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

    /// - Parameter leaving: nil once the user has answered.
    package mutating func ask(about leaving: Leaving?) {
        self.leaving = leaving
        chosenButton = Self.defaultButton(of: alert)
    }

    private mutating func ask(_ question: Confirming?) {
        self.question = question
        chosenButton = Self.defaultButton(of: alert)
    }

    private static func defaultButton(of alert: Alert?) -> Int? { alert?.defaultButton }
}

/// A key that asks before it is done, pressed and not confirmed yet.
package struct Confirming: JSONCodable, Equatable, Sendable {
    /// The control that `didPress` will report.
    package var control: String
    package var row: String?
    package var rows: [String]?
    /// The text of the row or of the marked rows, for the user.
    package var rowText: String?
}

extension Confirming {
    /// The controls of the question's buttons.
    package static let yes = "yes"
    package static let no = "no"

    /// The question, in front of the screen; nil where the screen no longer asks it.
    package func alert(on screen: Screen) -> Alert? {
        guard let key = screen.keys?.first(where: { $0.control == control && ($0.isForRow == true) == (row != nil) }),
            let confirm = key.confirm
        else { return nil }
        return Alert(
            title: confirm.title,
            message: [rowText, confirm.message].compactMap(\.self).joined(separator: "\n"),
            buttons: [
                Button(control: Self.yes, title: confirm.button ?? key.title, role: .destructive),
                Button(control: Self.no, title: Words(screen)["Cancel"], role: .cancel),
            ])
    }
}

/// The texts of a screen's rows, for the user.
package struct RowTitles {
    private let texts: [String: String]

    /// Rows that are named one by one; the others are counted.
    private static let most = 5

    package init(_ rows: [(id: String, text: String)]) {
        texts = Dictionary(rows.map { ($0.id, $0.text) }) { first, _ in first }
    }

    /// - Parameter rows: their ids.
    /// - Returns: a line each, and how many more there are; nil where none of them is here.
    package func text(of rows: [String]) -> String? {
        let named = rows.lazy.compactMap { texts[$0] }.prefix(Self.most)
        let rest = rows.count - named.count
        guard !named.isEmpty || rest > 1 else { return nil }
        return (Array(named) + (rest > 0 ? ["… +\(rest)"] : [])).joined(separator: "\n")
    }
}

extension Alert {
    /// The button that Enter presses until the user chooses: the one with the role `default`, else the first that destroys nothing. Nil
    /// where all destroy something.
    package var defaultButton: Int? {
        buttons.firstIndex { $0.role == .default } ?? buttons.firstIndex { $0.role == nil }
            ?? buttons.firstIndex { $0.role != .destructive }
    }

    /// The button that Esc presses: the one with the role `cancel`, else the last that destroys nothing.
    package var cancelButton: Button? {
        buttons.last { $0.role == .cancel } ?? buttons.last { $0.role != .destructive }
    }
}
