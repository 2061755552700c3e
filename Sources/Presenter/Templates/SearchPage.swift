import Formatting
import InteractorMessages
import Scenes
import ViewMessages

/// What makes one search differ from another; ``SearchScene`` does the rest.
protocol SearchPage: Sendable {
    associatedtype Item: Entity, Identifiable where Item.ID == String

    /// The scene's name.
    static var scene: String { get }
    /// The service's name as an alert has it: "The store".
    static var service: String { get }
    static var title: String { get }
    static var placeholder: String { get }
    /// Hint for an empty query.
    static var hint: String { get }
    /// Whether "No results" is an alert, and not a line in place of the rows.
    static var alertsWhenNothingIsFound: Bool { get }
    /// How many results the source lists at most, even if it has found more; nil when it lists them all.
    static var listingLimit: Int? { get }
    /// Whether it searches a store, so that the person's settings say whose, and how many results it lists.
    static var isStore: Bool { get }
    /// By what the source sorts all results, as it names it; also the keys of the table's columns.
    static var orders: [String] { get }

    /// The rows of what was found, as a list or a table.
    /// - Parameters:
    ///   - order: how they are sorted.
    ///   - empty: what stands in the place of rows when there are none.
    static func results(_ items: [Item], in order: SearchOrder?, empty: String?, for reader: Reader) -> Part
    /// Whether the item where the selection rests is shown beside the others.
    static var hasPreviews: Bool { get }
    static func preview(of item: Item, for reader: Reader) -> [Part]
    /// What choosing an item does.
    static func choose(_ item: Item) -> SceneRequest
}

extension SearchPage {
    static var alertsWhenNothingIsFound: Bool { false }
    static var listingLimit: Int? { nil }
    static var isStore: Bool { false }
    static var hasPreviews: Bool { false }
    static func preview(of item: Item, for reader: Reader) -> [Part] { [] }
    static var orders: [String] { [] }
}

/// A search whose results are a list.
protocol ListSearchPage: SearchPage {
    static func row(for item: Item) -> Row
}

extension ListSearchPage {
    static func results(_ items: [Item], in order: SearchOrder?, empty: String?, for reader: Reader) -> Part {
        .list(List(rows: items.map(row(for:)), empty: empty))
    }
}
