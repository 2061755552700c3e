import HTTPTransfer
import InteractorMessages
import JSON

/// The iTunes Search API, which is shared by all kinds of entities.
struct ITunesStore: Sendable {
    static let baseVariable = "ITUNES_BASE_URL"

    /// The kind of entity, such as `software`.
    let entity: String
    private let endpoint: Endpoint
    /// The API limits requests by the minute.
    private static let adviser = RetryAdviser("iTunes", patience: 60) { error(in: $0) }
    /// The real store allows about 20 calls a minute.
    static let rates = ["itunes.apple.com": Rate(20, per: .seconds(60), burst: 10)]
    private static let pageSize = PageLimit(range: 1...200, standard: 50)

    /// - Parameter environment: may name another URL under which `/search` and `/lookup` are.
    init(_ environment: SourceEnvironment, entity: String) throws(SourceEnvironment.Malformed) {
        let base = try environment.base(Self.baseVariable, standard: "https://itunes.apple.com")
        endpoint = Endpoint(base, adviser: Self.adviser)
        self.entity = entity
    }

    func request(for search: InteractorInput.Search) throws(FetchError) -> HTTPRequest {
        guard search.cursor == nil else { throw .invalidRequest("this source has no further pages") }
        let limit = try Self.pageSize.check(search.limit)
        return try endpoint.request(
            "search",
            [
                "term": search.term, "entity": entity, "limit": "\(limit)",
                "country": try Self.check(country: search.country),
            ])
    }

    func request(for lookup: InteractorInput.Lookup) throws(FetchError) -> HTTPRequest {
        guard !lookup.id.isEmpty, lookup.id.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            throw .invalidRequest(
                "\"\(lookup.id.quotable)\" is not an id of the iTunes Store: an id consists of digits")
        }
        return try endpoint.request(
            "lookup", ["id": lookup.id, "entity": entity, "country": try Self.check(country: lookup.country)])
    }

    /// The results of a search or lookup that are of the wanted kind.
    static func listing<Result: ITunesResult>(
        in response: HTTPResponse, as _: Result.Type
    ) throws(FetchError) -> Listing<Result.Item> {
        if let error = error(in: response) { throw error }
        let answer: ITunesAnswer<Result> = try response.json(of: api)
        return try Listing(answer.results.map(\.value), from: response.url.host, of: api, \.item)
    }

    private static let api = "iTunes Search API"

    private static func error(in response: HTTPResponse) -> FetchError? {
        // This is how the API refuses too many requests.
        if response.status == 403, response.body.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }) {
            return .rateLimited(ServerRefusal(response))
        }
        let failure: ITunesFailure? = response.failure()
        guard let words = failure?.errorMessage else { return FetchError(statusOf: response) }
        return switch response.status {
        case ..<400: .decode("\(response.url.host) answered with an error: \(words)")
        case 400: .rejected(ServerRefusal(response, reason: words))
        default: FetchError(statusOf: response, reason: words)
        }
    }

    private static func check(country: String?) throws(FetchError) -> String? {
        guard let country else { return nil }
        guard country.utf8.count == 2, country.allSatisfy({ $0.isASCII && $0.isLetter }) else {
            throw .invalidRequest("country \"\(country.quotable)\" is not a two-letter code")
        }
        return country
    }
}

/// A result of an answer.
protocol ITunesResult: JSONReadable {
    associatedtype Item

    /// Nil for a result of another kind.
    var item: Item? { get }
}

/// The body of a refusal.
struct ITunesFailure: JSONReadable {
    let errorMessage: String
}

/// The body of a search or lookup answer.
struct ITunesAnswer<Result: ITunesResult>: JSONReadable {
    let results: [Lenient<Result>]
}
