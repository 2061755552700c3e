package import HTTPTransfer

/// Defaults of requests.
package struct RequestTemplate: Equatable, Sendable {
    package var timeout: Duration
    /// Nil is GET, or POST with a body.
    package var method: String?
    package var headers: [HTTPHeader] = []
    package var body: RequestBody?
    /// The Content-Type of ``body``, unless ``headers`` has one.
    package var bodyType: String?
    /// For URLs without credentials.
    package var credentials: HTTPURL.Credentials?

    package init(timeout: Duration = HTTPRequest.standardTimeout) {
        self.timeout = timeout
    }

    func url(_ text: String) throws(TransferError) -> HTTPURL {
        let url = try HTTPURL(typed: text)
        return credentials.map { url.with($0) } ?? url
    }

    /// A request with the defaults.
    func request(_ text: String) throws(TransferError) -> HTTPRequest {
        request(try url(text), headers: [], body: nil, bodyType: nil, method: nil, timeout: nil)
    }

    /// A request with values of its own; nil stands for the default.
    func request(
        _ url: HTTPURL, headers own: [HTTPHeader], body ownBody: RequestBody?, bodyType ownType: String?,
        method ownMethod: String?, timeout ownTimeout: Duration?
    ) -> HTTPRequest {
        var request = HTTPRequest(url, timeout: ownTimeout ?? timeout)
        let names = Set(own.map { $0.name.lowercased() })
        request.headers = headers.filter { !names.contains($0.name.lowercased()) } + own
        request.body = ownBody ?? body
        if let type = ownBody == nil ? bodyType : ownType,
            !request.headers.contains(where: { $0.name.lowercased() == "content-type" })
        {
            request.headers.append(HTTPHeader(received: "Content-Type", type))
        }
        request.method = ownMethod ?? method ?? (request.body == nil ? "GET" : "POST")
        return request
    }
}
