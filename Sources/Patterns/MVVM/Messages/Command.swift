import JSON

/// What the view model can be told to do, without further details. The event's `subject` is the scene.
///
/// Each command, and ``ViewModelInput/Choose``, is answered by ``ViewModelOutput/Activity`` or ``ViewModelOutput/Path`` or a
/// report, with the same correlation.
package enum Command: String, CaseIterable, Sendable {
    /// Searches for the property `query`.
    case search
    case loadMore
    case goBack
    /// Takes away the alert.
    case dismiss
    /// Takes away the alert, and tries again what has failed.
    case retry
    /// Opens the page of the app that is shown, in the browser.
    case open
    case next, previous
    case greet

    private static let prefix = "viewmodel.input."

    package var type: String { Self.prefix + rawValue }

    /// - Parameter type: an event's.
    package init?(type: String) {
        guard type.hasPrefix(Self.prefix) else { return nil }
        self.init(rawValue: String(type.dropFirst(Self.prefix.count)))
    }
}

/// What a command says beside its type.
package struct NoDetails: JSONCodable, Equatable, Sendable {
    package init() {}
}
