import JSON

/// The README of a repository, as far as it can be read as a text.
package struct Readme: JSONCodable, Equatable, Sendable {
    /// `owner/name` of the repository.
    package var id: String
    /// The file's name, such as `README.md`.
    package var name: String
    /// Nil where it cannot be read; then ``obstacle`` says why.
    package var text: String?
    package var obstacle: Obstacle?
    /// Bytes of the file.
    package var size: Int?
    /// The file's page on the web.
    package var url: String?

    /// Why a README is not shown.
    package enum Obstacle: String, JSONCodable, Sendable {
        case tooLarge
        /// It is a text, but not in UTF-8.
        case encoding
        case binary
    }

    package init(
        id: String, name: String, text: String? = nil, obstacle: Obstacle? = nil, size: Int? = nil, url: String? = nil
    ) {
        self.id = id
        self.name = name
        self.text = text
        self.obstacle = obstacle
        self.size = size
        self.url = url
    }
}

extension Readme: Entity {
    package static let source = "github.readme"
}
