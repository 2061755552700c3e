import JSON

/// Messages from a view to the view model, apart from each ``Command``.
package enum ViewModelInput {
    /// The person has typed something: sets the property `query`. The view model may correct it.
    ///
    /// It is the view's end of a binding and no command, so nothing answers it.
    package struct SetQuery: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.input.setQuery"
        package var query: String

        package init(query: String) {
            self.query = query
        }
    }

    /// The selection rests on another row.
    package struct Highlight: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.input.highlight"
        package var id: String

        package init(id: String) {
            self.id = id
        }
    }

    /// A row or a screenshot was chosen.
    package struct Choose: JSONCodable, Equatable, Sendable {
        package static let type = "viewmodel.input.choose"
        package var id: String

        package init(id: String) {
            self.id = id
        }
    }
}
