package import InteractorMessages
import JSON

/// What stands around the rows of a search, in display strings.
package struct SearchText: JSONCodable, Equatable, Sendable {
    /// In place of the rows when there are none.
    package var empty: String?
    /// Below the rows, in small print.
    package var captions: [String] = []

    /// - Parameters:
    ///   - term: what was searched.
    ///   - service: who was asked, such as "The store".
    ///   - listingLimit: how many results the source lists at most; nil when it lists them all.
    package init<Item>(of pages: ItemPages<Item>, term: String, service: String, listingLimit: Int? = nil) {
        empty = pages.items.isEmpty ? "No results for “\(term)”" : nil
        captions = [
            Self.closing(pages, service, listingLimit), pages.unreadableText,
            pages.incomplete == true ? "\(service) did not finish the search; there may be more results" : nil,
        ].compactMap(\.self)
    }

    /// What is under way.
    package static func activity(isFirstPage: Bool) -> String { isFirstPage ? "Searching…" : "Loading more…" }

    /// What is under way while results in another order are awaited.
    package static let sorting = "Sorting…"
    /// The title of an alert.
    package static let sortingFailure = "The results could not be sorted"

    /// The title of an alert.
    package static func failure(isFirstPage: Bool) -> String {
        isFirstPage ? "The search failed" : "No more results could be loaded"
    }

    /// - Parameter hint: what could be searched.
    package static func withoutTerm(_ hint: String) -> AlertText { .notice("Enter a search term", hint) }

    /// Says why the rows end although more results were found.
    private static func closing<Item>(_ pages: ItemPages<Item>, _ service: String, _ limit: Int?) -> String? {
        guard let limit, let total = pages.total, total > limit, pages.cursor == nil else { return nil }
        let results = Quantity.text(total, "result", "results")
        return "\(service) lists only the first \(Quantity.grouped(limit)) of \(results)"
    }
}

extension ItemPages {
    /// Says how many items could not be read.
    package var unreadableText: String? {
        unreadable.map {
            "\(Quantity.text($0, "result", "results")) could not be read and \($0 == 1 ? "is" : "are") left out"
        }
    }
}
