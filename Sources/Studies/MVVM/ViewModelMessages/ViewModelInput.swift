import JSON

/// Messages from a view to the view model, apart from each ``ViewModelCommand``.
package enum ViewModelInput {
    /// Sets the property `query` to the typed text. The view model may correct it.
    ///
    /// The event is the view's end of a binding and no command, so nothing answers it.
    package struct SetQuery: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.input.setQuery"
        package var query: String
    }

    /// The selection rests on another row.
    package struct Highlight: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.input.highlight"
        package var id: String
    }

    /// A row or a screenshot was chosen.
    package struct Choose: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.input.choose"
        package var id: String
    }
}

/// The view model's commands without further details. The event's `subject` is the scene.
///
/// Each command, and ``ViewModelInput/Choose``, is answered by ``ViewModelOutput/Activity`` or ``ViewModelOutput/Path`` or a
/// report, with the same correlation.
package enum ViewModelCommand: String, CaseIterable, Sendable {
    /// Searches for the property `query`.
    case search
    case loadMore
    case goBack
    /// Takes away the alert.
    case dismiss
    /// Takes away the alert, and tries again what has failed.
    case retry
    /// Opens the web page of the current app in the browser.
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

/// The empty data of a command.
package struct NoDetails: JSONCodable, Equatable, Sendable {
}
