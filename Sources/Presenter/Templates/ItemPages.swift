import JSON
import InteractorMessages
import ViewMessages

/// The items of a source, as far as its pages have come.
struct ItemPages<Item: Entity>: JSONCodable, Equatable, Sendable {
    var items: [Item] = []
    /// What to ask with for the next page; nil after the last one.
    var cursor: String?
    /// How many there are in all, where the source tells.
    var total: Int?
    /// How many were left out so far because they are not available.
    var unavailable: Int = 0
    /// How many were left out so far because they could not be read.
    var unreadable: Int?
    /// Whether the source has stopped a search before it had found all.
    var incomplete: Bool?

    mutating func append(_ page: InteractorOutput.Found<Item>) {
        items += page.items
        cursor = page.cursor
        total = page.total ?? total
        unavailable = Self.sum(unavailable, page.unavailable)
        if let more = page.unreadable, more > 0 { unreadable = Self.sum(unreadable ?? 0, more) }
        if page.incomplete == true { incomplete = true }
    }

    /// No count that comes from outside can be too large.
    private static func sum(_ count: Int, _ more: Int?) -> Int {
        min(max(count, 0), 1_000_000_000) + min(max(more ?? 0, 0), 1_000_000_000)
    }

    /// Says what could not be read.
    var unreadableCaption: Part? {
        unreadable.map {
            .caption(
                "\(Quantity.text($0, "result", "results")) could not be read and \($0 == 1 ? "is" : "are") left out")
        }
    }

    /// As a screen has it.
    var hasMore: Bool? { cursor == nil ? nil : true }
}
