import HTTPTransfer
import TestSupport
import Testing

@Suite struct HTTPURLTests {
    @Test(arguments: [
        ("http://a.example", "http://a.example/", "http://a.example/"),
        ("HTTPS://A.example/P?key=1#f", "https://A.example/P?key=1#f", "https://a.example/P?…"),
        ("https://a.example:443/", "https://a.example:443/", "https://a.example/"),
        ("https://a.example:8443/", "https://a.example:8443/", "https://a.example:8443/"),
        ("http://ann:secret@a.example/x", "http://a.example/x", "http://a.example/x"),
        ("http://a.example/a b", "http://a.example/a%20b", "http://a.example/a%20b"),
        ("http://[::1]:80/", "http://[::1]:80/", "http://[::1]/"),
        ("http://Bücher.example/ü", "http://xn--bcher-kva.example/%c3%bc", "http://xn--bcher-kva.example/%c3%bc"),
        ("http://b%C3%BCcher.example/", "http://xn--bcher-kva.example/", "http://xn--bcher-kva.example/"),
        ("http://ann:pw@faß.example/", "http://xn--fa-hia.example/", "http://xn--fa-hia.example/"),
        ("http://例え.テスト/", "http://xn--r8jz45g.xn--zckzah/", "http://xn--r8jz45g.xn--zckzah/"),
    ])
    func takesApart(_ row: (given: String, text: String, summary: String)) throws {
        let url = try HTTPURL(row.given)
        expect(url.text, equals: row.text)
        expect(url.summary, equals: row.summary)
    }

    @Test(arguments: [
        ("", TransferError.invalidURL("it has no scheme, such as https://")),
        ("a.example/x", .invalidURL("it has no scheme, such as https://")),
        ("file:///etc/passwd", .refusedScheme("file")),
        ("ftp://a.example/", .refusedScheme("ftp")), ("data:text/plain,x", .refusedScheme("data")),
        ("MailTo:ann@a.example", .refusedScheme("mailto")), ("javascript:void(0)", .refusedScheme("javascript")),
        ("gopher://a.example/", .refusedScheme("gopher")),
        ("javascript://a.example/", .refusedScheme("javascript")),
        ("http://a.example/\0", .invalidURL("it contains a NUL")),
    ])
    func refuses(_ row: (given: String, error: TransferError)) {
        #expect(throws: row.error) { try HTTPURL(row.given) }
    }

    @Test(arguments: ["http://", "http://a b/", "http://a.example:99999/", "http://a.example/\r\nX: y"])
    func refusesInvalidURLs(_ text: String) {
        #expect { try HTTPURL(text) } throws: { error in
            if case .invalidURL? = error as? TransferError { true } else { false }
        }
    }

    @Test func keepsCredentialsApart() throws {
        let url = try HTTPURL("http://ann:a%3Ab@a.example/")
        expect(url.credentials?.user, equals: "ann")
        expect(url.credentials?.password, equals: "a:b")
    }

    @Test(arguments: [
        ("", "v"), ("X Y", "v"), ("X:", "v"), ("X\r\nY", "v"), ("X", "v\r\nY: z"), ("X", "v\n"), ("X", "\0"),
        ("Ü", "v"), ("X", "v\u{1}"), ("X", "\u{7F}"), ("X", "a\r\n b"), (":path", "/"),
    ])
    func refusesHeaders(_ row: (name: String, value: String)) {
        #expect(throws: TransferError.invalidHeader(name: row.name)) { try HTTPHeader(row.name, row.value) }
    }

    /// Some letters expand to several characters, and a slash among these would end the host.
    @Test(arguments: ["http://℀.example/", "http://a\u{FFFD}b.example/"])
    func refusesInvalidHosts(_ text: String) {
        #expect { try HTTPURL(text) } throws: { error in
            if case .invalidURL? = error as? TransferError { true } else { false }
        }
    }

    @Test(
        arguments: [
            ("a.example/x", "http://a.example/x"), ("localhost", "http://localhost/"),
            ("a:8080/x?y", "http://a:8080/x?y"),
            ("127.0.0.1:81", "http://127.0.0.1:81/"), ("https://a.example/", "https://a.example/"),
            ("a.example?b=http://c", nil), ("nonsense", nil), ("nowhere:", nil), ("mailto:ann@a.example", nil),
            ("ann:pw@a.example/", nil), ("/etc/hosts", nil), ("", nil),
        ] as [(String, String?)])
    func aUserMayLeaveOutTheScheme(_ row: (text: String, url: String?)) {
        expect((try? HTTPURL(typed: row.text))?.text, equals: row.url)
    }

    /// libcurl parses what is not a plain path behind the host of the URL before; the results are the same.
    @Test(
        arguments: [
            (["http://a.example:81/1.json", "http://a.example:81/2-b/c_d.json", "http://a.example:81/"], 1),
            (["http://a.example/x", "http://a.example/?b=1&c=d.e", "http://a.example/y?b=c"], 1),
            (
                [
                    "http://a.example/x", "http://a.example/../y", "http://a.example/./y", "http://a.example/a/..",
                    "http://a.example/.",
                ], 5
            ),
            (["http://a.example/x", "http://a.example/y?", "http://a.example/y?b?c", "http://a.example/a=b"], 4),
            (["http://a.example/x", "http://a.example/a b", "http://a.example/%41", "http://a.example/ü"], 4),
            (
                [
                    "http://a.example/x", "http://a.example", "http://a.example?b", "http://a.example#b",
                    "http://a.example/#b",
                ], 5
            ),
            (
                [
                    "http://a.example/x", "http://a.example.org/x", "http://a.example:8/x",
                    "http://a.example@b.example/x",
                ], 4
            ),
            (
                [
                    "http://ann:pw@a.example/x", "http://a.example/y", "http://ann:pw@a.example/z",
                    "http://ann:pw@a.example/z",
                ], 4
            ),
            (["http://A.example/x", "http://A.example/y", "http://a.example/y"], 2),
            (["HTTP://a.example/x", "HTTP://a.example/y", "https://a.example/y", "http://a.example/y"], 4),
            (["a.example/x", "a.example/y", "http://a.example/y", "a.example/z", "http://a.example/z"], 5),
            (["http://[::1]:80/x", "http://[::1]:80/y", "http://[::1]/y"], 2),
            (
                [
                    "http://a.example/x", "http://a.example/y\0", "http://a.example/\\y", "http://a.example/y",
                    "http://a.example/z",
                ], 3
            ),
        ])
    func aListIsReadAsItsURLsAre(_ row: (texts: [String], parsed: Int)) {
        var reader = HTTPURLReader()
        for text in row.texts {
            let alone = Result { () throws(TransferError) in try HTTPURL(typed: text) }
            let read = Result { () throws(TransferError) in try reader.read(typed: text) }
            expect(read, equals: alone)
            expect((try? read.get())?.summary, equals: (try? alone.get())?.summary)
        }
        expect(reader.parsed, equals: row.parsed)
    }

    /// libcurl refuses very long URLs.
    @Test func aLongURLIsParsed() throws {
        var reader = HTTPURLReader()
        _ = try reader.read(typed: "http://a.example/x")
        #expect(throws: TransferError.self) {
            try reader.read(typed: "http://a.example/" + String(repeating: "x", count: 9_000_000))
        }
    }

    /// Each of these would desynchronise the connection, and another request would get the wrong answer.
    @Test(arguments: [
        ("Content-Length", "5"), ("content-length", ""), ("Transfer-Encoding", "chunked"), ("Connection", "close"),
        ("Connection", "X-Key"), ("Keep-Alive", "timeout=5"), ("Proxy-Connection", "keep-alive"), ("TE", "trailers"),
        ("Trailer", "X"), ("Upgrade", "h2c"), ("HTTP2-Settings", "AAMAAABk"), ("Expect", "100-continue"),
        ("Host", ""), ("Host", " \t"), ("Host", "a b"), ("Host", "a.example, b.example"), ("Host", "a/b"),
        ("Host", "a@b"),
    ])
    func framingIsNotTheCallers(_ row: (name: String, value: String)) {
        #expect { try HTTPHeader(row.name, row.value) } throws: { error in
            if case .refusedHeader(row.name, _)? = error as? TransferError { true } else { false }
        }
    }

    @Test(arguments: [("Host", "a.example:8080"), ("Host", "[::1]:1"), ("X", "\tv \t"), ("X", " "), ("X", "é a\tb")])
    func otherHeadersAre(_ row: (name: String, value: String)) throws {
        let blanks: Set<Character> = [" ", "\t"]
        let header = try HTTPHeader(row.name, row.value)
        #expect(header.value.first.map { !blanks.contains($0) } ?? true)
        expect(row.value, contains: header.value)
    }
}
