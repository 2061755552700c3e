package import WebAccess

/// Decides which requests are answered. Whatever is not known to be right is refused.
///
/// The person's own browser is the attacker's way in: it sends the cookie along with what any page makes it ask for. So a host
/// that is not ours is refused (DNS rebinding), as is what changes or streams unless the browser says that a page of ours asks.
package struct Admission: Sendable {
    package enum Decision: Equatable, Sendable {
        case answer(Route)
        /// A form that was sent without a script: its field `key` must be right as well.
        case answerWithKey
        /// The token is right as far as its form goes; ``Credentials/exchange(_:)`` decides.
        case exchange(String)
        case refuse(Refusal)
    }

    package enum Refusal: Int, Equatable, Sendable {
        case badRequest = 400
        case noCookie = 401
        case otherOrigin = 403
        case notFound = 404
        case method = 405
        case tooLarge = 413
        case mediaType = 415
        case otherHost = 421
    }

    private let origins: Set<WebOrigin>
    private let hosts: Set<String>
    /// Where browsers do not say who asks: over the network without TLS.
    private let silentHosts: Set<String>

    /// Bytes of a form.
    package static let longestBody = 1 << 18

    /// - Parameter origins: by which a browser may reach the view: `http://127.0.0.1:8080`.
    package init(origins: [String]) {
        self.origins = Set(origins.compactMap(WebOrigin.init))
        hosts = Set(self.origins.flatMap(\.hosts))
        silentHosts = Set(self.origins.filter { !$0.isTrustworthy }.flatMap(\.hosts))
    }

    package func decide(_ head: RequestHead, _ credentials: Credentials) -> Decision {
        guard let host = head.host?.lowercased(), hosts.contains(host) else { return .refuse(.otherHost) }
        if head.path == "/", head.method == "GET", let token = head.token {
            // A page that leads here has no token. One that guesses has no chance.
            return .exchange(token)
        }
        guard credentials.cookie.matches(head.cookie) else { return .refuse(.noCookie) }
        guard let route = Route(path: head.path) else { return .refuse(.notFound) }
        guard head.method == route.method else { return .refuse(.method) }
        switch route {
        case .page:
            // Opened by the person, or by a page of ours.
            return ["none", "same-origin", nil].contains(head.fetchSite) ? .answer(route) : .refuse(.otherOrigin)
        case .file, .picture:
            return ["none", "same-origin", nil].contains(head.fetchSite) ? .answer(route) : .refuse(.otherOrigin)
        case .events:
            guard isOfOurPage(head), head.origin.map(isOurs) ?? true else { return .refuse(.otherOrigin) }
            return .answer(route)
        case .action: return decideOnAction(head)
        }
    }

    private func decideOnAction(_ head: RequestHead) -> Decision {
        guard isOfOurPage(head) else { return .refuse(.otherOrigin) }
        guard head.contentType?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true else {
            return .refuse(.mediaType)
        }
        guard head.contentLength.map({ 0...Self.longestBody ~= $0 }) ?? true else { return .refuse(.tooLarge) }
        if head.marker == "1" { return head.origin.map(isOurs) == true ? .answer(.action) : .refuse(.otherOrigin) }
        // With no-referrer, browsers call the origin of a form "null".
        return head.origin.map { isOurs($0) || $0 == "null" } == true ? .answerWithKey : .refuse(.otherOrigin)
    }

    /// As far as the browser says. Where it cannot, the origin, `SameSite` and the header or key of our forms are what there is.
    private func isOfOurPage(_ head: RequestHead) -> Bool {
        guard let site = head.fetchSite else { return silentHosts.contains(head.host?.lowercased() ?? "") }
        return site == "same-origin"
    }

    private func isOurs(_ origin: String) -> Bool { WebOrigin(origin).map(origins.contains) ?? false }
}
