package import InteractorMessages
import JSON

/// An app among others, in display strings.
package struct AppRow: JSONCodable, Equatable, Sendable {
    package var id: String
    package var name: String
    package var company: String?
    package var rating: String?

    package init(_ app: App) {
        id = app.id
        name = app.name
        company = app.company
        rating = StarRating(app.rating)?.description
    }
}
