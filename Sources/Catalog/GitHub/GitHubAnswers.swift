/// The answers of GitHub, good and bad, as they are worded there.
enum GitHubAnswers {
    static let headers = [
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-cache",
        "vary": "Accept,Accept-Encoding, Accept, X-Requested-With",
        "x-github-media-type": "github.v3; format=json",
        "x-content-type-options": "nosniff",
        "server": "github.com",
    ]

    static func found(_ repositories: some Sequence<GitHubRepository>, of total: Int, isIncomplete: Bool) -> Answer {
        let body = JSONValue.object([
            ("total_count", .integer(total)),
            ("incomplete_results", .boolean(isIncomplete)),
            ("items", .list(repositories.map(\.json))),
        ])
        return Answer(status: 200, headers: headers, body: JSONWriter.bytes(body, .none))
    }

    static func file(_ json: JSONValue) -> Answer {
        Answer(status: 200, headers: headers, body: JSONWriter.bytes(json, .none))
    }

    static let notFound = refusal(
        404, "Not Found", page: "https://docs.github.com/rest/repos/contents#get-a-repository-readme")

    /// Declared as bytes, although it is JSON.
    static let userAgentMissing: Answer = {
        var answer = refusal(
            403,
            "Request forbidden by administrative rules. Please make sure your request has a User-Agent header "
                + "(https://docs.github.com/en/rest/overview/resources-in-the-rest-api#user-agent-required). "
                + "Check https://developer.github.com for other possible causes.",
            page: "https://docs.github.com/en/rest/overview/resources-in-the-rest-api")
        answer.headers["content-type"] = "application/octet-stream"
        return answer
    }()

    static let queryMissing = invalid("missing")
    static let queryTooLong = invalid("invalid", "The search is longer than 256 characters.")

    static let pastTheEnd = refusal(
        422, "Only the first 1000 search results are available", page: searchPage)

    static let rateLimited = refusal(
        403,
        "API rate limit exceeded for 203.0.113.7. (But here's the good news: Authenticated requests get a higher rate "
            + "limit. Check out the documentation for more details.)",
        page: "https://docs.github.com/rest/overview/resources-in-the-rest-api#rate-limiting")

    static let secondaryLimit = refusal(
        403,
        "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
        page: "https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits")

    private static let searchPage = "https://docs.github.com/v3/search/"

    private static func invalid(_ code: String, _ message: String? = nil) -> Answer {
        var error: JSONValue.Members = [
            ("resource", .string("Search")), ("field", .string("q")), ("code", .string(code)),
        ]
        if let message { error.insert(("message", .string(message)), at: 0) }
        return refusal(422, "Validation Failed", errors: [.object(error)], page: searchPage)
    }

    private static func refusal(
        _ status: Int, _ message: String, errors: [JSONValue] = [], page: String
    ) -> Answer {
        var members: JSONValue.Members = [("message", .string(message))]
        if !errors.isEmpty { members.append(("errors", .list(errors))) }
        members += [("documentation_url", .string(page)), ("status", .string("\(status)"))]
        return Answer(status: status, headers: headers, body: JSONWriter.bytes(.object(members), .none))
    }
}
