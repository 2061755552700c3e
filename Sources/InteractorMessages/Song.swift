import JSON

/// A song of the iTunes Store.
package struct Song: JSONCodable, Equatable, Sendable {
    package var id: String
    package var name: String
    package var artist: String?
    package var album: String?
    /// The URL of the cover.
    package var artwork: String?
    /// The URL of an excerpt to listen to.
    package var preview: String?
    package var milliseconds: Int?
    /// RFC 3339.
    package var releaseDate: String?
    package var genre: String?
    /// In units of `currency`.
    package var price: Double?
    /// ISO 4217.
    package var currency: String?
    /// The page in the store.
    package var url: String?

    package init(
        id: String, name: String, artist: String? = nil, album: String? = nil, artwork: String? = nil,
        preview: String? = nil, milliseconds: Int? = nil, releaseDate: String? = nil, genre: String? = nil,
        price: Double? = nil, currency: String? = nil, url: String? = nil
    ) {
        self.id = id
        self.name = name
        self.artist = artist
        self.album = album
        self.artwork = artwork
        self.preview = preview
        self.milliseconds = milliseconds
        self.releaseDate = releaseDate
        self.genre = genre
        self.price = price
        self.currency = currency
        self.url = url
    }
}

extension Song: Entity {
    package static let source = "itunes.songs"
}
