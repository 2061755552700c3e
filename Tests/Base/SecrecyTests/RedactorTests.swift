import Secrecy
import TestSupport
import Testing
import _StringProcessing

@Suite struct RedactorTests {
    private static func redact(_ json: String, by redactor: inout Redactor) -> String {
        String(decoding: redactor.redact(Array(json.utf8)), as: UTF8.self)
    }

    @Test(arguments: [
        // By member names, at every depth, in any case.
        (#"{"data":{"password":"p4ss"}}"#, #"{"data":{"password":"redacted-1"}}"#),
        (
            #"{"headers": {"Authorization":"Bearer x", "Set-Cookie":["a=1","b=2"]}}"#,
            #"{"headers": {"Authorization":"redacted-1", "Set-Cookie":["redacted-2","redacted-3"]}}"#
        ),
        (#"{"api_key":12,"accessToken":{"value":"v"}}"#, #"{"api_key":0,"accessToken":{"value":"redacted-1"}}"#),
        (#"{"key":"AIzaSyExample"}"#, #"{"key":"redacted-1"}"#),
        // In URLs, command lines and header lines.
        (#"{"url":"https://h/p?key=abc&q=1#x"}"#, ##"{"url":"https://h/p?key=redacted-1&q=1#x"}"##),
        (#"["--token=abc","--name=abc"]"#, #"["--token=redacted-1","--name=abc"]"#),
        (#"{"url":"https://me:pw@h/"}"#, #"{"url":"https://me:redacted-1@h/"}"#),
        (#"{"text":"Host: h\r\nCookie: a=b; c=d\r\n"}"#, #"{"text":"Host: h\r\nCookie: redacted-1\r\n"}"#),
        // Equal secrets get equal replacements, and are also found where nothing marks them.
        (
            #"{"token":"0123456789","a":{"secret":"0123456789"},"text":"it is 0123456789!"}"#,
            #"{"token":"redacted-1","a":{"secret":"redacted-1"},"text":"it is redacted-1!"}"#
        ),
    ])
    func aSecretIsReplaced(json: String, expected: String) {
        var redactor = Redactor()
        expect(Self.redact(json, by: &redactor), equals: expected)
        #expect(redactor.count > 0)
        // Redacting twice changes nothing.
        var again = Redactor()
        let second = Self.redact(expected, by: &again)
        expect(second, equals: expected)
    }

    /// Regression: such a text ended the program. Decoded escapes need not be UTF-8, so that places in texts are those of bytes.
    @Test(arguments: [
        (#"{"text":"mysql -u%ff%ff:abc"}"#, #"{"text":"mysql -u%ff%ff:redacted-1"}"#),
        (#"{"text":"curl -u %ff%ff%ff:abc x"}"#, #"{"text":"curl -u %ff%ff%ff:redacted-1 x"}"#),
        (#"{"text":"token = \"%ff%ff%ff%ff%ff%ff\" # a"}"#, nil),
        (#"{"text":"token = a%ff%ff%ff%ff%ff%ff%ff # a"}"#, nil),
    ])
    func aSecretIsFoundInWhatIsNoText(json: String, expected: String?) {
        var redactor = Redactor()
        let redacted = Self.redact(json, by: &redactor)
        expect(redacted, equals: expected ?? redacted)
    }

    @Test(arguments: [
        #"{"b" : 1.0, "a":"\u00e9", "key":"o", "pageToken":"CAUQAA","n":[1,{"x":null}]}"#,
        #"{"title":"Token economy: a key = value story","password":""}"#,
        #"{"url":"https://h/?page=2","base64":"abc=="}"#,
    ])
    func everythingElseStaysUnchanged(json: String) {
        var redactor = Redactor()
        expect(Self.redact(json, by: &redactor), equals: json)
        expect(redactor.count, equals: 0)
    }

    @Test func whatAPersonNamesIsReplacedEverywhere() throws {
        let pattern = try Regex("[a-z]+@[a-z.]+")
        var redactor = Redactor(
            members: [
                .init(path: "data.query"), .init(path: "data.items.url", replacement: "https://example.org/"),
            ], patterns: [{ $0.ranges(of: pattern) }])
        let json =
            #"{"data":{"query":"chess","items":[{"url":"u1"},{"url":"u2"}],"text":"for chess, ask me@example.org"}}"#
        expect(
            Self.redact(json, by: &redactor),
            equals:
                #"{"data":{"query":"redacted-1","items":[{"url":"https://example.org/"},{"url":"https://example.org/"}],"text":"for redacted-1, ask redacted-2"}}"#
        )
        expect(redactor.secretCount, equals: 2)
    }

    @Test(.timeLimit(.minutes(1))) func aLargePictureStaysUnchanged() {
        var redactor = Redactor()
        let event = #"{"base64":"\#(String(repeating: "QUJD", count: 250_000))="}"#
        expect(Self.redact(event, by: &redactor), equals: event)
    }
}
