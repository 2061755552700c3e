import JSON
import InteractorMessages
import ViewMessages

/// The items of a source, of all pages so far.
struct ItemPages<Item: Entity>: JSONCodable, Equatable, Sendable {
    var items: [Item] = []
    /// Requests the next page; nil after the last one.
    var cursor: String?
    /// How many items there are in all, if the source says so.
    var total: Int?
    /// How many items were left out because they are not available.
    var unavailable: Int = 0
    /// How many items were left out because they could not be read.
    var unreadable: Int?
    /// Whether the source has ended a search early.
    var incomplete: Bool?

    mutating func append(_ page: InteractorOutput.Found<Item>) {
        items += page.items
        cursor = page.cursor
        total = page.total ?? total
        unavailable = Self.sum(unavailable, page.unavailable)
        if let more = page.unreadable, more > 0 { unreadable = Self.sum(unreadable ?? 0, more) }
        if page.incomplete == true { incomplete = true }
    }

    /// Adds counts from outside, which may be of any size, without overflow.
    private static func sum(_ count: Int, _ more: Int?) -> Int {
        min(max(count, 0), 1_000_000_000) + min(max(more ?? 0, 0), 1_000_000_000)
    }

    /// Says how many items could not be read.
    var unreadableCaption: Part? {
        unreadable.map {
            .caption(
                "\(Quantity.text($0, "result", "results")) could not be read and \($0 == 1 ? "is" : "are") left out")
        }
    }

    /// For ``Screen/hasMore``.
    var hasMore: Bool? { cursor == nil ? nil : true }
}
