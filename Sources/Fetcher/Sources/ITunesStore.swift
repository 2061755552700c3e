import HTTPTransfer
import InteractorMessages

/// The iTunes Search API, as far as it is the same for everything in the store.
struct ITunesStore: Sendable {
    static let standardBase = "https://itunes.apple.com"

    /// What a source asks for, such as `software`.
    let entity: String
    private let endpoint: Endpoint
    /// The API counts by the minute.
    private static let adviser = RetryAdviser("iTunes", patience: 60) { error(in: $0) }
    /// Of the real store: about 20 calls a minute are let through.
    static let rates = ["itunes.apple.com": Rate(20, per: .seconds(60), burst: 10)]
    private static let pageSize = PageSize(range: 1...200, standard: 50)

    /// - Parameter base: the URL under which `/search` and `/lookup` are.
    init(base: HTTPURL, entity: String) {
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
            throw .invalidRequest("\"\(lookup.id.quotable)\" is no id of the iTunes Store, which has digits only")
        }
        return try endpoint.request(
            "lookup", ["id": lookup.id, "entity": entity, "country": try Self.check(country: lookup.country)])
    }

    /// The results of either, without those that are something else or cannot be read.
    static func results<Result: Decodable>(
        in response: HTTPResponse, as _: Result.Type = Result.self
    ) throws(FetchError) -> [Result] {
        if let error = error(in: response) { throw error }
        let answer: ITunesAnswer<Result> = try response.json(of: "iTunes Search API")
        return answer.results.compactMap(\.value)
    }

    private static func error(in response: HTTPResponse) -> FetchError? {
        // How this API says that there were too many requests. Taken for an answer it would be "nothing found".
        if response.status == 403, response.body.isEmpty { return .rateLimited(ServerRefusal(response)) }
        return FetchError(statusOf: response)
    }

    private static func check(country: String?) throws(FetchError) -> String? {
        guard let country else { return nil }
        guard country.utf8.count == 2, country.allSatisfy({ $0.isASCII && $0.isLetter }) else {
            throw .invalidRequest("country \"\(country.quotable)\" is no code of two letters")
        }
        return country
    }
}

/// The body of a search or lookup answer.
private struct ITunesAnswer<Result: Decodable>: Decodable {
    let results: [Lenient<Result>]
}
