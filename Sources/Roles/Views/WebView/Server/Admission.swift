package import WebAccess

/// Decides which requests are answered. Whatever is not known to be right is refused.
///
/// The user's own browser is the attacker's way in: it sends the cookie along with what any page makes it ask for. So a host
/// that is not this server's is refused (DNS rebinding), and so is a change or a stream unless the browser reports that a page of it asked.
package struct Admission: Sendable {
    package enum Decision: Equatable, Sendable {
        case answer(Route)
        /// A form that was sent without a script: its field `key` must be right as well.
        case answerWithKey
        /// The token is right as far as its form goes; ``Credentials/exchange(_:)`` decides.
        case exchange(String)
        /// A link elsewhere leads here. With it, browsers send no cookie (`SameSite=Strict`), but with a page of this server that leads on.
        case lead
        case refuse(Refusal)
    }

    package enum Refusal: Equatable, Sendable {
        case badRequest, noCookie, notFound, method, tooLarge, mediaType, otherHost
        /// The request does not show that a page of this server asks.
        case otherPage(Sign, isMissing: Bool)
    }

    /// A sign that a page of this server asks.
    package enum Sign: Equatable, Sendable {
        case fetchSite, origin
        /// The header of the script's actions, or the field of a form without it.
        case marker
    }

    private let origins: Set<WebOrigin>
    /// The names by which a browser may reach the view.
    package let hosts: WebHosts
    /// Hosts where browsers do not send `Sec-Fetch-Site`: over the network without TLS.
    private let silentHosts: Set<String>

    /// Bytes of a form.
    package static let longestBody = 1 << 18

    /// - Parameter origins: by which a browser may reach the view: `http://127.0.0.1:8080`.
    package init(origins: [String]) {
        self.origins = Set(origins.compactMap(WebOrigin.init(page:)))
        hosts = WebHosts(self.origins)
        silentHosts = Set(self.origins.filter { !$0.isTrustworthy }.flatMap(\.hosts))
    }

    package func decide(_ head: RequestHead, _ credentials: Credentials) -> Decision {
        guard hosts.contains(head.host) else { return .refuse(.otherHost) }
        if head.path == "/", head.method == "GET", let token = head.token {
            // A page that leads here has no token. One that guesses has no chance.
            return .exchange(token)
        }
        if head.comesFromElsewhere { return .lead }
        guard credentials.cookie.matches(head.cookie) else { return .refuse(.noCookie) }
        guard let route = Route(path: head.path) else { return .refuse(.notFound) }
        guard head.method == route.method || head.method == "HEAD" && route.hasHead else { return .refuse(.method) }
        switch route {
        case .page, .file, .picture:
            // The page was opened by the user, or by a page of this server.
            let isOurs = ["none", "same-origin", nil].contains(head.fetchSite)
            return isOurs ? .answer(route) : .refuse(.otherPage(.fetchSite, isMissing: false))
        case .events:
            guard isOfOurPage(head) else { return .refuse(.otherPage(.fetchSite, isMissing: head.fetchSite == nil)) }
            return head.origin.map(isOurs) ?? true ? .answer(route) : .refuse(.otherPage(.origin, isMissing: false))
        case .action: return decideOnAction(head)
        }
    }

    private func decideOnAction(_ head: RequestHead) -> Decision {
        guard isOfOurPage(head) else { return .refuse(.otherPage(.fetchSite, isMissing: head.fetchSite == nil)) }
        guard head.contentType?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true else {
            return .refuse(.mediaType)
        }
        guard head.contentLength.map({ 0...Self.longestBody ~= $0 }) ?? true else { return .refuse(.tooLarge) }
        let isMarked = head.marker == "1"
        // Browsers with no-referrer call the origin of a form "null".
        guard let origin = head.origin, isOurs(origin) || !isMarked && origin == "null" else {
            return .refuse(.otherPage(.origin, isMissing: head.origin == nil))
        }
        return isMarked ? .answer(.action) : .answerWithKey
    }

    /// True as far as the browser reports it. Where it cannot, the origin, `SameSite` and the header or key of the page's forms must do.
    private func isOfOurPage(_ head: RequestHead) -> Bool {
        guard let site = head.fetchSite else { return silentHosts.contains(head.host?.lowercased() ?? "") }
        return site == "same-origin"
    }

    private func isOurs(_ origin: String) -> Bool { WebOrigin(origin).map(origins.contains) ?? false }
}

/// The head of a request: everything before its body.
package struct RequestHead: Equatable, Sendable {
    package var method: String
    /// The path without a query.
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
    /// Nil where the request has no such header.
    package var contentLength: Int?

    /// True if an answer may be compressed.
    package var takesGzip = false
    /// A page of this server has led here.
    package var isLed = false

    /// A link of another page may have led to the page.
    package var comesFromElsewhere: Bool {
        path == "/" && method == "GET" && !isLed && ["cross-site", "same-site"].contains(fetchSite)
    }
}

/// The resources that a browser can ask for.
package enum Route: Equatable, Sendable {
    case page
    /// The stream of screens.
    case events
    /// The target of forms.
    case action
    case file(StaticFile)
    /// A picture by its key.
    case picture(String)

    /// - Returns: nil for anything else.
    package init?(path: String) {
        switch path {
        case "/": self = .page
        case "/events": self = .events
        case "/act": self = .action
        default:
            if let file = StaticFile.allCases.first(where: { $0.path == path }) {
                self = .file(file)
            } else if path.hasPrefix("/picture/") {
                self = .picture(String(path.dropFirst("/picture/".count)))
            } else {
                return nil
            }
        }
    }

    package var method: String { self == .action ? "POST" : "GET" }

    /// True if a browser may ask for the headers alone. A stream has no end.
    package var hasHead: Bool { self != .action && self != .events }
}
