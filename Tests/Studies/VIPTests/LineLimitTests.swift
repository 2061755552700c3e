import VIPMessages
import VIPPresenter
import InteractorMessages
import JSON
import TestSupport
import Testing
import Wire

/// The presenter has no memory that a refusal could find, so each screen fits at once.
@Suite struct LineLimitTests {
    private static let limit = 4096

    @Test(arguments: [1, 10, 30, 100, 1000])
    func aListIsAsLongAsFits(rows: Int) throws {
        var pages = ItemPages<App>()
        pages.items = (0..<rows).map { App(id: "\($0)", name: "An app with a name", company: "Its maker", rating: 4) }
        pages.cursor = "2"
        let show = try show(PresenterInput.PresentApps.type, PresenterInput.PresentApps(term: "x", pages: pages))
        let fits = rows <= 30
        expect(show.contains("too much for one screen"), equals: !fits)
        expect(show.contains(#""hasMore":true"#), equals: fits, "more rows would not fit either")
        expect(show, contains: #""id":"0""#, "what fits is shown")
        expect(show.contains(#""id":"\#(rows - 1)""#), equals: fits)
    }

    @Test func aTextIsLeftOut() throws {
        let app = App(id: "1", name: "Long", description: String(repeating: "word ", count: 2000))
        let show = try show(PresenterInput.PresentApp.type, PresenterInput.PresentApp(id: "1", app: app))
        expect(show.contains("too much for one screen") && !show.contains("word"))
        expect(show, contains: #""title":"Long""#)
    }

    private func show(_ type: String, _ response: some JSONWritable) throws -> String {
        let presenter = VIPPresenter(lineLimit: Self.limit)
        let shows = try presenter.receive(Event(type, response, subject: "apps-1"))
        expect(shows.map(\.type), equals: ["view.input.show"])
        #expect(shows.allSatisfy { $0.line.count <= Self.limit })
        return shows.map { String(decoding: $0.data, as: UTF8.self) }.joined()
    }
}
