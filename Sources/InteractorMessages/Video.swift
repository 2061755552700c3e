import JSON

/// An entry of a YouTube playlist that can be watched.
package struct Video: JSONCodable, Equatable, Sendable {
    /// The video's id.
    package var id: String
    package var title: String
    /// When it was published, RFC 3339.
    package var date: String?
    package var description: String?
    /// Seconds.
    package var duration: Int?
    /// The URL of the picture.
    package var thumbnail: String?
    /// The page on which it plays.
    package var url: String

    package init(
        id: String, title: String, date: String? = nil, description: String? = nil, duration: Int? = nil,
        thumbnail: String? = nil, url: String
    ) {
        self.id = id
        self.title = title
        self.date = date
        self.description = description
        self.duration = duration
        self.thumbnail = thumbnail
        self.url = url
    }
}

extension Video: Entity {
    package static let source = "youtube.playlist"
}
