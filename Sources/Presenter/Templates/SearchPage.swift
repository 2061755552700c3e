import InteractorMessages
import ViewMessages

/// What makes one search differ from another; ``SearchScene`` does the rest.
protocol SearchPage: Sendable {
    associatedtype Item: Entity, Identifiable where Item.ID == String

    /// The scene's name.
    static var scene: String { get }
    /// Who answers, as an alert names it: "The store".
    static var service: String { get }
    static var title: String { get }
    static var placeholder: String { get }
    /// Hint for an empty query.
    static var hint: String { get }
    /// Whether finding nothing stands in front, rather than in the place of the rows.
    static var alertsWhenNothingIsFound: Bool { get }
    /// How many results the source lists at most, where it has more; nil when it lists all of them.
    static var listingLimit: Int? { get }

    static func row(for item: Item) -> Row
    /// What follows when an item is chosen.
    static func choose(_ item: Item) -> SceneRequest
}

extension SearchPage {
    static var alertsWhenNothingIsFound: Bool { false }
    static var listingLimit: Int? { nil }
}
