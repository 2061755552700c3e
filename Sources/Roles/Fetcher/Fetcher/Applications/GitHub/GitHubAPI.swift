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
    private(set) var totalCount: Int?
    /// Whether the search took too long, and these are the results up to then.
    private(set) var isIncomplete: Bool?
    let items: [Lenient<Item>]

    init(from reader: inout JSONReader) throws(JSONError) {
        var items: [Lenient<Item>]?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "total_count": totalCount = try reader.readLeniently(Int.self).flatMap { $0 < 0 ? nil : $0 }
            case "incomplete_results": isIncomplete = try reader.readLeniently()
            case "items": items = try reader.read()
            default: try reader.skipValue()
            }
        }
        guard let items else { throw .missing("items", at: object) }
        self.items = items
    }

    /// A result. Real answers lack members or have odd ones; only id, name and URL are required.
    struct Item: JSONReadable {
        let repository: Repository

        init(from reader: inout JSONReader) throws(JSONError) {
            var id: NumericID?
            var fullName: String?
            var description: String?
            var stars: Int?
            var forks: Int?
            var language: String?
            var updated: String?
            var url: String?
            let object = try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "id": id = try reader.read()
                case "full_name": fullName = try reader.read()
                case "description": description = try reader.readLeniently()
                case "stargazers_count": stars = try reader.readLeniently()
                case "forks_count": forks = try reader.readLeniently(Int.self).flatMap { $0 < 0 ? nil : $0 }
                case "updated_at": updated = try reader.readLeniently()
                case "language": language = try reader.readLeniently()
                case "html_url": url = try reader.read()
                default: try reader.skipValue()
                }
            }
            guard let id else { throw .missing("id", at: object) }
            guard let fullName else { throw .missing("full_name", at: object) }
            guard let url else { throw .missing("html_url", at: object) }
            repository = Repository(
                id: id.text, fullName: fullName, description: description, stars: stars ?? 0, forks: forks,
                language: language, updated: updated, url: url)
        }
    }
}

/// `owner/name` of a repository, safe as two segments of a path.
struct RepositoryName: CustomStringConvertible, Sendable {
    let description: String

    /// GitHub's own limits are 39 and 100.
    private static let mostBytes = 100

    /// Nil for a text that no repository is called.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy(Self.isName) else { return nil }
        description = text
    }

    private static func isName(_ part: Substring) -> Bool {
        guard 1...mostBytes ~= part.utf8.count, part != ".", part != ".." else { return false }
        return part.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}
