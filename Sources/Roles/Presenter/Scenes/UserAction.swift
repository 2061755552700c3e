package import ViewMessages
package import Wire

package enum UserAction: Equatable, Sendable {
    case search(query: String)
    /// The text of the search field has changed, where it is bound to a property.
    case edit(query: String)
    case select(row: String)
    /// The selection rests on another row.
    case highlight(row: String)
    case press(control: String)
    /// A key for rows was pressed.
    case pressRow(control: String, row: String)
    case sort(column: String, isDescending: Bool)
    /// A link in a text was chosen.
    case follow(url: String)
    case submit(form: String, values: [String: FieldValue])
    /// A live field of a form was changed; nil for a field that holds nothing.
    case change(form: String, field: String, value: FieldValue?)
    case reachEnd
    case goBack
    /// An action that this role does not know; a newer view may report it.
    case unknown

    static let prefix = "view.output."

    /// Reads a view's report; nil for an event that is not a user action.
    package init?(reported event: Event) throws(PayloadError) {
        guard event.type.hasPrefix(Self.prefix) else { return nil }
        switch event.type {
        case ViewOutput.DidSearch.type: self = .search(query: try event.decode(ViewOutput.DidSearch.self).query)
        case ViewOutput.DidSelect.type: self = .select(row: try event.decode(ViewOutput.DidSelect.self).row)
        case ViewOutput.DidHighlight.type:
            self = .highlight(row: try event.decode(ViewOutput.DidHighlight.self).row)
        case ViewOutput.DidPress.type:
            let press = try event.decode(ViewOutput.DidPress.self)
            self = press.row.map { .pressRow(control: press.control, row: $0) } ?? .press(control: press.control)
        case ViewOutput.DidSubmit.type:
            let submission = try event.decode(ViewOutput.DidSubmit.self)
            self = .submit(form: submission.form, values: submission.values)
        case ViewOutput.DidChange.type:
            let change = try event.decode(ViewOutput.DidChange.self)
            guard let form = change.form, let field = change.field else {
                self = .unknown
                return
            }
            self = .change(form: form, field: field, value: change.value)
        case ViewOutput.DidSort.type:
            let sort = try event.decode(ViewOutput.DidSort.self)
            self = .sort(column: sort.column, isDescending: sort.isDescending)
        case ViewOutput.DidFollow.type: self = .follow(url: try event.decode(ViewOutput.DidFollow.self).url)
        case ViewOutput.DidReachEnd.type: self = .reachEnd
        case ViewOutput.DidGoBack.type: self = .goBack
        default: self = .unknown
        }
    }
}

/// Names of controls that more than one scene has, or that the view knows.
package enum ControlName {
    package static let retry = "retry"
    package static let dismiss = "dismiss"
    package static let open = "open"
    /// The button of the greeting.
    package static let greet = "show"
    /// The keys of a pager.
    package static let next = "next"
    package static let previous = "previous"
    /// The key that opens the settings.
    package static let settings = "settings"
}
