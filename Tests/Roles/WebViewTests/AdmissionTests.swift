import JSON
import TestSupport
import Testing

@testable import WebAccess
@testable import WebView

/// Every route with every method and every credential: only what is right in all is answered.
@Suite struct AdmissionTests {
    private static let admission = Admission(origins: ["http://127.0.0.1:8080", "http://v1.localhost:8080"])
    private static let credentials: Credentials = {
        let json =
            #"{"token":"00000000000000000000000000000001","cookie":"00000000000000000000000000000002","#
            + #""form":"00000000000000000000000000000003","name":"v1","port":8080}"#
        guard let credentials = try? Credentials(json: Array(json.utf8)) else { preconditionFailure(json) }
        return credentials
    }()
    private static let cookie = "00000000000000000000000000000002"

    private static let paths = [
        "/", "/events", "/act", "/script.js", "/style.css", "/icon.svg", "/picture/a1", "/picture/../etc/passwd",
        "/other",
        "//", "/act/", "",
    ]
    private static let methods = ["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", ""]

    /// A request with everything right.
    private static func right(_ method: String, _ path: String) -> RequestHead {
        RequestHead(
            method: method, path: path, host: "127.0.0.1:8080", origin: "http://127.0.0.1:8080",
            fetchSite: "same-origin",
            cookie: cookie, marker: "1", contentType: "application/x-www-form-urlencoded", contentLength: 10)
    }

    private static func isAnswered(_ head: RequestHead) -> Bool {
        switch admission.decide(head, credentials) {
        case .answer, .answerWithKey: true
        case .exchange, .lead, .refuse: false
        }
    }

    @Test func onlyTheMethodOfARouteIsAnswered() {
        for path in Self.paths {
            for method in Self.methods {
                let known = Route(path: path).map { $0.method == method || $0.hasHead && method == "HEAD" } ?? false
                expect(Self.isAnswered(Self.right(method, path)), equals: known, "\(method) \(path)")
            }
        }
    }

    private static let wrong: [(String, @Sendable (inout RequestHead) -> Void)] = [
        ("no cookie", { $0.cookie = nil }), ("another cookie", { $0.cookie = "00000000000000000000000000000000" }),
        ("a short cookie", { $0.cookie = "0" }), ("an empty cookie", { $0.cookie = "" }),
        ("the token as a cookie", { $0.cookie = "00000000000000000000000000000001" }),
        ("no host", { $0.host = nil }), ("another host", { $0.host = "evil.example" }),
        ("a rebound host", { $0.host = "evil.example:8080" }), ("another port", { $0.host = "127.0.0.1:80" }),
        ("a host below", { $0.host = "x.v1.localhost:8080" }),
    ]

    private static let wrongSource: [(String, @Sendable (inout RequestHead) -> Void)] = [
        ("cross-site", { $0.fetchSite = "cross-site" }), ("same-site", { $0.fetchSite = "same-site" }),
    ]

    private static let wrongChange: [(String, @Sendable (inout RequestHead) -> Void)] = [
        ("no Sec-Fetch-Site", { $0.fetchSite = nil }), ("opened by the user", { $0.fetchSite = "none" }),
        ("another origin", { $0.origin = "http://evil.example" }),
        ("another port", { $0.origin = "http://127.0.0.1:3000" }),
        ("another scheme", { $0.origin = "https://127.0.0.1:8080" }),
    ]

    private static let wrongPost: [(String, @Sendable (inout RequestHead) -> Void)] = [
        ("no origin", { $0.origin = nil }), ("text/plain", { $0.contentType = "text/plain" }),
        ("multipart", { $0.contentType = "multipart/form-data" }), ("no type", { $0.contentType = nil }),
        ("too long", { $0.contentLength = 1 << 30 }), ("no number", { $0.contentLength = -1 }),
        ("null with a marker", { $0.origin = "null" }),
    ]

    @Test func whateverIsWrongIsRefused() {
        for path in Self.paths {
            for method in Self.methods {
                var changes = Self.wrong + Self.wrongSource
                if ["/events", "/act"].contains(path) { changes += Self.wrongChange }
                if path == "/act" { changes += Self.wrongPost }
                for (name, change) in changes {
                    var head = Self.right(method, path)
                    change(&head)
                    #expect(!Self.isAnswered(head), "\(method) \(path) with \(name)")
                }
            }
        }
    }

    /// A form without a script has no header of its own, so it needs the key of our pages.
    @Test func formsNeedAKey() {
        var head = Self.right("POST", "/act")
        expect(Self.admission.decide(head, Self.credentials), equals: .answer(.action))
        head.marker = nil
        expect(Self.admission.decide(head, Self.credentials), equals: .answerWithKey)
        head.origin = "null"
        expect(Self.admission.decide(head, Self.credentials), equals: .answerWithKey)
    }

    @Test func tokensAreExchangedOnThePageOnly() {
        var head = Self.right("GET", "/")
        head.cookie = nil
        head.token = "00000000000000000000000000000001"
        expect(Self.admission.decide(head, Self.credentials), equals: .exchange("00000000000000000000000000000001"))
        head.host = "evil.example"
        expect(Self.admission.decide(head, Self.credentials), equals: .refuse(.otherHost))
        for path in Self.paths.dropFirst() {
            head = Self.right("GET", path)
            head.cookie = nil
            head.token = "00000000000000000000000000000001"
            expect(Self.admission.decide(head, Self.credentials), equals: .refuse(.noCookie))
        }
    }

    @Test func aTokenIsGoodOnce() {
        var credentials = Self.credentials
        let tokens = ["", "0", "1", "1"].map { $0.isEmpty ? "" : String(repeating: "0", count: 31) + $0 }
        let accepted = tokens.map { credentials.exchange($0) }
        expect(accepted, equals: [false, false, true, false])
        #expect(credentials.token.text != Self.credentials.token.text)
    }

    @Test func secretsAreRandomAndUnprintable() throws {
        let secrets = try (0..<100).map { _ in try require(Secret.random()) }
        expect(Set(secrets.map(\.text)).count == 100 && secrets.allSatisfy { $0.text.utf8.count == 32 })
        expect("\(secrets[0])", equals: "(secret)")
        for text in ["", "0", "g0000000000000000000000000000000", "0000000000000000000000000000000A"] {
            expect(Secret(text), equals: nil)
        }
    }

    @Test(arguments: [
        ("8080", ListenAddress.network(address: "127.0.0.1", port: 8080)),
        ("127.0.0.1:0", .network(address: "127.0.0.1", port: 0)), ("[::1]:80", .network(address: "::1", port: 80)),
        ("0.0.0.0:80", .network(address: "0.0.0.0", port: 80)), ("unix:/tmp/x", .socket(path: "/tmp/x")),
        ("localhost:80", nil), ("127.0.0.1:65536", nil), ("unix:x", nil), ("", nil), ("127.0.0.1:-1", nil),
    ]) func addressesAreRead(_ text: String, _ address: ListenAddress?) {
        expect(ListenAddress(text), equals: address)
    }

    /// As browsers write them: in small letters, without the port that a scheme has anyway.
    @Test(arguments: [
        ("https://tools.example", "https://tools.example"), ("HTTPS://Tools.example:443", "https://tools.example"),
        ("http://[::1]:80", "http://[::1]"), ("http://a:8080", "http://a:8080"), ("https://a:80", "https://a:80"),
        ("tools.example", nil), ("https://", nil), ("https://a/", nil), ("https://a b", nil), ("javascript://a", nil),
        ("http://a:0", nil), ("http://a:99999", nil), ("http://:", nil), ("http://a]", nil), ("http://[a]", nil),
        ("http://..", nil), ("http://a@b", nil), ("http://a:", nil), ("null", nil), ("", nil),
    ]) func originsAreOrigins(_ text: String, _ origin: String?) { expect(WebOrigin(text)?.text, equals: origin) }

    /// A proxy may have the page in a folder.
    @Test(arguments: [
        ("https://tools.example", "https://tools.example/"), ("https://tools.example/", "https://tools.example/"),
        ("https://a:8443/apps/x", "https://a:8443/apps/x/"), ("https://a/b?c", nil), ("https://a/#", nil),
        ("https://a/\"", nil), ("https://a/b c", nil), ("https:///a", nil), ("a/b", nil), ("", nil),
    ]) func pagesAreOriginsWithFolders(_ text: String, _ folder: String?) {
        expect((WebOrigin(page: text) == nil ? nil : WebOrigin.folder(text)), equals: folder)
    }

    /// Regression: with a link of another page, browsers send no cookie, and the page showed that it was closed.
    @Test func aLinkElsewhereLeadsOnOnce() {
        var head = Self.right("GET", "/")
        (head.cookie, head.origin, head.fetchSite) = (nil, nil, "cross-site")
        expect(Self.admission.decide(head, Self.credentials), equals: .lead)
        head.isLed = true
        expect(Self.admission.decide(head, Self.credentials), equals: .refuse(.noCookie))
        (head.cookie, head.fetchSite) = (Self.cookie, "same-origin")
        expect(Self.admission.decide(head, Self.credentials), equals: .answer(.page))
    }

    /// Over the network without TLS, browsers do not send `Sec-Fetch-Site`. What they do send must be right all the same.
    @Test func whereBrowsersDoNotSayWhoAsksTheOriginDecides() {
        let admission = Admission(origins: [
            "http://192.0.2.1:8080", "http://127.0.0.1:8080", "https://tools.example:443",
        ])
        func decide(_ host: String, _ origin: String?, _ site: String?, _ path: String) -> Admission.Decision {
            var head = Self.right(path == "/act" ? "POST" : "GET", path)
            (head.host, head.origin, head.fetchSite) = (host, origin, site)
            return admission.decide(head, Self.credentials)
        }
        let network = "192.0.2.1:8080"
        expect(decide(network, "http://\(network)", nil, "/act"), equals: .answer(.action))
        expect(decide(network, nil, nil, "/events"), equals: .answer(.events))
        expect(decide("tools.example", "https://tools.example", "same-origin", "/act"), equals: .answer(.action))
        for (host, origin, site, path, sign, isMissing) in [
            (network, "http://evil.example", nil, "/act", .origin, false), (network, nil, nil, "/act", .origin, true),
            (network, "http://\(network)", "cross-site", "/act", .fetchSite, false),
            ("127.0.0.1:8080", "http://127.0.0.1:8080", nil, "/act", .fetchSite, true),
            ("tools.example", "https://tools.example", nil, "/act", .fetchSite, true),
            (network, "http://evil.example", nil, "/events", .origin, false),
            ("127.0.0.1:8080", nil, nil, "/events", .fetchSite, true),
            (network, nil, "cross-site", "/script.js", .fetchSite, false),
        ] as [(String, String?, String?, String, Admission.Sign, Bool)] {
            let decision = decide(host, origin, site, path)
            expect(
                decision, equals: .refuse(.otherPage(sign, isMissing: isMissing)),
                "\(host) \(origin ?? "") \(site ?? "") \(path)")
        }
    }

    /// Which header is missing or wrong, and what a program sends instead; never what this session's is.
    @Test(arguments: [
        (Admission.Sign.fetchSite, ["header Sec-Fetch-Site", "sends “Sec-Fetch-Site: same-origin”"]),
        (.origin, ["header Origin", "sends as Origin the beginning of the page"]),
        (.marker, ["header X-Viperline, or else the field key of a form,", "sends “X-Viperline: 1”"]),
    ])
    func aRefusalNamesTheHeader(_ sign: Admission.Sign, _ words: [String]) {
        for (isMissing, cause) in [
            (true, "is missing. Reload the page"), (false, "is not that of a page of this view"),
        ] {
            let response = Response.refusal(.otherPage(sign, isMissing: isMissing))
            let text = String(decoding: response.body, as: UTF8.self)
            expect(response.status, equals: 403)
            for part in words + [cause] { expect(text, contains: part) }
        }
    }

    /// A port that a scheme has anyway is not in `Host` and `Origin`.
    @Test func standardPortsAreNotSaid() {
        let admission = Admission(
            origins: ListenAddress.network(address: "127.0.0.1", port: 80).origins(port: 80, name: "v1"))
        var head = Self.right("POST", "/act")
        for host in ["127.0.0.1", "127.0.0.1:80", "v1.localhost"] {
            (head.host, head.origin) = (host, "http://127.0.0.1")
            expect(admission.decide(head, Self.credentials), equals: .answer(.action), "\(host)")
        }
    }

    /// Regression: behind a proxy with TLS, a mistyped `http://` sent the cookie in clear.
    @Test(
        arguments: [
            (["https://tools.example"], "tools.example", true), (["https://tools.example"], "TOOLS.example:443", true),
            (["https://tools.example:8443", "http://127.0.0.1:8080"], "tools.example:8443", true),
            (["https://tools.example:8443", "http://127.0.0.1:8080"], "127.0.0.1:8080", false),
            // The same name is reached without TLS, too.
            (["https://tools.example", "http://tools.example"], "tools.example", false),
            (["https://tools.example", "http://tools.example"], "tools.example:443", true),
            (["https://tools.example"], "evil.example", false), (["https://tools.example"], nil, false),
            ([], "a", false),
        ] as [([String], String?, Bool)])
    func theCookieIsSecureWhereTheHostHasOnlyTLS(_ origins: [String], _ host: String?, _ isSecure: Bool) throws {
        let secret = try require(Secret(Self.cookie))
        let cookie = WebHosts(origins.compactMap(WebOrigin.init(page:))).cookie(of: host, port: 8080)
        expect(cookie.name, equals: (isSecure ? "__Host-viperline-8080" : "viperline-8080"))
        expect(
            cookie.setting(secret),
            equals: "\(cookie.name)=\(Self.cookie); Path=/; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : ""))
    }

    @Test func strangersKeepOutNobody() {
        var strangers = Strangers<Int>(most: 3, patience: .milliseconds(100))
        expect((1...3).compactMap { strangers.came($0, now: .at($0)) }, equals: [])
        expect(strangers.untilLate(now: .at(1)), equals: .milliseconds(100))
        strangers.forget(2)
        expect(strangers.came(4, now: .at(50)) == nil && strangers.came(5, now: .at(60)) == 1)
        expect(strangers.takeLate(now: .at(102)) == [] && strangers.takeLate(now: .at(103)) == [3])
        expect(strangers.oldest, equals: 4, "it makes room where descriptors run out")
        expect(Set(strangers.takeLate(now: .at(500))) == [4, 5] && strangers.untilLate(now: .at(500)) == nil)
        expect(strangers.oldest, equals: nil)
    }

    /// What follows an endless line is no action.
    @Test func theRestOfALineThatIsTooLongIsNoAction() {
        var input = ActionInput(-1)
        expect(input.split(Array("do=a\ndo=".utf8)), equals: [Array("do=a".utf8)])
        expect(input.split(Array("b\n".utf8)), equals: [Array("do=b".utf8)])
        let endless = [UInt8](repeating: 0x61, count: Admission.longestBody)
        expect(
            input.split(endless) == [] && input.split(endless) == []
                && input.split(Array("do=quit\ndo=c\n".utf8)) == [Array("do=c".utf8)])
    }
}
