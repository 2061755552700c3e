import Encodings
import Foundation
import TestSupport
import Testing

@Suite struct Base64Tests {
    /// RFC 4648, section 10.
    static let vectors = [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ]

    @Test(arguments: vectors) func theVectorsOfTheStandardHold(_ text: String, _ encoded: String) {
        expect(Base64.encode(Array(text.utf8)), equals: encoded)
        expect(Base64.decode(encoded), equals: Array(text.utf8))
    }

    @Test(arguments: ["Z", "Zg", "Zg=", "Zg===", "====", "Zm9v\n", "Zm9v Zg==", "Zg==Zg==", "Zm-_", "Zm9vYé"])
    func anythingElseIsNone(_ text: String) {
        expect(Base64.decode(text), equals: nil)
    }

    @Test(arguments: [("Zm9v!Zg", "foo"), ("Zm8", "fo"), ("Zm", "f"), ("!", ""), ("Zg==", "f")])
    func thePrefixEndsBeforeTheFirstOtherCharacter(_ text: String, _ prefix: String) {
        expect(Base64.decodePrefix(of: text), equals: Array(prefix.utf8))
    }

    @Test func urlSafeDigitsCountInAPrefix() {
        expect(Base64.urlSafe("a+/b=".utf8), equals: Array("a-_b=".utf8))
        expect((0...255).count { Base64.isDigit(UInt8($0)) }, equals: 66)
        expect(Base64.decodePrefix(of: "--__"), equals: Base64.decodePrefix(of: "++//"))
    }

    @Test func anyBytesComeBack() {
        var random = SystemRandomNumberGenerator()
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            expect(Base64.encode(bytes), equals: Data(bytes).base64EncodedString())
            expect(Base64.decode(Base64.encode(bytes)), equals: bytes)
        }
    }
}
