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
    func request(
        _ path: String, _ pairs: KeyValuePairs<String, String?>, headers: [HTTPHeader] = []
    ) throws(FetchError) -> HTTPRequest {
        do throws(TransferError) {
            let query = pairs.isEmpty ? "" : "?\(QueryString.make(pairs))"
            let url = try HTTPURL("\(base)/\(path)\(query)")
            var request = HTTPRequest(url, headers: headers)
            request.adviser = adviser
            request.isConfigured = isConfigured
            return request
        } catch {
            throw FetchError(error)
        }
    }
}
