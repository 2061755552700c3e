import Testing
import ViewMessages

@testable import WebView

/// A page is here at once: its files are small as they are written, and smaller as they are sent.
@Suite struct AssetTests {
    /// Of each. The browser's history and tables that need no room to the side took the script and the style sheet beyond 6 KB, screens
    /// sent as edits, headers that stay in sight and forms that ask beyond 9; the clipboard and options that are filtered beyond 10; proxies that hold back, many windows and low ones beyond 12.
    private static let most = 13 * 1024

    @Test(arguments: [StaticFile.script, .style]) func filesAreSmall(_ file: StaticFile) throws {
        #expect(file.bytes.count <= Self.most)
        #expect(try #require(file.compressed).count < Self.most / 2)
    }

    /// With all files, and with the heads of the four answers.
    @Test func theFirstLoadIsSmall() {
        let heads = 4 * 1000
        let rows = (0..<20).map { Row(id: "\($0)", title: "Title of row \($0)", subtitle: "What is said of it") }
        let screen = Screen(title: "T", prompt: Prompt(placeholder: "Search"), parts: [.list(List(rows: rows))])
        let page = WebPage(TestedView(screen).state, formKey: "0123456789abcdef0123456789abcdef").document
        let files = StaticFile.allCases.reduce(0) { $0 + ($1.compressed?.count ?? $1.bytes.count) }
        #expect(page.bytes.count + files + heads <= 24_000)
    }
}
