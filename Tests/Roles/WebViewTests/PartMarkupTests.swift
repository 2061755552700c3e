import Encodings
import ScreenModel
import TestSupport
import Testing
import ViewMessages

@testable import WebView

/// Each kind of part alone: its elements on the page.
@Suite struct PartMarkupTests {
    static let cases: [(part: Part, markup: String)] = [
        (
            .facts(Facts(heading: "About", items: [.init(label: "Name", value: "Ada", tone: .danger)])),
            #"<h2 dir="auto">About</h2><dl><dt dir="auto">Name</dt><dd class="t-danger" dir="auto">Ada<span class="vh"> (danger)</span></dd></dl>"#
        ),
        (.label(Label("small", style: .caption)), #"<p class="caption" dir="auto"><span>small</span></p>"#),
        (
            .progress(Progress(label: "Half", fraction: 0.5, caption: "1 of 2 MB")),
            #"<label for="e1"><span dir="auto">Half</span><span dir="auto" class="caption">1 of 2 MB</span></label><progress id="e1" max="100" value="50">50 %</progress><span class="percent">50 %</span>"#
        ),
        (
            .quote(Quote(text: "The engine weaves patterns.", author: "Ada Lovelace")),
            #"<blockquote><p class="text" dir="auto">The engine weaves patterns.</p><footer class="caption" dir="auto">— Ada Lovelace</footer></blockquote>"#
        ),
        (.unknown(UnknownPart(kind: "map")), #"<p class="text caption" dir="auto">This view cannot show “map”</p>"#),
    ]

    @Test(arguments: cases) func aPartHasItsElements(_ row: (part: Part, markup: String)) {
        let page = TestedView(Screen(title: "T", parts: [row.part.sanitized])).page
        expect(page, contains: row.markup, "\(page)")
    }

    /// A page has all words of linear mode: these are the ones that an attack would replace.
    @Test func everyTextOfEveryKindIsOnThePage() throws {
        for part in HostileParts.parts("Ada") + [HostileParts.pager("Ada")] {
            let tokens = try require(MarkupTokens(TestedView(Screen(title: "T", parts: [part.sanitized])).page))
            expect(tokens.words.contains("Ada") || tokens.tags.flatMap(\.attributes).contains { $0.value == "Ada" })
        }
    }

    /// The begin of a JPEG file, as far as its size is in it.
    private static func jpeg(width: Int) -> String {
        Base64.encode([0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 90, UInt8(width >> 8), UInt8(width & 0xFF), 3])
    }

    private static func gallery(_ images: [String?]) -> Screen {
        let items = images.enumerated().map { Gallery.Item(id: "\($0)", caption: "Item \($0)", image: $1) }
        return Screen(title: "T", parts: [.gallery(Gallery(items: items))])
    }

    /// What the pictures of a page say of themselves, from top to bottom.
    private static func pictures(on view: TestedView, _ name: String) throws -> [String?] {
        let tags = try require(MarkupTokens(view.page)).tags.filter { $0.name == "img" }
        return tags.map { $0.attributes.first { $0.name == name }?.value }
    }

    /// The part of an address that names a picture.
    private static func key(_ address: String?) throws -> String {
        String(try require(address).dropFirst("picture/".count))
    }

    @Test func aThousandItemsHaveTheirPicturesWhichTheBrowserLoadsWhenTheyComeInSight() throws {
        var images: [String?] = (1...1000).map { Self.jpeg(width: $0) }
        let view = TestedView(Self.gallery(images))
        let before = try Self.pictures(on: view, "src")
        expect(Set(before).count, equals: 1000)
        expect(try Self.pictures(on: view, "width"), equals: (1...1000).map(String.init))
        expect(try Self.pictures(on: view, "height"), equals: images.map { _ in "90" })
        expect(try Self.pictures(on: view, "loading"), equals: images.map { _ in "lazy" })
        // The caption beside it is its text.
        expect(try Self.pictures(on: view, "alt"), equals: images.map { _ in "" })
        expect(view.state.image(try Self.key(before[7]))?.bytes, equals: Base64.decode(Self.jpeg(width: 8)))
        // All others keep the addresses under which the browser has them.
        images[7] = Self.jpeg(width: 2000)
        view.show(Self.gallery(images))
        let after = try Self.pictures(on: view, "src")
        expect(zip(before, after).filter { $0 != $1 }.count, equals: 1)
        expect(view.state.image(try Self.key(after[7]))?.pixels.width, equals: 2000)
        expect(view.state.image(try Self.key(before[7])), equals: nil)
    }

    @Test(
        arguments: [
            nil, "", "not base64!", "\" onerror=\"x", Base64.encode(Array("<svg onload='x'/>".utf8)), jpeg(width: 0),
            String(repeating: "A", count: 2 << 20 + 4),
        ] as [String?]) func anItemWhoseDataIsNoPictureHasItsCaption(_ image: String?) throws
    {
        let view = TestedView(Self.gallery([image, Self.jpeg(width: 1)]))
        expect(try Self.pictures(on: view, "width"), equals: ["1"])
        expect(view.page, contains: #"aria-hidden="true">▣</span><span dir="auto">Item 0</span>"#)
    }
}
