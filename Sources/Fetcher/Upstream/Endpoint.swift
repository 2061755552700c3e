import HTTPTransfer

/// The URL under which an API has its paths.
struct Endpoint: Sendable {
    private let base: String
    private let isConfigured: Bool
    private let adviser: RetryAdviser

    /// - Parameter adviser: knows how the API refuses.
    init(_ base: BaseURL, adviser: RetryAdviser) {
        self.adviser = adviser
        let text = base.url.text
        self.base = text.hasSuffix("/") ? String(text.dropLast()) : text
        isConfigured = base.isConfigured
    }

    /// - Parameter pairs: the query; those without a value are left out.
    func request(
        _ path: String, _ pairs: KeyValuePairs<String, String?>, headers: [HTTPHeader] = []
    ) throws(FetchError) -> HTTPRequest {
        do throws(TransferError) {
            let url = try HTTPURL("\(base)/\(path)?\(QueryString.make(pairs))")
            var request = HTTPRequest(url, headers: headers)
            request.adviser = adviser
            request.isConfigured = isConfigured
            return request
        } catch {
            throw FetchError(error)
        }
    }
}
