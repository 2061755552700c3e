import Synchronization

/// GitHub's REST API, offline: `search/repositories`, with its paging, its limits and its errors, and the READMEs of
/// repositories.
final class GitHubEndpoints: Endpoints {
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

    func reply(to request: CatalogRequest) -> Reply? {
        if request.path == "search/repositories" {
            let query = request.parameters["q"] ?? ""
            return Reply(answer(to: request, within: searches) { search(query, request.parameters) }, subjects: [query])
        }
        let path = request.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard path.count == 4, path[0] == "repos", path[3] == "readme" else { return nil }
        let name = "\(path[1])/\(path[2])"
        return Reply(answer(to: request, within: others) { readme(of: name) }, subjects: [name])
    }

    private func answer(
        to request: CatalogRequest, within window: borrowing Mutex<RateWindow>, _ answer: () -> Answer
    ) -> Answer {
        guard request.userAgent?.isEmpty == false else { return GitHubAnswers.userAgentMissing }
        let (isGranted, limits) = window.withLock { window in (window.spend(at: now()), window.headers) }
        var answer = isGranted ? answer() : GitHubAnswers.rateLimited
        answer.headers.merge(limits) { $1 }
        return answer
    }

    /// The names of owners and repositories are found however they are spelled.
    private func readme(of name: String) -> Answer {
        let name = name.lowercased()
        let known = [SampleStore.repositories.items, SampleStore.popularRepositories].lazy.joined()
        guard let repository = known.first(where: { $0.fullName.lowercased() == name }),
            let readme = SampleReadme.readme(of: repository)
        else { return GitHubAnswers.notFound }
        return GitHubAnswers.file(readme.json(in: repository))
    }

    private func search(_ text: String, _ parameters: QueryParameters) -> Answer {
        guard text.contains(where: { !$0.isWhitespace }) else { return GitHubAnswers.queryMissing }
        guard text.count <= 256 else { return GitHubAnswers.queryTooLong }
        let size = parameters.integer("per_page").map { $0 < 1 ? 30 : min($0, 100) } ?? 30
        let page = max(parameters.integer("page") ?? 1, 1)
        let (start, isTooFar) = (page - 1).multipliedReportingOverflow(by: size)
        guard !isTooFar, start < Self.reach else { return GitHubAnswers.pastTheEnd }

        let query = RepositoryQuery(text)
        let isEndless = query.words.map { $0.lowercased() } == [Self.endless.term]
        let found = isEndless ? SampleStore.popularRepositories : query.results(in: SampleStore.repositories)
        let listed = sorted(found, parameters).prefix(Self.reach)
        var answer = GitHubAnswers.found(
            listed.dropFirst(start).prefix(size), of: isEndless ? Self.endless.total : found.count,
            isIncomplete: isEndless)
        answer.headers["link"] =
            PageLinks(
                address: "\(CatalogHost.url)/github/search/repositories", parameters: parameters, page: page,
                lastPage: (listed.count + size - 1) / size
            ).field
        return answer
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
