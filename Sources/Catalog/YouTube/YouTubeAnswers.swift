/// The answers of YouTube, good and bad, as they are worded there.
enum YouTubeAnswers {
    static let headers = [
        "content-type": "application/json; charset=UTF-8", "vary": "Origin, X-Origin, Referer",
        "cache-control": "private",
        "server": "scaffolding on HTTPServer2",
    ]

    static func good(_ members: JSONValue.Members) -> Answer {
        Answer(status: 200, headers: headers, body: JSONWriter.bytes(.object(members), .lines) + [UInt8(ascii: "\n")])
    }

    static let keyMissing = YouTubeRefusal(
        403, "The request is missing a valid API key.", domain: "global", reason: "forbidden",
        status: "PERMISSION_DENIED"
    ).answer

    static let keyInvalid = YouTubeRefusal(
        400, "Bad Request", domain: "usageLimits", reason: "keyInvalid"
    ).answer

    /// The message contains HTML, as in the real answer.
    static let quotaExceeded = YouTubeRefusal(
        403,
        "The request cannot be completed because you have exceeded your "
            + "<a href=\"/youtube/v3/getting-started#quota\">quota</a>.",
        domain: "youtube.quota", reason: "quotaExceeded"
    ).answer

    static let playlistNotFound = YouTubeRefusal(
        404, "The playlist identified with the request's <code>playlistId</code> parameter cannot be found.",
        domain: "youtube.playlistItem", reason: "playlistNotFound", location: "playlistId"
    ).answer

    static let invalidPageToken = YouTubeRefusal(
        400, "The request specifies an invalid page token.", domain: "youtube.parameter", reason: "invalidPageToken",
        location: "pageToken"
    ).answer

    static func outOfRange(_ value: String) -> Answer {
        YouTubeRefusal(
            400, "Invalid value '\(value)'. Values must be within the range: [0, 50]", domain: "global",
            reason: "invalidParameter", location: "maxResults"
        ).answer
    }

    static func unknownPart(_ part: String) -> Answer {
        YouTubeRefusal(400, "'\(part)'", domain: "youtube.part", reason: "unknownPart", location: "part").answer
    }

    static let partMissing = YouTubeRefusal(
        400, "Required parameter: part", domain: "global", reason: "required", location: "part"
    ).answer

    /// - Parameter choices: the parameters, one of which is required.
    static func filterMissing(_ choices: String) -> Answer {
        YouTubeRefusal(
            400, "No filter selected. Expected one of: \(choices)", domain: "youtube.parameter",
            reason: "missingRequiredParameter", location: "parameters."
        ).answer
    }
}
