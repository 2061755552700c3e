package import HTTPTransfer
package import InteractorMessages

/// Repositories of GitHub, from the search of its REST API. The cursor is the number of the next page.
package struct GitHubRepositories: Source {
    private static let baseVariable = "GITHUB_BASE_URL"
    private static let tokenVariable = "GITHUB_TOKEN"
    package static let actions = [SourceAction.search]
    package static let orders = ["stars", "forks", "updated"]
    package static let variables = [baseVariable, tokenVariable]

    package let secrets: [String]
    package let rates: [String: Rate]
    private let endpoint: Endpoint
    private let headers: [HTTPHeader]
    /// The API's documentation asks for at least a minute where a limit names no time.
    private static let adviser = RetryAdviser("GitHub", patience: 60) { GitHubFailure.error(in: $0) }
    private static let pageSize = PageSize(range: 1...100, standard: 30)
    /// The API shows at most so many results.
    private static let reachable = 1000

    /// - Parameter environment: may name another URL under which `/search/repositories` is, and a token, which raises the
    ///   rate limit.
    package init(_ environment: SourceEnvironment) throws(SourceEnvironment.Malformed) {
        let token = environment[Self.tokenVariable]
        endpoint = Endpoint(
            try environment.base(Self.baseVariable, standard: "https://api.github.com"), adviser: Self.adviser)
        rates = ["api.github.com": Rate(token == nil ? 10 : 30, per: .seconds(60), burst: 5)]
        secrets = token.map { [$0] } ?? []
        do throws(TransferError) {
            headers =
                [
                    try HTTPHeader("Accept", "application/vnd.github+json"),
                    try HTTPHeader("X-GitHub-Api-Version", "2022-11-28"),
                ]
                + (try token.map { token throws(TransferError) in [try HTTPHeader("Authorization", "Bearer \(token)")] }
                    ?? [])
        } catch {
            throw SourceEnvironment.Malformed(variable: Self.tokenVariable, reason: "a line break is in it")
        }
    }

    package func search(_ search: InteractorInput.Search) throws(FetchError) -> SourceAnswer<Repository> {
        let limit = try Self.pageSize.check(search.limit)
        if let cursor = search.cursor {
            guard let page = Int(cursor), page > 0 else {
                throw .invalidRequest("\"\(cursor.quotable)\" is no cursor of this source")
            }
        }
        let request = try endpoint.request(
            "search/repositories",
            [
                "q": search.term, "sort": search.order?.by,
                "order": search.order.map { $0.isDescending ? "desc" : "asc" }, "per_page": "\(limit)",
                "page": search.cursor,
            ],
            headers: headers)
        return .asks(request) { (response) throws(FetchError) in try found(in: response, limit: limit) }
    }

    private func found(
        in response: HTTPResponse, limit: Int
    ) throws(FetchError) -> InteractorOutput.Found<Repository> {
        if let error = GitHubFailure.error(in: response) { throw error }
        let answer: GitHubAnswer = try response.json(of: "GitHub REST API")
        let next = LinkHeader(response.values(of: "Link")).target(of: "next")
        let page = next.flatMap { QueryString.value(of: "page", in: $0) }.flatMap { Int($0) }
        let isReachable = page.map { 1...(Self.reachable - 1) / limit + 1 ~= $0 } ?? false
        let listing = try Listing(
            answer.items.map(\.value), from: response.url.host, of: "GitHub REST API", \.repository)
        let isIncomplete = answer.isIncomplete == true
        guard !isIncomplete || !listing.items.isEmpty else {
            throw .unfinished(
                "\(response.url.host) gave the search up before it had found anything; "
                    + "try again, or search for less")
        }
        return InteractorOutput.Found(
            source: Self.name, items: listing.items, cursor: isReachable ? page.map(String.init) : nil,
            total: answer.totalCount, unreadable: listing.unreadable, incomplete: isIncomplete ? true : nil)
    }
}
