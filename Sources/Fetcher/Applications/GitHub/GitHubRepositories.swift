package import HTTPTransfer
package import InteractorMessages

/// Repositories of GitHub, through its REST API's search. The cursor is the number of the next page.
package struct GitHubRepositories: Source {
    private static let baseVariable = "GITHUB_BASE_URL"
    private static let tokenVariable = "GITHUB_TOKEN"
    package static let actions = [SourceAction.search]
    package static let variables = [baseVariable, tokenVariable]

    package let secrets: [String]
    package let rates: [String: Rate]
    private let endpoint: Endpoint
    private let headers: [HTTPHeader]
    /// Where a limit comes without a time, the API's rule is a minute at least.
    private static let adviser = RetryAdviser("GitHub", patience: 60) { error(in: $0) }
    private static let pageSize = PageSize(range: 1...100, standard: 30)
    /// However many there are, the API shows no more than these.
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
            "search/repositories", ["q": search.term, "per_page": "\(limit)", "page": search.cursor],
            headers: headers)
        return .asks(request) { (response) throws(FetchError) in try found(in: response, limit: limit) }
    }

    private func found(
        in response: HTTPResponse, limit: Int
    ) throws(FetchError) -> InteractorOutput.Found<Repository> {
        if let error = Self.error(in: response) { throw error }
        let answer: Answer = try response.json(of: "GitHub REST API")
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

extension GitHubRepositories {
    private struct Answer: Decodable {
        let totalCount: Int?
        /// Whether the search took too long, and these are what it had found by then.
        let isIncomplete: Bool?
        let items: [Lenient<Item>]

        private enum Key: String, CodingKey {
            case totalCount = "total_count"
            case isIncomplete = "incomplete_results"
            case items
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            totalCount = members.lenient(.totalCount, as: Int.self).flatMap { $0 < 0 ? nil : $0 }
            isIncomplete = members.lenient(.isIncomplete)
            items = try members.decode([Lenient<Item>].self, forKey: .items)
        }

        struct Item: Decodable {
            let repository: Repository

            private enum Key: String, CodingKey {
                case id, description, language
                case fullName = "full_name"
                case stars = "stargazers_count"
                case url = "html_url"
            }

            init(from decoder: any Decoder) throws {
                let members = try decoder.container(keyedBy: Key.self)
                repository = Repository(
                    id: try members.id(.id),
                    fullName: try members.decode(String.self, forKey: .fullName),
                    description: members.lenient(.description),
                    stars: members.lenient(.stars) ?? 0,
                    language: members.lenient(.language),
                    url: try members.decode(String.self, forKey: .url))
            }
        }
    }
}

/// Errors, as this API tells them.
extension GitHubRepositories {
    private struct Failure: Decodable {
        /// An object, or no more than a text.
        struct Detail: Decodable {
            let summary: String?

            private enum Key: String, CodingKey { case field, code, message }

            init(from decoder: any Decoder) throws {
                if let text = try? decoder.singleValueContainer().decode(String.self) {
                    summary = text
                    return
                }
                let members = try decoder.container(keyedBy: Key.self)
                let field: String? = members.lenient(.field)
                let code: String? = members.lenient(.code)
                summary = members.lenient(.message) ?? code.map { "\(field ?? "request"): \($0)" }
            }
        }

        let message: String
        private let details: [String]

        private enum Key: String, CodingKey { case message, errors }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            message = members.lenient(.message) ?? ""
            let list: [Lenient<Detail>]? = members.lenient(.errors)
            let single: Detail? = members.lenient(.errors)
            details = list?.compactMap(\.value?.summary) ?? [single?.summary].compactMap(\.self)
        }

        var reason: String {
            let details = details.joined(separator: "; ")
            if message.isEmpty || details.isEmpty { return message + details }
            return "\(message) (\(details))"
        }
    }

    private static func error(in response: HTTPResponse) -> FetchError? {
        guard response.status >= 400 else { return nil }
        let failure: Failure? = response.failure()
        let refusal = ServerRefusal(response, reason: failure?.reason)
        switch response.status {
        case 401:
            return .unauthorized("GITHUB_TOKEN is not accepted; set one that is valid, or none", refusal)
        case 403 where isLimited(response, failure), 429:
            return .rateLimited(
                ServerRefusal(response, reason: failure?.reason, retry: RetryTime(toldBy: response)))
        case 422 where failure?.message.hasPrefix("Only the first") != true:
            return .rejected(refusal)
        default:
            return .http(refusal)
        }
    }

    /// A 403 is a limit where one of three things says so; that of the secondary limits has no header of its own, and
    /// may show that requests are left.
    private static func isLimited(_ response: HTTPResponse, _ failure: Failure?) -> Bool {
        let message = failure?.message.lowercased() ?? ""
        return response.rateLimit?.remaining == 0 || response.retryAfter != nil || message.contains("rate limit")
            || message.contains("abuse detection")
    }
}
