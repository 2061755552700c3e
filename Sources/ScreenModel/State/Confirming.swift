import JSON
package import ViewMessages

/// A key was pressed that asks before it is done, and the person has not answered yet.
package struct Confirming: JSONCodable, Equatable, Sendable {
    /// What `didPress` will report.
    package var control: String
    package var row: String?
    package var rows: [String]?
    /// What the person reads for the row, or for the marked rows.
    package var rowText: String?
}

extension Confirming {
    /// The controls of the question's buttons.
    package static let yes = "yes"
    package static let no = "no"

    /// The question, in front of the screen; nil where the screen does not ask it any more.
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
