import HTTPTransfer
import InteractorMessages
import JSON

/// GitHub's REST API, which is shared by its sources.
struct GitHubAPI: Sendable {
    static let name = "GitHub REST API"
    private static let baseVariable = "GITHUB_BASE_URL"
    private static let tokenVariable = "GITHUB_TOKEN"
    static let variables = [baseVariable, tokenVariable]

    let secrets: [String]
    let rates: [String: Rate]
    private let endpoint: Endpoint
    private let headers: [HTTPHeader]
    /// The API's documentation asks for at least a minute where a limit names no time.
    private static let adviser = RetryAdviser("GitHub", patience: 60) { GitHubFailure.error(in: $0) }

    /// - Parameter environment: may name another URL of the API, and a token, which raises the rate limit.
    init(_ environment: SourceEnvironment) throws(SourceEnvironment.Malformed) {
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

    func request(_ path: String, _ pairs: KeyValuePairs<String, String?> = [:]) throws(FetchError) -> HTTPRequest {
        try endpoint.request(path, pairs, headers: headers)
    }
}

/// The body of a search's answer.
struct GitHubAnswer: JSONReadable {
    let totalCount: Lenient<Int>?  // JSON: total_count
    /// True if the search took too long, and these are the results up to then.
    let isIncomplete: Lenient<Bool>?  // JSON: incomplete_results
    let items: [Lenient<GitHubAnswer.Item>]

    /// A result. Real answers lack members or have odd ones; only id, name and URL are required.
    struct Item: JSONReadable {
        let id: NumericID
        let fullName: String  // JSON: full_name
        let description: Lenient<String>?
        let stars: Lenient<Int>?  // JSON: stargazers_count
        let forks: Lenient<Int>?  // JSON: forks_count
        let updated: Lenient<String>?  // JSON: updated_at
        let language: Lenient<String>?
        let url: String  // JSON: html_url

        var repository: Repository {
            Repository(
                id: id.text, fullName: fullName, description: description?.value, stars: stars?.value ?? 0,
                forks: forks?.count, language: language?.value, updated: updated?.value, url: url)
        }
    }
}
