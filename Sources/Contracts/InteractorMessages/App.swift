import JSON

/// An app of the App Store. Any of the optional members may be missing in real answers.
package struct App: JSONCodable, Equatable, Identifiable, Sendable {
    package var id: String
    package var name: String
    package var company: String?
    /// 0 to 5.
    package var rating: Double?
    package var ratingCount: Int?
    package var version: String?
    package var releaseNotes: String?
    /// The time when this version came out, RFC 3339.
    package var releaseDate: String?
    package var description: String?
    /// URLs.
    package var screenshots: [String] = []
    /// The URL of the icon.
    package var artwork: String?
    /// The price as the store words it: "Free", "$4.99".
    package var price: String?
    package var genre: String?
    /// The page in the store.
    package var url: String?
}

extension App: Entity {
    package static let source = "itunes.apps"
}
