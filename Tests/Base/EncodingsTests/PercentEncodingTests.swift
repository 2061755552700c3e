import Encodings
import TestSupport
import Testing

@Suite struct PercentEncodingTests {
    private static let signs = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

    /// What each rule does with all signs of ASCII.
    @Test(arguments: [
        (
            PercentEncoding.unreserved,
            "%20%21%22%23%24%25%26%27%28%29%2A%2B%2C-.%2F%3A%3B%3C%3D%3E%3F%40%5B%5C%5D%5E_%60%7B%7C%7D~"
        ),
        (.reserved, "%20!%22#$%25&'()*+,-./:;%3C=%3E?@[%5C]%5E_%60%7B%7C%7D~"),
        (.literal, "%20!%22#$%&'()*+,-./:;%3C=%3E?@[%5C]%5E_%60%7B%7C%7D~"),
        (.path, "%20%21%22%23%24%25%26%27%28%29%2A%2B%2C-./%3A%3B%3C%3D%3E%3F%40%5B%5C%5D%5E_%60%7B%7C%7D%7E"),
        (.form, "%20%21%22%23%24%25%26%27%28%29*%2B%2C-.%2F%3A%3B%3C%3D%3E%3F%40%5B%5C%5D%5E_%60%7B%7C%7D%7E"),
        (.header, "%20!%22#$%25&'()*+,-./:;<=>?@[\\]^_`{|}~"),
        (
            PercentEncoding(keeping: "é-", blankIsPlus: true),
            "+%21%22%23%24%25%26%27%28%29%2A%2B%2C-%2E%2F%3A%3B%3C%3D%3E%3F%40%5B%5C%5D%5E%5F%60%7B%7C%7D%7E"
        ),
    ])
    func rules(_ rule: PercentEncoding, _ encoded: String) {
        expect(rule.encode(Self.signs), equals: encoded)
        expect(rule.encode("azAZ09"), equals: "azAZ09")
        expect(rule.encode("\0\n\u{7F}é😀"), equals: "%00%0A%7F%C3%A9%F0%9F%98%80")
        expect(rule.encode(""), equals: "")
    }

    @Test(arguments: [
        ("", ""), ("plain", "plain"), ("%41%4a%4A", "AJJ"), ("%C3%A9", "é"), ("a+b", "a+b"), ("%2B", "+"),
        ("%00", "\0"),
        ("%2541", "%41"),
    ])
    func texts(_ encoded: String, _ text: String) {
        expect(PercentEncoding.text(encoded.utf8), equals: text)
        expect(PercentEncoding.text(encoded.utf8, isForm: true), equals: text.replacing("a+b", with: "a b"))
    }

    /// Half an escape, other digits, and what is no UTF-8: a byte alone, an overlong form, a surrogate, too high a scalar.
    @Test(arguments: [
        "%", "%4", "a%", "%%41", "%G1", "%1G", "% 1", "%+1", "%-1", "%é", "%FF", "%C3", "%C0%80", "%ED%A0%80",
        "%F5%80%80%80",
    ])
    func whatIsNoText(_ encoded: String) {
        expect(PercentEncoding.text(encoded.utf8), equals: nil)
    }

    @Test(arguments: [
        ("%", "%", false), ("100%&%zz%4", "100%&%zz%4", false), ("%%41", "%A", false), ("%41+", "A ", true),
    ])
    func brokenEscapesMayStay(_ encoded: String, _ text: String, _ isWhole: Bool) {
        let decoded = PercentEncoding.decode(encoded.utf8, isForm: true)
        expect(decoded.bytes, equals: Array(text.utf8))
        expect(decoded.isWhole, equals: isWhole)
    }

    @Test func anyBytesComeBack() {
        let text = String(decoding: (0...255).map { UInt8($0) }, as: UTF8.self)
        for rule in [PercentEncoding.unreserved, .path, .form, .header] {
            expect(PercentEncoding.text(rule.encode(text).utf8), equals: text)
        }
    }
}
