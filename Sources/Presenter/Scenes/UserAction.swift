import ViewMessages
import Wire

/// What the person did, as the view reports it.
enum UserAction: Equatable, Sendable {
    case search(query: String)
    case select(row: String)
    case press(control: String)
    case reachEnd
    case goBack
    /// An action that this presenter does not know; a newer view may report it.
    case unknown

    static let prefix = "view.output."

    init(_ event: Event) throws(PayloadError) {
        switch event.type {
        case ViewOutput.DidSearch.type: self = .search(query: try event.decode(ViewOutput.DidSearch.self).query)
        case ViewOutput.DidSelect.type: self = .select(row: try event.decode(ViewOutput.DidSelect.self).row)
        case ViewOutput.DidPress.type: self = .press(control: try event.decode(ViewOutput.DidPress.self).control)
        case ViewOutput.DidReachEnd.type: self = .reachEnd
        case ViewOutput.DidGoBack.type: self = .goBack
        default: self = .unknown
        }
    }
}
