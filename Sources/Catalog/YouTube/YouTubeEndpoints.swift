/// The YouTube Data API v3, offline: `playlistItems` and `videos`, with one playlist under many ids.
struct YouTubeEndpoints: Endpoints {
    static let missingPlaylist = "PLmissing"

    func reply(to request: CatalogRequest) -> Reply? {
        let parameters = request.parameters
        switch request.path {
        case "playlistItems":
            let refusal = refusal(parameters, parts: ["id", "snippet", "contentDetails", "status"])
            return Reply(refusal ?? playlistItems(parameters), subjects: [parameters["playlistId"] ?? ""])
        case "videos":
            let found = videos(parameters["id"] ?? "")
            let refusal = refusal(parameters, parts: ["id", "snippet", "contentDetails"])
            return Reply(refusal ?? answer(found, parameters), subjects: found.map(\.title))
        default: return nil
        }
    }

    /// Errors common to both endpoints.
    /// - Parameter parts: the supported ones.
    private func refusal(_ parameters: QueryParameters, parts known: Set<String>) -> Answer? {
        let key = parameters["key"] ?? ""
        guard !key.isEmpty else { return YouTubeAnswers.keyMissing }
        guard !key.hasPrefix("bad") else { return YouTubeAnswers.keyInvalid }
        let parts = parts(parameters)
        guard !parts.isEmpty else { return YouTubeAnswers.partMissing }
        return parts.subtracting(known).min().map(YouTubeAnswers.unknownPart)
    }

    private func parts(_ parameters: QueryParameters) -> Set<String> {
        Set((parameters["part"] ?? "").split(separator: ",").map { String($0.filter { !$0.isWhitespace }) })
    }

    private func playlistItems(_ parameters: QueryParameters) -> Answer {
        let id = parameters["playlistId"] ?? ""
        guard !id.isEmpty else { return YouTubeAnswers.filterMissing("id, playlistId") }
        guard id.hasPrefix("PL"), id != Self.missingPlaylist else { return YouTubeAnswers.playlistNotFound }
        let asked = parameters["maxResults"] ?? "5"
        guard let size = Int(asked), 0...50 ~= size else { return YouTubeAnswers.outOfRange(asked) }
        guard let page = page(of: size, parameters["pageToken"]) else { return YouTubeAnswers.invalidPageToken }

        var members: JSONValue.Members = [
            ("kind", .string("youtube#playlistItemListResponse")),
            ("etag", .string(YouTubeTag.make("\(id) \(page)"))),
        ]
        let videos = SampleStore.videos
        if page.upperBound < videos.count, !page.isEmpty {
            members.append(("nextPageToken", .string(PageToken(offset: page.upperBound).text)))
        }
        if page.lowerBound > 0 {
            members.append(("prevPageToken", .string(PageToken(offset: page.lowerBound, isBackward: true).text)))
        }
        let parts = parts(parameters)
        members += [
            ("items", .list(page.map { videos[$0].playlistItem(parts, in: id, at: $0) })),
            ("pageInfo", pageInfo(total: videos.count, page: size)),
        ]
        return YouTubeAnswers.good(members)
    }

    /// A page's positions; nil for an unknown token.
    private func page(of size: Int, _ token: String?) -> Range<Int>? {
        let count = SampleStore.videos.count
        guard let token, !token.isEmpty else { return 0..<min(size, count) }
        guard let token = PageToken(token), token.offset < count else { return nil }
        return token.isBackward
            ? max(token.offset - size, 0)..<token.offset : token.offset..<min(token.offset + size, count)
    }

    /// The existing, visible videos in the requested order.
    private func videos(_ ids: String) -> [YouTubeVideo] {
        ids.split(separator: ",").compactMap { id in
            SampleStore.videos.first { $0.id == id && $0.state == .available }
        }
    }

    private func answer(_ videos: [YouTubeVideo], _ parameters: QueryParameters) -> Answer {
        guard parameters["id"]?.isEmpty == false else {
            return YouTubeAnswers.filterMissing("chart, id, myRating")
        }
        let parts = parts(parameters)
        return YouTubeAnswers.good([
            ("kind", .string("youtube#videoListResponse")),
            ("etag", .string(YouTubeTag.make(videos.map(\.id).joined(separator: ",")))),
            ("items", .list(videos.map { $0.video(parts) })),
            ("pageInfo", pageInfo(total: videos.count, page: videos.count)),
        ])
    }

    private func pageInfo(total: Int, page: Int) -> JSONValue {
        .object([("totalResults", .integer(total)), ("resultsPerPage", .integer(page))])
    }
}
