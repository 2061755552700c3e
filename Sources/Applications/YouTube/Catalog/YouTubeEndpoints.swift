/// The YouTube Data API v3, offline: `playlistItems` and `videos`, with one playlist under many ids.
struct YouTubeEndpoints: Endpoints {
    static let vendor = "youtube"

    static let missingPlaylist = "PLmissing"

    func reply(to request: CatalogRequest) -> EndpointReply? {
        let parameters = request.parameters
        switch request.path {
        case "playlistItems":
            let refusal = refusal(parameters, parts: ["id", "snippet", "contentDetails", "status"])
            return EndpointReply(refusal ?? playlistItems(parameters), subjects: [parameters["playlistId"] ?? ""])
        case "videos":
            let found = videos(parameters["id"] ?? "")
            let refusal = refusal(parameters, parts: ["id", "snippet", "contentDetails"])
            return EndpointReply(refusal ?? response(found, parameters), subjects: found.map(\.title))
        default: return nil
        }
    }

    /// Errors common to both endpoints.
    /// - Parameter parts: the supported ones.
    private func refusal(_ parameters: QueryParameters, parts known: Set<String>) -> CatalogResponse? {
        let key = parameters["key"] ?? ""
        guard !key.isEmpty else { return YouTubeResponses.keyMissing }
        guard !key.hasPrefix("bad") else { return YouTubeResponses.keyInvalid }
        let parts = parts(parameters)
        guard !parts.isEmpty else { return YouTubeResponses.partMissing }
        return parts.subtracting(known).min().map(YouTubeResponses.unknownPart)
    }

    private func parts(_ parameters: QueryParameters) -> Set<String> {
        Set((parameters["part"] ?? "").split(separator: ",").map { String($0.filter { !$0.isWhitespace }) })
    }

    private func playlistItems(_ parameters: QueryParameters) -> CatalogResponse {
        let id = parameters["playlistId"] ?? ""
        guard !id.isEmpty else { return YouTubeResponses.filterMissing("id, playlistId") }
        guard id.hasPrefix("PL"), id != Self.missingPlaylist else { return YouTubeResponses.playlistNotFound }
        let asked = parameters["maxResults"] ?? "5"
        guard let size = Int(asked), 0...50 ~= size else { return YouTubeResponses.outOfRange(asked) }
        guard let page = page(of: size, parameters["pageToken"]) else { return YouTubeResponses.invalidPageToken }

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
        return YouTubeResponses.good(members)
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

    private func response(_ videos: [YouTubeVideo], _ parameters: QueryParameters) -> CatalogResponse {
        guard parameters["id"]?.isEmpty == false else {
            return YouTubeResponses.filterMissing("chart, id, myRating")
        }
        let parts = parts(parameters)
        return YouTubeResponses.good([
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

/// The responses of YouTube, good and bad, as they are worded there.
enum YouTubeResponses {
    static let headers = [
        "content-type": "application/json; charset=UTF-8", "vary": "Origin, X-Origin, Referer",
        "cache-control": "private",
        "server": "scaffolding on HTTPServer2",
    ]

    static func good(_ members: JSONValue.Members) -> CatalogResponse {
        CatalogResponse(
            status: 200, headers: headers, body: VendorJSONWriter.bytes(.object(members), .lines) + [UInt8(ascii: "\n")]
        )
    }

    static let keyMissing = YouTubeRefusal(
        403, "The request is missing a valid API key.", domain: "global", reason: "forbidden",
        status: "PERMISSION_DENIED"
    ).response

    static let keyInvalid = YouTubeRefusal(
        400, "Bad Request", domain: "usageLimits", reason: "keyInvalid"
    ).response

    /// The message contains HTML, as in the real response.
    static let quotaExceeded = YouTubeRefusal(
        403,
        "The request cannot be completed because you have exceeded your "
            + "<a href=\"/youtube/v3/getting-started#quota\">quota</a>.",
        domain: "youtube.quota", reason: "quotaExceeded"
    ).response

    static let playlistNotFound = YouTubeRefusal(
        404, "The playlist identified with the request's <code>playlistId</code> parameter cannot be found.",
        domain: "youtube.playlistItem", reason: "playlistNotFound", location: "playlistId"
    ).response

    static let invalidPageToken = YouTubeRefusal(
        400, "The request specifies an invalid page token.", domain: "youtube.parameter", reason: "invalidPageToken",
        location: "pageToken"
    ).response

    static func outOfRange(_ value: String) -> CatalogResponse {
        YouTubeRefusal(
            400, "Invalid value '\(value)'. Values must be within the range: [0, 50]", domain: "global",
            reason: "invalidParameter", location: "maxResults"
        ).response
    }

    static func unknownPart(_ part: String) -> CatalogResponse {
        YouTubeRefusal(400, "'\(part)'", domain: "youtube.part", reason: "unknownPart", location: "part").response
    }

    static let partMissing = YouTubeRefusal(
        400, "Required parameter: part", domain: "global", reason: "required", location: "part"
    ).response

    /// - Parameter choices: the parameters, one of which is required.
    static func filterMissing(_ choices: String) -> CatalogResponse {
        YouTubeRefusal(
            400, "No filter selected. Expected one of: \(choices)", domain: "youtube.parameter",
            reason: "missingRequiredParameter", location: "parameters."
        ).response
    }
}

/// The envelope of every error.
struct YouTubeRefusal {
    let code: Int
    let message: String
    let domain: String
    let reason: String
    /// The offending parameter.
    let location: String?
    /// The name of the gRPC code, which newer errors have.
    let status: String?

    init(
        _ code: Int, _ message: String, domain: String, reason: String, location: String? = nil, status: String? = nil
    ) {
        (self.code, self.message, self.domain, self.reason) = (code, message, domain, reason)
        (self.location, self.status) = (location, status)
    }

    var response: CatalogResponse {
        var detail: JSONValue.Members = [
            ("message", .string(message)), ("domain", .string(domain)), ("reason", .string(reason)),
        ]
        if let location {
            detail += [("location", .string(location)), ("locationType", .string("parameter"))]
        }
        var error: JSONValue.Members = [
            ("code", .integer(code)), ("message", .string(message)), ("errors", .list([.object(detail)])),
        ]
        if let status { error.append(("status", .string(status))) }
        var response = YouTubeResponses.good([("error", .object(error))])
        response.status = code
        return response
    }
}

/// A page token as YouTube forms it: a Protocol Buffers message in base64url. Field 1 is an offset; field 2 is 0 for the
/// page that begins there (`CAoQAA`), and 1 for the page that ends there (`CAUQAQ`).
struct PageToken: Equatable {
    /// 1 to 127, so that it takes a single byte.
    let offset: Int
    let isBackward: Bool

    init(offset: Int, isBackward: Bool = false) {
        self.offset = offset
        self.isBackward = isBackward
    }

    /// Nil for an invalid token.
    init?(_ text: String) {
        guard text.utf8.count == 6, let bytes = Self.decode(text), bytes[0] == 0x08, 1...127 ~= bytes[1],
            bytes[2] == 0x10, bytes[3] <= 1
        else { return nil }
        self.init(offset: Int(bytes[1]), isBackward: bytes[3] == 1)
    }

    /// Four bytes are 32 bits; the sixth character stands for the last two of them.
    var text: String {
        let bits = [0x08, UInt64(clamping: offset), 0x10, isBackward ? 1 : 0].reduce(0) { $0 << 8 | $1 } << 4
        return String(
            decoding: stride(from: 30, through: 0, by: -6).map { Self.alphabet[Int(bits >> $0 & 0x3F)] }, as: UTF8.self)
    }

    /// The four bytes of six characters.
    private static func decode(_ text: String) -> [UInt8]? {
        var bits: UInt64 = 0
        for byte in text.utf8 {
            guard let digit = alphabet.firstIndex(of: byte) else { return nil }
            bits = bits << 6 | UInt64(digit)
        }
        return [28, 20, 12, 4].map { UInt8(truncatingIfNeeded: bits >> $0) }
    }

    /// RFC 4648, section 5.
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
