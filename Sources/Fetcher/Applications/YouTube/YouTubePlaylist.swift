import HTTPTransfer
package import InteractorMessages

/// The entries of a YouTube playlist, and single videos with their length, through the YouTube Data API v3. The cursor
/// is the API's page token. The key stands in the URL, so no URL of a request may be told to anybody.
package struct YouTubePlaylist: Source {
    private static let baseVariable = "YOUTUBE_BASE_URL"
    private static let keyVariable = "YOUTUBE_API_KEY"
    package static let actions = [SourceAction.list, .lookup]
    package static let variables = [baseVariable, keyVariable]

    package let secrets: [String]
    private let endpoint: Endpoint
    private let key: String?
    private static let adviser = RetryAdviser("YouTube") { YouTubeFailure.error(in: $0) }
    private static let pageSize = PageSize(range: 1...50, standard: 50)
    private static let parts = "snippet,contentDetails"

    /// - Parameter environment: may name another URL under which `/playlistItems` and `/videos` are, and must name a key.
    package init(_ environment: SourceEnvironment) throws(SourceEnvironment.Malformed) {
        let base = try environment.base(Self.baseVariable, standard: "https://www.googleapis.com/youtube/v3")
        endpoint = Endpoint(base, adviser: Self.adviser)
        key = environment[Self.keyVariable]
        secrets = key.map { [$0] } ?? []
    }

    package func list(_ list: InteractorInput.List) throws(FetchError) -> SourceAnswer<Video> {
        guard let playlist = list.id, !playlist.isEmpty else { throw .invalidRequest("the playlist's id is missing") }
        let limit = try Self.pageSize.check(list.limit)
        let request = try endpoint.request(
            "playlistItems",
            [
                "part": Self.parts, "playlistId": playlist, "maxResults": "\(limit)", "pageToken": list.cursor,
                "key": try requiredKey(),
            ])
        return .asks(request, read: page)
    }

    package func lookup(_ lookup: InteractorInput.Lookup) throws(FetchError) -> SourceAnswer<Video> {
        guard !lookup.id.isEmpty else { throw .invalidRequest("the video's id is missing") }
        let request = try endpoint.request(
            "videos", ["part": Self.parts, "id": lookup.id, "key": try requiredKey()])
        return .asks(request, read: video)
    }

    private func requiredKey() throws(FetchError) -> String {
        guard let key else {
            throw .unauthorized("there is no key; set \(Self.keyVariable) to one for the YouTube Data API v3")
        }
        return key
    }

    private func page(in response: HTTPResponse) throws(FetchError) -> InteractorOutput.Found<Video> {
        let (answer, listing) = try Self.answer(in: response)
        let unavailable = answer.items.count - listing.items.count - (listing.unreadable ?? 0)
        return InteractorOutput.Found(
            source: Self.name, items: listing.items, cursor: answer.nextPageToken, total: answer.total,
            unavailable: unavailable == 0 ? nil : unavailable, unreadable: listing.unreadable)
    }

    private func video(in response: HTTPResponse) throws(FetchError) -> InteractorOutput.Found<Video> {
        let listing = try Self.answer(in: response).listing
        return InteractorOutput.Found(source: Self.name, items: listing.items, unreadable: listing.unreadable)
    }

    private static func answer(
        in response: HTTPResponse
    ) throws(FetchError) -> (answer: YouTubeAnswer, listing: Listing<Video>) {
        if let error = YouTubeFailure.error(in: response) { throw error }
        let answer: YouTubeAnswer = try response.json(of: api)
        return (answer, try Listing(answer.items.map(\.value), from: response.url.host, of: api, \.video))
    }

    private static let api = "YouTube Data API"
}

/// A page of a playlist, or of videos: they differ in where an element has the video's id.
private struct YouTubeAnswer: Decodable {
    let items: [Lenient<Item>]
    let nextPageToken: String?
    let total: Int?

    private enum Key: String, CodingKey { case items, nextPageToken, pageInfo }
    private enum PageKey: String, CodingKey { case totalResults }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        items = try members.decode([Lenient<Item>].self, forKey: .items)
        // What leads on is not passed over: the pages behind it would be lost.
        nextPageToken = try members.decodeIfPresent(String.self, forKey: .nextPageToken)
        let page = try? members.nestedContainer(keyedBy: PageKey.self, forKey: .pageInfo)
        total = page?.lenient(.totalResults, as: Int.self).flatMap { $0 < 0 ? nil : $0 }
    }

    struct Item: Decodable {
        /// Nil where it cannot be watched (any more), which only its looks tell.
        let video: Video?

        private static let unavailable: Set<String> = ["Deleted video", "Private video"]
        /// Good for a terminal first: without bars, and small.
        private static let sizes = ["medium", "high", "standard", "maxres", "default"]

        private enum Key: String, CodingKey { case id, snippet, contentDetails }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            let snippet = try members.decode(Snippet.self, forKey: .snippet)
            let details = members.lenient(.contentDetails, as: Details.self)
            let thumbnails = snippet.thumbnails ?? [:]
            guard !Self.unavailable.contains(snippet.title), !thumbnails.isEmpty,
                let id = details?.videoId ?? snippet.resourceId?.videoId ?? members.lenient(.id)
            else {
                video = nil
                return
            }
            video = Video(
                id: id, title: snippet.title, date: details?.videoPublishedAt ?? snippet.publishedAt,
                description: snippet.description, duration: details?.duration.flatMap(ISO8601Duration.seconds),
                thumbnail: Self.sizes.lazy.compactMap { thumbnails[$0]?.value?.url }.first,
                url: "https://www.youtube.com/watch?v=\(QueryString.encode(id))")
        }
    }

    struct Snippet: Decodable {
        let title: String
        /// Of an entry: when it came into the playlist.
        let publishedAt: String?
        let description: String?
        let thumbnails: [String: Lenient<Thumbnail>]?
        let resourceId: Resource?

        private enum Key: String, CodingKey { case title, publishedAt, description, thumbnails, resourceId }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            title = try members.decode(String.self, forKey: .title)
            publishedAt = members.lenient(.publishedAt)
            description = members.lenient(.description)
            thumbnails = members.lenient(.thumbnails)
            resourceId = members.lenient(.resourceId)
        }
    }

    struct Thumbnail: Decodable {
        let url: String?
    }

    struct Resource: Decodable {
        let videoId: String?
    }

    struct Details: Decodable {
        let videoId: String?
        let videoPublishedAt: String?
        /// ISO 8601; only videos have it.
        let duration: String?

        private enum Key: String, CodingKey { case videoId, videoPublishedAt, duration }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            videoId = members.lenient(.videoId)
            videoPublishedAt = members.lenient(.videoPublishedAt)
            duration = members.lenient(.duration)
        }
    }
}
