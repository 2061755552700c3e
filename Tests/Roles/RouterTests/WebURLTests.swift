import TestSupport
import Testing
import URLOpening

@Suite struct WebURLTests {
    @Test(arguments: [
        "https://apps.example", "http://apps.example/", "HTTPS://APPS.EXAMPLE/a?b=c&d=%20#e",
        "https://127.0.0.1:8080/x", "https://[::1]/x", "https://apps.example/-;&$(x)'",
    ])
    func accepts(_ text: String) throws {
        try expect(WebURL(text).text, equals: text)
    }

    @Test(
        arguments: [
            ("javascript:alert(1)", .notWeb), ("file:///etc/passwd", .notWeb), ("ftp://apps.example/", .notWeb),
            ("-help", .notWeb), ("--new-window=https://apps.example", .notAURL), ("apps.example", .notWeb),
            ("//apps.example/", .notWeb), ("", .notWeb), ("https:", .noHost), ("https://", .noHost),
            ("https:///etc/passwd", .noHost), ("https://apple.example@evil.example/", .credentials),
            ("https://a:b@evil.example/", .credentials), (" https://apps.example", .notAURL),
            ("https://apps.example/ -x", .notAURL), ("https://apps.example/\u{1B}]0;x\u{7}", .notAURL),
            ("https://apps.example/\n", .notAURL), ("https://аpple.example/", .notAURL),
            ("https://apps.example/%zz", .notAURL), ("https://apps.example/<x>", .notAURL),
            ("https://apps.example/a|b", .notAURL),
            ("https://apps.example:port/", .notAURL),
        ] as [(String, URLFailure)])
    func refuses(_ text: String, because failure: URLFailure) {
        #expect(throws: failure) { try WebURL(text) }
    }

    @Test func ownFilesHaveAddresses() {
        expect(WebURL(ownFile: "/tmp/a b/ü\"%.html").text, equals: "file:///tmp/a%20b/%C3%BC%22%25.html")
    }
}
