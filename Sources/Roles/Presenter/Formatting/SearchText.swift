package import InteractorMessages
import JSON

/// The texts around the rows of a search.
package struct SearchText: JSONCodable, Equatable, Sendable {
    /// The text instead of rows if there are none.
    package var empty: String?
    /// Below the rows, in small print.
    package var captions: [String] = []

    /// - Parameters:
    ///   - term: the search term.
    ///   - service: such as "The store".
    ///   - listingLimit: how many results the source lists at most; nil when it lists them all.
    package init<Item>(of pages: ItemPages<Item>, term: String, service: String, listingLimit: Int? = nil) {
        empty = pages.items.isEmpty ? "No results for “\(term)”" : nil
        captions = [
            Self.closing(pages, service, listingLimit), pages.unreadableText, pages.repeatedText,
            pages.incomplete == true ? "\(service) did not finish the search; there may be more results" : nil,
        ].compactMap(\.self)
    }

    /// The activity.
    package static func activity(isFirstPage: Bool) -> String { isFirstPage ? "Searching…" : "Loading more…" }

    /// The activity while the results in another order are loading.
    package static let sorting = "Sorting…"
    /// The title of an alert.
    package static let sortingFailure = "The results could not be sorted"

    /// The title of an alert.
    package static func failure(isFirstPage: Bool) -> String {
        isFirstPage ? "The search failed" : "No more results could be loaded"
    }

    /// - Parameter hint: what to search for.
    package static func withoutTerm(_ hint: String) -> AlertText { .notice("Enter a search term", hint) }

    /// Why the rows end although there are more results.
    private static func closing<Item>(_ pages: ItemPages<Item>, _ service: String, _ limit: Int?) -> String? {
        guard let limit, let total = pages.total, total > limit, pages.cursor == nil else { return nil }
        let results = Quantity.text(total, "result", "results")
        return "\(service) lists only the first \(Quantity.grouped(limit)) of \(results)"
    }
}

extension ItemPages {
    /// How many items have the id of another one.
    package var repeatedText: String? {
        repeated.map {
            "\(Quantity.text($0, "result", "results")) left out: \($0 == 1 ? "its id has" : "their ids have") come before"
        }
    }

    /// How many items could not be read.
    package var unreadableText: String? {
        unreadable.map {
            "\(Quantity.text($0, "result", "results")) could not be read and \($0 == 1 ? "is" : "are") left out"
        }
    }
}
