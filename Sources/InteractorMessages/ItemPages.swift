import JSON

/// The items of a source, of all pages so far.
package struct ItemPages<Item: Entity>: JSONCodable, Equatable, Sendable {
    package var items: [Item] = []
    /// Requests the next page; nil after the last one.
    package var cursor: String?
    /// How many items there are in all, if the source says so.
    package var total: Int?
    /// How many items were left out because they are not available.
    package var unavailable: Int = 0
    /// How many items were left out because they could not be read.
    package var unreadable: Int?
    /// Whether the source has ended a search early.
    package var incomplete: Bool?

    package init() {}

    package mutating func append(_ page: InteractorOutput.Found<Item>) {
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

    /// Whether there may be more; nil for no, as screens have it.
    package var hasMore: Bool? { cursor == nil ? nil : true }
}
