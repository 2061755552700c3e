/// An answer to a request.
package struct Response: Equatable, Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]

    package static func == (one: Response, other: Response) -> Bool {
        one.status == other.status && one.body == other.body && one.headers.elementsEqual(other.headers, by: ==)
    }

    package init(_ status: Int, _ headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Headers of every answer: no other page sees what it contains, and a browser does not guess its type.
    private static let always = [
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    /// Headers of documents: nothing is loaded but from here, nothing runs but the script, and no other page frames this one.
    private static let ofDocuments = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                + "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; "
                + "trusted-types viperline"
        ),
        ("X-Frame-Options", "DENY"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
    ]

    /// An answer without a body is not a document; there is one for each action.
    package static func security(status: Int) -> [(name: String, value: String)] {
        status == 204 ? always : always + ofDocuments
    }

    package static func page(_ markup: HTMLMarkup, status: Int = 200) -> Response {
        Response(
            status, [("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store")], body: markup.bytes)
    }

    /// Pages are not compressed: their length would reveal what they contain beside an untrusted text.
    /// - Parameter isCompressed: whether the browser takes gzip.
    package static func file(_ file: StaticFile, isCompressed: Bool) -> Response {
        let headers = [
            ("Content-Type", file.contentType), ("Cache-Control", "private, max-age=31536000, immutable"),
            ("Vary", "Accept-Encoding"),
        ]
        guard isCompressed, let bytes = file.compressed else { return Response(200, headers, body: file.bytes) }
        return Response(200, headers + [("Content-Encoding", "gzip")], body: bytes)
    }

    /// A PNG or JPEG file.
    package static func picture(_ bytes: [UInt8]) -> Response {
        Response(
            200,
            [
                ("Content-Type", bytes.starts(with: [0xFF, 0xD8]) ? "image/jpeg" : "image/png"),
                ("Cache-Control", "private, max-age=31536000, immutable"),
            ], body: bytes)
    }

    /// Leads back to the page.
    /// - Parameters:
    ///   - address: the address of a scene.
    ///   - cookie: to be kept by the browser (``AccessCookie/setting(_:)``).
    static func seePage(at address: PageAddress = .page, cookie: String? = nil) -> Response {
        var headers = [("Location", address.text), ("Cache-Control", "no-store")]
        if let cookie { headers.append(("Set-Cookie", cookie)) }
        return Response(303, headers)
    }

    /// Gives a browser its cookie. One that comes from another page would not send it with what that page has led to, so a page of
    /// this server leads on.
    /// - Parameter site: `Sec-Fetch-Site`.
    package static func enter(cookie: String, from site: String?) -> Response {
        var response = seePage(cookie: cookie)
        guard let site, site != "none", site != "same-origin" else { return response }
        response.status = 200
        response.headers.removeAll { $0.name == "Location" }
        response.headers.append(("Content-Type", "text/html; charset=utf-8"))
        response.body = WebPage.leading(to: "./").bytes
        return response
    }

    /// Leads to the page from a page of this server, so that a browser that comes from elsewhere sends its cookie.
    static let lead = page(WebPage.leading(to: "./?led=1"))

    package static let done = Response(204, [("Cache-Control", "no-store")])
    package static let stale = Response(409, [("Cache-Control", "no-store")])

    package static func refusal(_ refusal: Admission.Refusal) -> Response {
        page(WebPage.message("This page is closed", refusal.advice), status: refusal.status)
    }
}

extension Admission.Refusal {
    var status: Int {
        switch self {
        case .badRequest: 400
        case .noCookie: 401
        case .otherPage: 403
        case .notFound: 404
        case .method: 405
        case .tooLarge: 413
        case .mediaType: 415
        case .otherHost: 421
        }
    }

    var advice: String {
        switch self {
        case .noCookie: "Open the address that viperline has printed in the terminal. It works for one browser only."
        case .otherHost: "The view does not accept this host name. Use the address that viperline has printed."
        case .otherPage(let sign, let isMissing):
            "This request is refused: \(sign.name) \(isMissing ? "is missing" : "is not that of a page of this view"). "
                + "Reload the page and repeat the action; a program of your own sends \(sign.wanted)."
        case .notFound: "There is nothing here."
        case .method, .mediaType, .badRequest: "This request does not come from a page of this view."
        case .tooLarge: "This request is too large."
        }
    }
}

extension Admission.Sign {
    fileprivate var name: String {
        switch self {
        case .fetchSite: "its header Sec-Fetch-Site"
        case .origin: "its header Origin"
        case .marker: "its header X-Viperline, or else the field key of a form,"
        }
    }

    fileprivate var wanted: String {
        switch self {
        case .fetchSite: "“Sec-Fetch-Site: same-origin”"
        case .origin: "as Origin the beginning of the page's address"
        case .marker: "“X-Viperline: 1”"
        }
    }
}
