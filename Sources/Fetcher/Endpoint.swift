import HTTPTransfer

/// The URL under which an API has its paths.
struct Endpoint: Sendable {
    private let base: String

    init(_ base: HTTPURL) {
        self.base = base.text.hasSuffix("/") ? String(base.text.dropLast()) : base.text
    }

    /// - Parameter pairs: the query; those without a value are left out.
    func request(
        _ path: String, _ pairs: KeyValuePairs<String, String?>, headers: [HTTPHeader] = []
    ) throws(FetchError) -> HTTPRequest {
        do throws(TransferError) {
            return HTTPRequest(try HTTPURL("\(base)/\(path)?\(QueryString.make(pairs))"), headers: headers)
        } catch {
            throw FetchError(error)
        }
    }
}
