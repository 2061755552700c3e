import HTTPTransfer
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
    ])
    func takesApart(_ row: (given: String, text: String, summary: String)) throws {
        let url = try HTTPURL(row.given)
        #expect(url.text == row.text)
        #expect(url.summary == row.summary)
    }

    @Test(arguments: [
        ("", TransferError.invalidURL("it has no scheme, such as https://")),
        ("a.example/x", .invalidURL("it has no scheme, such as https://")),
        ("file:///etc/passwd", .refusedScheme("file")),
        ("ftp://a.example/", .refusedScheme("ftp")),
        ("gopher://a.example/", .refusedScheme("gopher")),
        ("javascript://a.example/", .refusedScheme("javascript")),
        ("http://a.example/\0", .invalidURL("it contains a NUL")),
    ])
    func refuses(_ row: (given: String, error: TransferError)) {
        #expect(throws: row.error) { try HTTPURL(row.given) }
    }

    @Test(arguments: ["http://", "http://a b/", "http://a.example:99999/", "http://a.example/\r\nX: y"])
    func refusesWhatIsNoURL(_ text: String) {
        #expect { try HTTPURL(text) } throws: { error in
            if case .invalidURL? = error as? TransferError { true } else { false }
        }
    }

    @Test func keepsCredentialsApart() throws {
        let url = try HTTPURL("http://ann:a%3Ab@a.example/")
        #expect(url.credentials?.user == "ann")
        #expect(url.credentials?.password == "a:b")
    }

    @Test(arguments: [
        ("", "v"), ("X Y", "v"), ("X:", "v"), ("X\r\nY", "v"), ("X", "v\r\nY: z"), ("X", "v\n"), ("X", "\0"),
        ("Ü", "v"),
    ])
    func refusesHeaders(_ row: (name: String, value: String)) {
        #expect(throws: TransferError.invalidHeader(name: row.name)) { try HTTPHeader(row.name, row.value) }
    }
}
