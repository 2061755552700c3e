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
}
