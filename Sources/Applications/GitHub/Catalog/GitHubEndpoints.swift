import Platform
import Synchronization

/// GitHub's REST API, offline: `search/repositories`, with its paging, its limits and its errors, the READMEs of
/// repositories, and `search/issues` with the comments on them.
final class GitHubEndpoints: Endpoints {
    static let vendor = "github"
    static let hosts = ["api.github.com"]

    /// The most results that can be listed, whatever the total.
    static let reach = 1000
    /// The term with more results than can be listed, and their number.
    static let endless = (term: "popular", total: 2723)

    private let searches = Mutex(RateWindow())
    private let others = Mutex(RateWindow(resource: "core"))
    private let now: @Sendable () -> Int

    /// - Parameter now: seconds since 1970.
    init(now: @escaping @Sendable () -> Int) {
        self.now = now
    }

    convenience init() { self.init { time(nil) } }

    func reply(to request: CatalogRequest) -> EndpointReply? {
        if request.path == "search/repositories" {
            let query = request.parameters["q"] ?? ""
            return EndpointReply(
                response(to: request, within: searches) { search(query, request.parameters) }, subjects: [query])
        }
        let path = request.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if request.path == "search/issues" {
            let query = request.parameters["q"] ?? ""
            return EndpointReply(
                response(to: request, within: searches) { issues(IssueQuery(query), request.parameters) },
                subjects: [query])
        }
        if path.count == 6, path[0] == "repos", path[3] == "issues", path[5] == "comments" {
            return EndpointReply(response(to: request, within: others) { comments(on: path[4]) }, subjects: [path[4]])
        }
        guard path.count == 4, path[0] == "repos", path[3] == "readme" else { return nil }
        let name = "\(path[1])/\(path[2])"
        return EndpointReply(response(to: request, within: others) { readme(of: name) }, subjects: [name])
    }

    private func response(
        to request: CatalogRequest, within window: borrowing Mutex<RateWindow>, _ make: () -> CatalogResponse
    ) -> CatalogResponse {
        guard request.userAgent?.isEmpty == false else { return GitHubResponses.userAgentMissing }
        let (isGranted, limits) = window.withLock { window in (window.spend(at: now()), window.headers) }
        var response = isGranted ? make() : GitHubResponses.rateLimited
        response.headers.merge(limits) { $1 }
        return response
    }

    /// The names of owners and repositories are found however they are spelled.
    private func readme(of name: String) -> CatalogResponse {
        let name = name.lowercased()
        let known = [SampleStore.repositories.items, SampleStore.popularRepositories].lazy.joined()
        guard let repository = known.first(where: { $0.fullName.lowercased() == name }),
            let readme = SampleReadme.readme(of: repository)
        else { return GitHubResponses.notFound }
        return GitHubResponses.file(readme.json(in: repository))
    }

    private func issues(_ query: IssueQuery, _ parameters: QueryParameters) -> CatalogResponse {
        let size = parameters.number("per_page", 1...100, standard: 30)
        let number = parameters.number("page", 1...Self.reach, standard: 1)
        let page = SamplePage(query.results(parameters), from: (number - 1) * size, size: size)
        return GitHubResponses.file(
            .object([
                ("total_count", .integer(page.total)), ("incomplete_results", .boolean(false)),
                ("items", .list(page.items.map { $0.json(in: query.repository) })),
            ]))
    }

    private func comments(on number: String) -> CatalogResponse {
        guard let issue = Int(number).flatMap({ GitHubIssue.index.item(id: $0) }) else {
            return GitHubResponses.notFound
        }
        return GitHubResponses.file(issue.commentList)
    }

    private func search(_ text: String, _ parameters: QueryParameters) -> CatalogResponse {
        guard text.contains(where: { !$0.isWhitespace }) else { return GitHubResponses.queryMissing }
        guard text.count <= 256 else { return GitHubResponses.queryTooLong }
        let size = parameters.integer("per_page").map { $0 < 1 ? 30 : min($0, 100) } ?? 30
        let page = max(parameters.integer("page") ?? 1, 1)
        let (start, isTooFar) = (page - 1).multipliedReportingOverflow(by: size)
        guard !isTooFar, start < Self.reach else { return GitHubResponses.pastTheEnd }

        let query = RepositoryQuery(text)
        let isEndless = query.words.map { $0.lowercased() } == [Self.endless.term]
        let found = isEndless ? SampleStore.popularRepositories : query.results(in: SampleStore.repositories)
        let listed = sorted(found, parameters).prefix(Self.reach)
        var response = GitHubResponses.found(
            listed.dropFirst(start).prefix(size), of: isEndless ? Self.endless.total : found.count,
            isIncomplete: isEndless)
        response.headers["link"] =
            PageLinks(
                address: "\(CatalogHost.url)/github/search/repositories", parameters: parameters, page: page,
                lastPage: (listed.count + size - 1) / size
            ).field
        return response
    }

    /// Sorted by best match, unless another known order is requested.
    private func sorted(_ found: [GitHubRepository], _ parameters: QueryParameters) -> [GitHubRepository] {
        let sorted =
            switch parameters["sort"] {
            case "stars": found.sorted { $0.stars > $1.stars }
            case "forks": found.sorted { $0.forks > $1.forks }
            case "help-wanted-issues": found.sorted { $0.issues > $1.issues }
            case "updated": found.sorted { $0.updated > $1.updated }
            default: found
            }
        let isSorted = parameters["sort"]?.isEmpty == false
        return isSorted && parameters["order"] == "asc" ? sorted.reversed() : sorted
    }
}

/// The responses of GitHub, good and bad, as they are worded there.
enum GitHubResponses {
    static let headers = [
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-cache",
        "vary": "Accept,Accept-Encoding, Accept, X-Requested-With",
        "x-github-media-type": "github.v3; format=json",
        "x-content-type-options": "nosniff",
        "server": "github.com",
    ]

    static func found(_ repositories: some Sequence<GitHubRepository>, of total: Int, isIncomplete: Bool)
        -> CatalogResponse
    {
        let body = JSONValue.object([
            ("total_count", .integer(total)),
            ("incomplete_results", .boolean(isIncomplete)),
            ("items", .list(repositories.map(\.json))),
        ])
        return CatalogResponse(status: 200, headers: headers, body: VendorJSONWriter.bytes(body, .none))
    }

    static func file(_ json: JSONValue) -> CatalogResponse {
        CatalogResponse(status: 200, headers: headers, body: VendorJSONWriter.bytes(json, .none))
    }

    static let notFound = refusal(
        404, "Not Found", page: "https://docs.github.com/rest/repos/contents#get-a-repository-readme")

    /// Declared as bytes, although it is JSON.
    static let userAgentMissing: CatalogResponse = {
        var response = refusal(
            403,
            "Request forbidden by administrative rules. Please make sure your request has a User-Agent header "
                + "(https://docs.github.com/en/rest/overview/resources-in-the-rest-api#user-agent-required). "
                + "Check https://developer.github.com for other possible causes.",
            page: "https://docs.github.com/en/rest/overview/resources-in-the-rest-api")
        response.headers["content-type"] = "application/octet-stream"
        return response
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

    private static func invalid(_ code: String, _ message: String? = nil) -> CatalogResponse {
        var error: JSONValue.Members = [
            ("resource", .string("Search")), ("field", .string("q")), ("code", .string(code)),
        ]
        if let message { error.insert(("message", .string(message)), at: 0) }
        return refusal(422, "Validation Failed", errors: [.object(error)], page: searchPage)
    }

    private static func refusal(
        _ status: Int, _ message: String, errors: [JSONValue] = [], page: String
    ) -> CatalogResponse {
        var members: JSONValue.Members = [("message", .string(message))]
        if !errors.isEmpty { members.append(("errors", .list(errors))) }
        members += [("documentation_url", .string(page)), ("status", .string("\(status)"))]
        return CatalogResponse(status: status, headers: headers, body: VendorJSONWriter.bytes(.object(members), .none))
    }
}

/// The text of a search: words, and qualifiers such as `language:swift`.
struct RepositoryQuery {
    private(set) var words: [String] = []
    private var language: String?
    private var owner: String?

    init(_ text: String) {
        for word in text.split(whereSeparator: \.isWhitespace) {
            let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.lowercased()
            }
            switch (parts[0], parts.dropFirst().first) {
            case ("language", let value?): language = value
            case ("user", let value?), ("org", let value?): owner = value
            // Other qualifiers are accepted without effect.
            case ("in", _?), ("stars", _?), ("sort", _?), ("topic", _?), ("license", _?), ("fork", _?): break
            default: words.append(String(word))
            }
        }
    }

    func results(in index: SearchIndex<GitHubRepository>) -> [GitHubRepository] {
        let found = words.isEmpty ? index.items : index.search(words.joined(separator: " "))
        return found.filter { repository in
            (language == nil || repository.language?.lowercased() == language)
                && (owner == nil || repository.owner.lowercased() == owner)
        }
    }
}

/// GitHub's Link header for paging (RFC 8288).
struct PageLinks {
    let address: String
    let parameters: QueryParameters
    /// From 1.
    let page: Int
    let lastPage: Int

    /// - Returns: nil if there is no other page.
    var field: String? {
        var links: [String] = []
        if page > 1 { links.append(link(to: page - 1, "prev")) }
        if page < lastPage { links += [link(to: page + 1, "next"), link(to: lastPage, "last")] }
        if page > 1 { links.append(link(to: 1, "first")) }
        return links.isEmpty ? nil : links.joined(separator: ", ")
    }

    private func link(to page: Int, _ relation: String) -> String {
        "<\(address)?\(parameters.query(setting: "page", to: "\(page)"))>; rel=\"\(relation)\""
    }
}

/// How many requests of a kind are left until the window ends, counted as GitHub does.
struct RateWindow: Sendable {
    /// What is counted: `search`, or `core` for everything else.
    var resource = "search"
    /// Generous, where GitHub grants 10 or 30 searches, so that users do not wait while scrolling to the end of a thousand; the
    /// fault `403-rate-limit` shows what the limit looks like.
    static let limit = 1000
    /// Seconds.
    static let length = 60

    private(set) var used = 0
    /// Seconds since 1970.
    private(set) var reset = 0

    /// Counts one search.
    /// - Parameter now: seconds since 1970.
    /// - Returns: whether there was one left.
    mutating func spend(at now: Int) -> Bool {
        if now >= reset { (used, reset) = (0, now + Self.length) }
        guard used < Self.limit else { return false }
        used += 1
        return true
    }

    var headers: [String: String] {
        [
            "x-ratelimit-limit": "\(Self.limit)", "x-ratelimit-remaining": "\(Self.limit - used)",
            "x-ratelimit-reset": "\(reset)", "x-ratelimit-used": "\(used)", "x-ratelimit-resource": resource,
        ]
    }
}
