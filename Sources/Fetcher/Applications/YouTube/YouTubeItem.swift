import InteractorMessages
import JSON

/// An entry of a playlist, or a video.
struct YouTubeItem: JSONReadable {
    /// Nil for a deleted or private video, which is recognized by its title or its lack of pictures.
    let video: Video?

    private static let unavailable: Set<String> = ["Deleted video", "Private video"]
    /// Best for a terminal first: small and without black bars.
    private static let sizes = ["medium", "high", "standard", "maxres", "default"]

    init(from reader: inout JSONReader) throws(JSONError) {
        var snippet: Snippet?
        var details: Details?
        var ownID: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id": ownID = try reader.readLeniently()
            case "snippet": snippet = try reader.read()
            case "contentDetails": details = try reader.readLeniently()
            default: try reader.skipValue()
            }
        }
        guard let snippet else { throw .missing("snippet", at: object) }
        let thumbnails = snippet.thumbnails?.value ?? [:]
        guard !Self.unavailable.contains(snippet.title), !thumbnails.isEmpty,
            let id = details?.videoId?.value ?? snippet.resourceId?.value?.videoId ?? ownID
        else {
            video = nil
            return
        }
        video = Video(
            id: id, title: snippet.title, date: details?.videoPublishedAt?.value ?? snippet.publishedAt?.value,
            description: snippet.description?.value,
            duration: details?.duration?.value.flatMap(ISO8601Duration.seconds),
            thumbnail: Self.sizes.lazy.compactMap { thumbnails[$0]?.value?.url }.first,
            url: "https://www.youtube.com/watch?v=\(QueryString.encode(id))")
    }

    struct Snippet: JSONReadable {
        let title: String
        /// For an entry, when it was added to the playlist.
        let publishedAt: Lenient<String>?
        let description: Lenient<String>?
        let thumbnails: Lenient<[String: Lenient<YouTubeItem.Thumbnail>]>?
        let resourceId: Lenient<YouTubeItem.Resource>?
    }

    struct Thumbnail: JSONReadable {
        let url: String?
    }

    struct Resource: JSONReadable {
        let videoId: String?
    }

    struct Details: JSONReadable {
        let videoId: Lenient<String>?
        let videoPublishedAt: Lenient<String>?
        /// ISO 8601; only videos have it.
        let duration: Lenient<String>?
    }
}
