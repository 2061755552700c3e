/// What a request says before its body.
package struct RequestHead: Equatable, Sendable {
    package var method: String
    /// Without a query.
    package var path: String
    package var token: String?
    package var host: String?
    package var origin: String?
    /// `Sec-Fetch-Site`, which no page can set.
    package var fetchSite: String?
    package var cookie: String?
    /// `X-Viperline`, which only a page of the same origin can set.
    package var marker: String?
    package var contentType: String?
    /// Nil where it is not said.
    package var contentLength: Int?

    /// Whether an answer may be compressed.
    package var takesGzip = false

    package init(
        method: String, path: String, token: String? = nil, host: String? = nil, origin: String? = nil,
        fetchSite: String? = nil, cookie: String? = nil, marker: String? = nil, contentType: String? = nil,
        contentLength: Int? = nil
    ) {
        self.method = method
        self.path = path
        self.token = token
        self.host = host
        self.origin = origin
        self.fetchSite = fetchSite
        self.cookie = cookie
        self.marker = marker
        self.contentType = contentType
        self.contentLength = contentLength
    }
}
