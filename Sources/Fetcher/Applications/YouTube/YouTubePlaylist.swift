import HTTPTransfer
package import InteractorMessages

/// The entries of a YouTube playlist, and single videos with their length, from the YouTube Data API v3. The cursor is the
/// API's page token. The key is part of the URL, so no URL of a request may be shown.
package struct YouTubePlaylist: ShippedSource {
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
