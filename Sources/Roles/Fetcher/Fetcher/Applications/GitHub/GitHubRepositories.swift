package import HTTPTransfer
package import InteractorMessages

/// Repositories of GitHub, from the search of its REST API. The cursor is the number of the next page.
package struct GitHubRepositories: ShippedSource {
    package typealias Item = Repository
    package static let actions = [SourceAction.search]
    package static let orders = ["stars", "forks", "updated"]
    package static let variables = GitHubAPI.variables

    package var secrets: [String] { api.secrets }
    package var rates: [String: Rate] { api.rates }
    private let api: GitHubAPI
    private static let pageSize = PageLimit(range: 1...100, standard: 30)
    /// The API shows at most so many results.
    private static let reachable = 1000

    package init(_ environment: SourceEnvironment) throws(SourceEnvironment.Malformed) {
        api = try GitHubAPI(environment)
    }

    package func search(_ search: InteractorInput.Search) throws(FetchError) -> FetchStep {
        let limit = try Self.pageSize.check(search.limit)
        if let cursor = search.cursor {
            guard let page = Int(cursor), page > 0 else {
                throw .invalidRequest("\"\(cursor.quotable)\" is not a cursor of this source")
            }
        }
        let request = try api.request(
            "search/repositories",
            [
                "q": search.term, "sort": search.order?.by,
                "order": search.order.map { $0.isDescending ? "desc" : "asc" }, "per_page": "\(limit)",
                "page": search.cursor,
            ])
        return ask(request) { (response) throws(FetchError) in try found(in: response, limit: limit) }
    }

    private func found(
        in response: HTTPResponse, limit: Int
    ) throws(FetchError) -> InteractorOutput.Found<Repository> {
        if let error = GitHubFailure.error(in: response) { throw error }
        let answer: GitHubAnswer = try response.json(of: GitHubAPI.name)
        let page = LinkHeader.target(of: "next", in: response).flatMap { QueryString.value(of: "page", in: $0) }.flatMap
        { Int($0) }
        let isReachable = page.map { 1...(Self.reachable - 1) / limit + 1 ~= $0 } ?? false
        let listing = try Listing(
            answer.items.map(\.value), from: response.url.host, of: GitHubAPI.name, \.repository)
        let isIncomplete = answer.isIncomplete?.value == true
        guard !isIncomplete || !listing.items.isEmpty else {
            throw .unfinished(
                "\(response.url.host) gave the search up before it had found anything; "
                    + "try again, or search for less")
        }
        return InteractorOutput.Found(
            source: Self.name, items: listing.items, cursor: isReachable ? page.map(String.init) : nil,
            total: answer.totalCount?.count, unreadable: listing.unreadable, incomplete: isIncomplete ? true : nil)
    }
}
