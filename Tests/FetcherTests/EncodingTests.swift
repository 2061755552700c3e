import Testing

@testable import Fetcher

/// The fetcher's own encodings: Base64 and timestamps.
@Suite struct EncodingTests {
    /// RFC 4648 §10, and all bytes at the ends of the alphabet.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func base64OfTheSpecification(_ text: String, _ expected: String) {
        #expect(Base64.text(Array(text.utf8)) == expected)
    }

    @Test func base64OfAnyBytes() {
        #expect(Base64.text([0xFB, 0xFF, 0xBF]) == "+/+/")
        #expect(Base64.text([0, 0, 0]) == "AAAA")
        #expect(Base64.text([0xFF]) == "/w==")
        var output = Array("x".utf8)
        Base64.append([0xFF, 0xFF], to: &output)
        #expect(output == Array("x//8=".utf8), "what stands before it stays")
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (951_782_399, "2000-02-28T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
        (1_772_582_399, "2026-03-03T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
        (-1, "1969-12-31T23:59:59Z"), (253_402_300_799, "9999-12-31T23:59:59Z"), (.max, "9999-12-31T23:59:59Z"),
        (.min, "0000-01-01T00:00:00Z"),
    ])
    func timestamps(_ seconds: Int, _ expected: String) {
        #expect(UTCTimestamp(secondsSince1970: seconds).description == expected)
    }
}
