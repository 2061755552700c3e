import InteractorMessages

/// The items of a source, as far as its pages have come.
struct ItemPages<Item: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    private(set) var items: [Item] = []
    /// What to ask with for the next page; nil after the last one.
    private(set) var cursor: String?
    /// How many there are in all, where the source tells.
    private(set) var total: Int?
    /// How many were left out so far because they are not available.
    private(set) var unavailable = 0

    mutating func append(_ page: InteractorOutput.Found<Item>) {
        items += page.items
        cursor = page.cursor
        total = page.total ?? total
        unavailable += page.unavailable ?? 0
    }

    /// As a screen has it.
    var hasMore: Bool? { cursor == nil ? nil : true }
}
