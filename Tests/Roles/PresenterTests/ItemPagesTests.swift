import InteractorMessages
import JSON
import TestSupport
import Testing

/// The items of several pages, of which some come twice.
@Suite struct ItemPagesTests {
    /// A row: the pages, items as their ids and names; the items in the end, and how many were left out although they differ.
    @Test(
        arguments: [
            (["a1 b1", "c1"], "a1 b1 c1", nil), (["a1 b1", "b1 c1"], "a1 b1 c1", nil),
            (["a1", "a2 b1 a3 b2"], "a1 b1", 3),
            (["a1 a1 a2", "a1"], "a1", 1), (["", "a1 a1"], "a1", nil), (["a1", ""], "a1", nil),
        ] as [([String], String, Int?)])
    func anIDComesOnce(_ given: [String], _ kept: String, _ repeated: Int?) {
        var pages = ItemPages<App>()
        var new: [App] = []
        for page in given { new += pages.appendNew(InteractorOutput.Found(source: App.source, items: Self.apps(page))) }
        expect(pages.items, equals: Self.apps(kept))
        expect(new, equals: pages.items)
        expect(pages.repeated, equals: repeated)
    }

    private static func apps(_ text: String) -> [App] {
        text.split(separator: " ").map { App(id: "\($0.prefix(1))", name: "\($0)") }
    }
}
