import HTTPTransfer
import InteractorMessages

/// The iTunes Search API, as far as it is the same for everything in the store.
struct ITunesStore: Sendable {
    static let standardBase = "https://itunes.apple.com"

    /// What a source asks for, such as `software`.
    let entity: String
    private let endpoint: Endpoint
    private static let pageSize = PageSize(range: 1...200, standard: 50)

    /// - Parameter base: the URL under which `/search` and `/lookup` are.
    init(base: HTTPURL, entity: String) {
        endpoint = Endpoint(base)
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
        // How this API says that there were too many requests. Taken for an answer it would be "nothing found".
        if response.status == 403, response.body.isEmpty { throw .rateLimited(ServerRefusal(response)) }
        if let error = FetchError(statusOf: response) { throw error }
        let answer: ITunesAnswer<Result> = try response.json(of: "iTunes Search API")
        return answer.results.compactMap(\.value)
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
