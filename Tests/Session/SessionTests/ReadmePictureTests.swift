import Foundation
import TestSupport
import Testing

/// The picture in README.md shows the real screen.
@Suite struct ReadmePictureTests {
    private static let picture = "Tests/Pictures/session.svg"

    @Test func theReadmeShowsIt() throws {
        let readme = try String(contentsOfFile: Checkout.path("README.md"), encoding: .utf8)
        #expect(readme.contains("](\(Self.picture))"))
    }

    /// After a change of the screen: `scripts/record-picture`.
    @Test func aRealSessionDrawsTheSamePicture() throws {
        let folder = try TemporaryFolder()
        let result = try Command.run([
            Checkout.path("scripts/record-picture"), "--programs", Products.folder.path, folder.path + "/session.svg",
        ])
        try #require(result.status == 0, "\(result.diagnostics)")
        let committed = try String(contentsOfFile: Checkout.path(Self.picture), encoding: .utf8)
        #expect(try folder.text(of: "session.svg") == committed)
    }

    /// Each screen has one row of four columns.
    @Test(arguments: [
        ("abcd", ##"<text x="16" y="31" textLength="36" lengthAdjust="spacingAndGlyphs" fill="#d6d9e0">abcd</text>"##),
        ("<&>", ##"textLength="27" lengthAdjust="spacingAndGlyphs" fill="#d6d9e0">&lt;&amp;&gt;</text>"##),
        (" a b", ##"<text x="25" y="31" textLength="27" lengthAdjust="spacingAndGlyphs" fill="#d6d9e0">a b</text>"##),
        ("音b", ##"<text x="34" y="31" textLength="9" lengthAdjust="spacingAndGlyphs" fill="#d6d9e0">b</text>"##),
        ("音楽", ##"<text x="34" y="31" textLength="18" lengthAdjust="spacingAndGlyphs" fill="#d6d9e0">楽</text>"##),
        ("e\u{301}b", ##"<text x="25" y="31" textLength="9" lengthAdjust="spacingAndGlyphs" fill="#d6d9e0">b</text>"##),
        ("────", ##"textLength="36" lengthAdjust="spacingAndGlyphs" fill="#d6d9e0">────</text>"##),
        ("\u{1B}[1;36ma", ##"class="b" fill="#56b6c2">a</text>"##),
        ("\u{1B}[2;4ma\u{1B}[0mb", ##"class="d u" fill="#d6d9e0">a</text>"##),
        ("a\u{1B}[7mb", ##"<rect x="25" y="16" width="9" height="20" fill="#d6d9e0"/>"##),
        ("\u{1B}[7ma", ##"fill="#1c1f26">a</text>"##),
        ("\u{1B}[38;5;196ma", ##"fill="#ff0000">a</text>"##),
        ("\u{1B}[48;2;1;2;3m ", ##"<rect x="16" y="16" width="9" height="20" fill="#010203"/>"##),
    ]) func aRowIsDrawn(row: String, expected: String) throws {
        let result = try Self.draw(row)
        #expect(result.status == 0, "\(result.diagnostics)")
        #expect(result.output.contains(expected), "\(result.output)")
    }

    @Test(arguments: ["\u{1B}[5ma", "\u{1B}[2Ja", "a\u{7}"]) func whatItDoesNotKnowIsRefused(row: String) throws {
        let result = try Self.draw(row)
        #expect(result.status == 65)
        #expect(result.diagnostics.contains("is not drawn"))
    }

    private static func draw(_ row: String) throws -> Command.Result {
        try Command.run(["python3", Checkout.path("Tests/Pictures/svg.py"), "4", "A test"], input: row + "\n")
    }
}
