import FoundationEssentials
package import HTTPTransfer
package import InteractorMessages

/// Apps of the iTunes Store, through the iTunes Search API.
package struct ITunesApps: Source {
    package let name = "itunes.apps"
    private let base: String

    package static let standardBase = "https://itunes.apple.com"
    private static let limits = 1...200
    private static let standardLimit = 50

    /// - Parameter base: the URL under which `/search` and `/lookup` are.
    package init(base: HTTPURL) {
        self.base = base.text.hasSuffix("/") ? String(base.text.dropLast()) : base.text
    }

    package func request(for search: InteractorInput.Search) throws(FetchError) -> HTTPRequest {
        guard search.term.contains(where: { !$0.isWhitespace }) else { throw .invalidRequest("the term is empty") }
        let limit = search.limit ?? Self.standardLimit
        guard Self.limits.contains(limit) else {
            throw .invalidRequest("limit \(limit) is not from \(Self.limits.lowerBound) to \(Self.limits.upperBound)")
        }
        return try request(
            "search",
            [
                "term": search.term, "entity": "software", "limit": "\(limit)",
                "country": try check(country: search.country),
            ])
    }

    package func request(for lookup: InteractorInput.Lookup) throws(FetchError) -> HTTPRequest {
        guard !lookup.id.isEmpty, lookup.id.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            throw .invalidRequest("\"\(lookup.id.quotable)\" is no id of the iTunes Store, which has digits only")
        }
        return try request(
            "lookup", ["id": lookup.id, "entity": "software", "country": try check(country: lookup.country)])
    }

    package func items(in response: HTTPResponse) throws(FetchError) -> [App] {
        // How this API says that there were too many requests. Taken for an answer it would be "nothing found".
        if response.status == 403, response.body.isEmpty {
            throw .rateLimited(status: 403, host: response.url.host, retryAfter: response.retryAfter)
        }
        if let error = FetchError(statusOf: response) { throw error }
        do {
            // The Content-Type is text/javascript and the body begins with newlines; neither is looked at.
            let answer = try JSONDecoder().decode(ITunesAnswer.self, from: Data(response.body))
            return answer.results.compactMap(\.value?.app)
        } catch {
            throw .decode("\(response.url.host) did not answer with the JSON of the iTunes Search API")
        }
    }

    private func request(
        _ endpoint: String, _ pairs: KeyValuePairs<String, String?>
    ) throws(FetchError) -> HTTPRequest {
        do throws(TransferError) {
            return HTTPRequest(try HTTPURL("\(base)/\(endpoint)?\(QueryString.make(pairs))"))
        } catch {
            throw FetchError(error)
        }
    }

    private func check(country: String?) throws(FetchError) -> String? {
        guard let country else { return nil }
        guard country.utf8.count == 2, country.allSatisfy({ $0.isASCII && $0.isLetter }) else {
            throw .invalidRequest("country \"\(country.quotable)\" is no code of two letters")
        }
        return country
    }
}
