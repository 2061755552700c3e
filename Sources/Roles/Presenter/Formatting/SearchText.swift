package import InteractorMessages
import JSON

/// The texts around the rows of a search.
package struct SearchText: JSONCodable, Equatable, Sendable {
    /// The text instead of rows if there are none.
    package var empty: String?
    /// The small print below the rows.
    package var captions: [String] = []

    /// - Parameters:
    ///   - service: such as "The store", in the reader's language.
    ///   - listingLimit: the most results that the source lists; nil when it lists them all.
    package init<Item>(
        of pages: ItemPages<Item>, term: String, service: String, listingLimit: Int? = nil, for reader: Reader
    ) {
        let isIncomplete = pages.incomplete == true
        empty = pages.items.isEmpty ? reader("No results for “%”", term) : nil
        captions = [
            Self.closing(pages, service, listingLimit, reader), pages.unreadableText(for: reader),
            pages.repeatedText(for: reader),
            isIncomplete ? reader("% did not finish the search; there may be more results", service) : nil,
        ].compactMap(\.self)
    }

    /// The activity, in English.
    package static func activity(isFirstPage: Bool) -> String { isFirstPage ? "Searching…" : "Loading more…" }

    /// The activity, in English, while the results in another order are loading.
    package static let sorting = "Sorting…"
    /// The title of an alert, in English.
    package static let sortingFailure = "The results could not be sorted"

    /// The title of an alert, in English.
    package static func failure(isFirstPage: Bool) -> String {
        isFirstPage ? "The search failed" : "No more results could be loaded"
    }

    /// - Parameter hint: advice on what to search for, in the reader's language.
    package static func withoutTerm(_ hint: String, for reader: Reader) -> AlertText {
        .notice(reader["Enter a search term"], hint)
    }

    /// The reason why the rows end although there are more results.
    private static func closing<Item>(
        _ pages: ItemPages<Item>, _ service: String, _ limit: Int?, _ reader: Reader
    ) -> String? {
        guard let limit, let total = pages.total, total > limit, pages.cursor == nil else { return nil }
        let results = reader.count(total, "% result", "% results")
        return reader("% lists only the first % of %", service, reader.number(limit), results)
    }
}

extension ItemPages {
    /// The number of items with the id of another one.
    package func repeatedText(for reader: Reader) -> String? {
        repeated.map {
            reader.count(
                $0, "% result left out: its id has come before", "% results left out: their ids have come before")
        }
    }

    /// The number of items that could not be read.
    package func unreadableText(for reader: Reader) -> String? {
        unreadable.map {
            reader.count(
                $0, "% result could not be read and is left out", "% results could not be read and are left out")
        }
    }
}
