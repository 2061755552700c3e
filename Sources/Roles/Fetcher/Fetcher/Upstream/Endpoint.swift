import Encodings
import HTTPTransfer

/// The base URL of an API's paths.
struct Endpoint: Sendable {
    private let base: String
    private let isConfigured: Bool
    private let adviser: RetryAdviser

    /// - Parameter adviser: knows the API's refusals.
    init(_ base: BaseURL, adviser: RetryAdviser) {
        self.adviser = adviser
        let text = base.url.text
        self.base = text.hasSuffix("/") ? String(text.dropLast()) : text
        isConfigured = base.isConfigured
    }

    /// - Parameter pairs: the query; pairs without a value are left out.
    func request(_ path: String, _ pairs: KeyValuePairs<String, String?>) throws(FetchError) -> HTTPRequest {
        let query = pairs.isEmpty ? "" : "?\(QueryString.make(pairs))"
        let url = try FetchError.wrapping { () throws(TransferError) in try HTTPURL("\(base)/\(path)\(query)") }
        var request = HTTPRequest(url)
        request.adviser = adviser
        request.isConfigured = isConfigured
        return request
    }
}

/// Percent-encoded `name=value` pairs of a URL (RFC 3986 §3.4).
enum QueryString {
    /// Pairs without a value are left out.
    static func make(_ pairs: KeyValuePairs<String, String?>) -> String {
        let encode = PercentEncoding.unreserved.encode
        return pairs.compactMap { name, value in value.map { "\(encode(name))=\(encode($0))" } }.joined(separator: "&")
    }

    /// The first value of `name` in a URL, still encoded.
    static func value(of name: String, in url: String) -> String? {
        let query = url.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
        let pair = query.split(separator: "&").first { $0.hasPrefix("\(name)=") }
        return pair.map { String($0.dropFirst(name.count + 1)) }
    }
}

/// The number of entities that a page of a source has.
struct PageLimit: Sendable {
    let range: ClosedRange<Int>
    /// The size for a request without a limit.
    let standard: Int

    func check(_ limit: Int?) throws(FetchError) -> Int {
        let limit = limit ?? standard
        guard range.contains(limit) else {
            throw .invalidRequest("limit \(limit) is not from \(range.lowerBound) to \(range.upperBound)")
        }
        return limit
    }
}
