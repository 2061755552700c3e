import HTTPTransfer

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
