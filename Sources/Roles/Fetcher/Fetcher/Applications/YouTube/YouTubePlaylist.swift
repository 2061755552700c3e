import Encodings
import HTTPTransfer
package import InteractorMessages
import JSON

/// The entries of a YouTube playlist, and single videos with their length, from the YouTube Data API v3. The cursor is the
/// API's page token. The key is part of the URL, so no URL of a request may be shown.
package struct YouTubePlaylist: ShippedSource {
    package typealias Item = Video
    private static let baseVariable = "YOUTUBE_BASE_URL"
    private static let keyVariable = "YOUTUBE_API_KEY"
    package static let actions = [SourceAction.list, .lookup]
    package static let variables = [baseVariable, keyVariable]

    package let secrets: [String]
    private let endpoint: Endpoint
    private let key: String?
    private static let adviser = RetryAdviser("YouTube") { YouTubeFailure.error(in: $0) }
    private static let pageSize = PageLimit(range: 1...50, standard: 50)
    private static let parts = "snippet,contentDetails"

    /// - Parameter environment: may name another URL under which `/playlistItems` and `/videos` are, and must name a key.
    package init(_ environment: SourceEnvironment) throws(SourceEnvironment.Malformed) {
        let base = try environment.base(Self.baseVariable, standard: "https://www.googleapis.com/youtube/v3")
        endpoint = Endpoint(base, adviser: Self.adviser)
        key = environment[Self.keyVariable]
        secrets = key.map { [$0] } ?? []
    }

    package func list(_ list: InteractorInput.List) throws(FetchError) -> FetchStep {
        guard let playlist = list.id, !playlist.isEmpty else { throw .invalidRequest("the playlist's id is missing") }
        let limit = try Self.pageSize.check(list.limit)
        let request = try endpoint.request(
            "playlistItems",
            [
                "part": Self.parts, "playlistId": playlist, "maxResults": "\(limit)", "pageToken": list.cursor,
                "key": try requiredKey(),
            ])
        return ask(request, read: page)
    }

    package func lookup(_ lookup: InteractorInput.Lookup) throws(FetchError) -> FetchStep {
        guard !lookup.id.isEmpty else { throw .invalidRequest("the video's id is missing") }
        let request = try endpoint.request(
            "videos", ["part": Self.parts, "id": lookup.id, "key": try requiredKey()])
        return ask(request, read: video)
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

/// A page of a playlist, or of videos.
struct YouTubeAnswer: JSONReadable {
    let items: [Lenient<YouTubeItem>]
    /// An unreadable token is an error: the pages behind it would be lost.
    let nextPageToken: String?
    let pageInfo: Lenient<YouTubeAnswer.Page>?

    var total: Int? { pageInfo?.value?.totalResults?.count }

    struct Page: JSONReadable {
        let totalResults: Lenient<Int>?
    }
}

/// An entry of a playlist, or a video.
struct YouTubeItem: JSONReadable {
    let id: Lenient<String>?
    let snippet: YouTubeItem.Snippet
    let contentDetails: Lenient<YouTubeItem.Details>?

    private static let unavailable: Set<String> = ["Deleted video", "Private video"]
    /// Best for a terminal first: small and without black bars.
    private static let sizes = ["medium", "high", "standard", "maxres", "default"]

    /// Nil for a deleted or private video, which is recognized by its title or its lack of pictures.
    var video: Video? {
        let details = contentDetails?.value
        let thumbnails = snippet.thumbnails?.value ?? [:]
        guard !Self.unavailable.contains(snippet.title), !thumbnails.isEmpty,
            let id = details?.videoId?.value ?? snippet.resourceId?.value?.videoId ?? id?.value
        else { return nil }
        return Video(
            id: id, title: snippet.title, date: details?.videoPublishedAt?.value ?? snippet.publishedAt?.value,
            description: snippet.description?.value,
            duration: details?.duration?.value.flatMap(ISO8601Duration.seconds),
            thumbnail: Self.sizes.lazy.compactMap { thumbnails[$0]?.value?.url }.first,
            url: "https://www.youtube.com/watch?v=\(PercentEncoding.unreserved.encode(id))")
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

/// Durations such as `PT1H2M3S` (ISO 8601-1 §5.5.2), of weeks, days and what is smaller: months have no length.
enum ISO8601Duration {
    /// - Returns: nil for any other text.
    static func seconds(_ text: String) -> Int? {
        guard text.hasPrefix("P"), text.count > 1 else { return nil }
        var units: [Character: Int] = ["W": 604_800, "D": 86_400]
        var total = 0
        var digits = ""
        for character in text.dropFirst() {
            if character == "T", digits.isEmpty {
                units = ["H": 3600, "M": 60, "S": 1]
            } else if character.isASCII, character.isNumber {
                digits.append(character)
            } else {
                guard let unit = units[character], let count = Int(digits) else { return nil }
                let (product, isTooLarge) = count.multipliedReportingOverflow(by: unit)
                let (sum, isOver) = total.addingReportingOverflow(product)
                guard !isTooLarge, !isOver else { return nil }
                total = sum
                digits = ""
            }
        }
        return digits.isEmpty && !text.hasSuffix("T") ? total : nil
    }
}
