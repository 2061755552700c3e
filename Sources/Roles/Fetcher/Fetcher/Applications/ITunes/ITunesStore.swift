import HTTPTransfer
import InteractorMessages
import JSON

/// Items of the iTunes Store, from the iTunes Search API. Each kind of result is a source of its own.
struct ITunesStore<Result: ITunesResult>: ShippedSource {
    typealias Item = Result.Item

    static var actions: [SourceAction] { [.search, .lookup] }
    static var variables: [String] { [ITunesAPI.baseVariable] }
    let rates = ITunesAPI.rates
    private let endpoint: Endpoint

    /// - Parameter environment: may name another URL under which `/search` and `/lookup` are.
    init(_ environment: SourceEnvironment) throws(SourceEnvironment.Malformed) {
        let base = try environment.base(ITunesAPI.baseVariable, standard: "https://itunes.apple.com")
        endpoint = Endpoint(base, adviser: ITunesAPI.adviser)
    }

    func search(_ search: InteractorInput.Search) throws(FetchError) -> FetchStep {
        guard search.cursor == nil else { throw .invalidRequest("this source has no further pages") }
        let limit = try ITunesAPI.pageSize.check(search.limit)
        let request = try endpoint.request(
            "search",
            [
                "term": search.term, "entity": Result.entity, "limit": "\(limit)",
                "country": try ITunesAPI.check(country: search.country),
            ])
        return ask(request, read: found)
    }

    func lookup(_ lookup: InteractorInput.Lookup) throws(FetchError) -> FetchStep {
        guard !lookup.id.isEmpty, lookup.id.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            throw .invalidRequest(
                "\"\(lookup.id.quotable)\" is not an id of the iTunes Store: an id consists of digits")
        }
        let request = try endpoint.request(
            "lookup",
            ["id": lookup.id, "entity": Result.entity, "country": try ITunesAPI.check(country: lookup.country)])
        return ask(request, read: found)
    }

    /// The results that are of the wanted kind.
    private func found(in response: HTTPResponse) throws(FetchError) -> InteractorOutput.Found<Item> {
        if let error = ITunesAPI.error(in: response) { throw error }
        let answer: ITunesAnswer<Result> = try response.json(of: ITunesAPI.name)
        let listing = try Listing(
            answer.results.map(\.value), from: response.url.host, of: ITunesAPI.name, \.item)
        return InteractorOutput.Found(source: name, items: listing.items, unreadable: listing.unreadable)
    }
}

/// The properties that requests for apps and for songs share.
private enum ITunesAPI {
    static let name = "iTunes Search API"
    static let baseVariable = "ITUNES_BASE_URL"
    /// The API limits requests by the minute.
    static let adviser = RetryAdviser("iTunes", patience: 60) { error(in: $0) }
    /// The real store allows about 20 calls a minute.
    static let rates = ["itunes.apple.com": Rate(20, per: .seconds(60), burst: 10)]
    static let pageSize = PageLimit(range: 1...200, standard: 50)

    static func error(in response: HTTPResponse) -> FetchError? {
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

    static func check(country: String?) throws(FetchError) -> String? {
        guard let country else { return nil }
        guard country.utf8.count == 2, country.allSatisfy({ $0.isASCII && $0.isLetter }) else {
            throw .invalidRequest("country \"\(country.quotable)\" is not a two-letter code")
        }
        return country
    }
}

protocol ITunesResult: JSONReadable {
    associatedtype Item: Entity

    /// The kind of result, as requests name it.
    static var entity: String { get }
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
