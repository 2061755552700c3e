import RouterMessages
import TerminalView
import ViewMessages
import WebView
import Wire

/// A stranger's Markdown on a terminal and in a page.
enum MarkdownProperties {
    static func check(_ input: [UInt8]) throws(Finding) {
        let width = 20 + Int(input.first ?? 0) % 80
        let screen = Screen(
            title: "T", parts: [.text(Text(body: String(decoding: input, as: UTF8.self), format: .markdown))])
        try checkCells(screen, width: width)
        try checkPage(screen)
    }

    private static func checkCells(_ screen: Screen, width: Int) throws(Finding) {
        let content = Content(screen.parts, width: width)
        for index in 0..<content.lines.count {
            try claimHarmless(content.lines[index].text.plain, "a line of the terminal")
        }
        var state = ViewState(stamp: EventStamp(source: "view", run: "1"), size: Size(columns: width, rows: 24))
        for event in events(showing: screen) { _ = state.receive(.event(event)) }
        for row in Layout.frame(of: state).buffer.text { try claimHarmless(row, "a row of the terminal") }
    }

    private static func checkPage(_ screen: Screen) throws(Finding) {
        var state = WebState(stamp: EventStamp(source: "view", run: "1"))
        for event in events(showing: screen) { _ = state.receive(.event(event)) }
        try claimWellFormed(WebPage(state, formKey: "k").piece.source)
    }

    /// A page of which a strict reader takes each tag for one of ours.
    static func claimWellFormed(_ page: String) throws(Finding) {
        guard let tokens = MarkupTokens(page) else { throw Finding("a page is not well-formed: \(page)") }
        let names = Set(tokens.tags.map { String($0.name.drop { $0 == "/" }) })
        try claim(names.allSatisfy { Element(rawValue: $0) != nil }, "a page has strange tags: \(names)")
        try claim(!names.contains("script"), "a screen brings a script")
        let scripts = tokens.tags.flatMap(\.attributes).filter { $0.name.hasPrefix("on") }
        try claim(scripts.isEmpty, "a screen brings a script: \(scripts)")
    }

    static func events(showing screen: Screen) -> [Event] {
        let stack = [Scene(scene: "s-1", name: "s")]
        return [
            Event(RouterOutput.DidNavigate.type, RouterOutput.DidNavigate(stack: stack)),
            Event(ViewInput.Show.type, ViewInput.Show(screen: screen), subject: "s-1"),
        ]
    }
}
