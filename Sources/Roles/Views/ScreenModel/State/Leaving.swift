import Languages
import JSON
package import ViewMessages

/// The view's question whether to leave a form with changes, until the user has answered it.
package struct Leaving: JSONCodable, Equatable, Sendable {
    package enum Wish: String, JSONCodable, Sendable {
        case back, quit, interrupt, select, press, pressRow, pressRows
    }

    /// The form with the changes.
    package var form: String
    /// The labels of its changed fields, for the user.
    package var fields: String
    package var wish: Wish
    /// The row of `select`, or of a key for a row.
    package var row: String?
    /// The control of a press.
    package var control: String?
}

extension Leaving {
    /// The controls of the question's buttons, and the commands of linear mode.
    package static let save = "save"
    package static let discard = "discard"
    package static let stay = "stay"

    /// Fields that the question names one by one; the others are counted.
    private static let mostNamed = 5

    /// - Returns: nil for an intent that does not leave the screen.
    init?(_ intent: Intent, form: Form, fields: [FormField]) {
        let rest = fields.count - Self.mostNamed
        let names = fields.prefix(Self.mostNamed).map(\.label) + (rest > 0 ? ["… +\(rest)"] : [])
        self.init(form: form.id, fields: names.joined(separator: ", "), wish: .back)
        switch intent {
        case .back: break
        case .leave(.quit): wish = .quit
        case .leave(.interrupt): wish = .interrupt
        case .select(let row): (wish, self.row) = (.select, row)
        case .press(let control, let target):
            self.control = control
            switch target {
            case .screen: wish = .press
            case .row(let row): (wish, self.row) = (.pressRow, row)
            case .rows(let row): (wish, self.row) = (.pressRows, row)
            }
        default: return nil
        }
    }

    /// True if the scene may still have its form afterwards.
    var mayReturn: Bool { ![.back, .quit, .interrupt].contains(wish) }

    /// The intent that the question holds up.
    var intent: Intent {
        switch wish {
        case .back: .back
        case .quit: .leave(.quit)
        case .interrupt: .leave(.interrupt)
        case .select: .select(row: row ?? "")
        case .press: .press(control: control ?? "")
        case .pressRow: .press(control: control ?? "", on: .row(row ?? ""))
        case .pressRows: .press(control: control ?? "", on: .rows(or: row))
        }
    }

    /// The question, in front of the screen; nil where the screen no longer has the form.
    package func alert(on screen: Screen) -> Alert? {
        guard let form = screen.forms.first(where: { $0.id == form }) else { return nil }
        let words = Words(screen)
        return Alert(
            title: words["Save the changes?"], message: fields,
            buttons: [
                Button(control: Self.save, title: form.submit ?? words["Save"], role: .default),
                Button(control: Self.discard, title: words["Discard"], role: .destructive),
                Button(control: Self.stay, title: words["Stay"], role: .cancel),
            ])
    }
}

extension SceneContent {
    /// The question that the user has to answer first; nil where the intent loses no changes.
    func leaving(for intent: Intent) -> Leaving? {
        if case .leave = intent {} else if screen.alert != nil { return nil }
        guard let leaving = changedForm.flatMap({ Leaving(intent, form: $0.form, fields: $0.fields) }) else {
            return nil
        }
        return leaving.mayReturn && shared.forms.isWaived ? nil : leaving
    }

    /// The first form with changes that leaving the screen would lose.
    package var changedForm: (form: Form, fields: [FormField])? {
        shared.forms.changedForm(
            on: shared.received, text: enteredText, isTouched: { touchedSecrets.contains($0) })
    }

    /// The texts of a form's fields, by name.
    package func texts(of form: Form) -> [String: String] {
        let texts = form.fields.map { field in
            let name = FieldName.of(field, in: form)
            return (name, enteredText(in: name) ?? FieldEntry(field: field).declared)
        }
        return Dictionary(texts) { first, _ in first }
    }

    /// No names, where the view keeps secrets like other texts.
    package var touchedSecrets: Set<String> { [] }
}
