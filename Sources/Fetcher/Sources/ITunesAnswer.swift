import InteractorMessages

/// The body of a search or lookup answer.
struct ITunesAnswer: Decodable {
    let results: [Lenient<ITunesSoftware>]
}

/// An element that is nil, and no error, where it cannot be read: one odd result must not cost the others.
struct Lenient<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) {
        value = try? Value(from: decoder)
    }
}

/// One result that is an app. Of what real answers lack or shape in odd ways, only the id and the name are missed.
struct ITunesSoftware: Decodable {
    let app: App

    private enum Key: String, CodingKey {
        case kind, trackId, trackName, sellerName, averageUserRating, userRatingCount, version, releaseNotes
        case currentVersionReleaseDate, description, screenshotUrls, ipadScreenshotUrls
        case artworkUrl100, artworkUrl512, artworkUrl60, formattedPrice, primaryGenreName, trackViewUrl
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        func read<Value: Decodable>(_ key: Key, as _: Value.Type = Value.self) -> Value? {
            try? members.decodeIfPresent(Value.self, forKey: key)
        }
        if let kind = read(.kind, as: String.self), !kind.hasSuffix("software") {
            throw DecodingError.dataCorruptedError(forKey: .kind, in: members, debugDescription: "is no app")
        }
        let screenshots = read(.screenshotUrls, as: [String].self) ?? []
        app = App(
            id: String(try members.decode(Int.self, forKey: .trackId)),
            name: try members.decode(String.self, forKey: .trackName),
            company: read(.sellerName),
            rating: read(.averageUserRating),
            ratingCount: read(.userRatingCount),
            version: read(.version),
            releaseNotes: read(.releaseNotes),
            releaseDate: read(.currentVersionReleaseDate),
            description: read(.description),
            screenshots: screenshots.isEmpty ? read(.ipadScreenshotUrls) ?? [] : screenshots,
            artwork: read(.artworkUrl100) ?? read(.artworkUrl512) ?? read(.artworkUrl60),
            price: read(.formattedPrice),
            genre: read(.primaryGenreName),
            url: read(.trackViewUrl))
    }
}
