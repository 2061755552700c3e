import Formatting
import InteractorMessages
import ViewMessages

/// What makes one detail differ from another; ``DetailScene`` does the rest.
protocol DetailPage: Sendable {
    associatedtype Item: Entity, Identifiable where Item.ID == String

    /// The scene's name.
    static var scene: String { get }
    /// The service's name as an alert has it: "The store".
    static var service: String { get }
    /// What an item is: "app".
    static var noun: String { get }

    static func title(of item: Item) -> String
    /// Shown above the parts.
    static func picture(of item: Item) -> RemotePicture?
    /// The parts of the screen; nil for one that this item has nothing for.
    static func pieces(of item: Item, for reader: Reader) -> [(any PartPresenter)?]
}

extension DetailPage {
    static func picture(of item: Item) -> RemotePicture? { nil }
}

/// A picture that has yet to be fetched.
struct RemotePicture: Equatable, Sendable {
    let url: String
    /// Shown until the picture is there, and where pictures can't be drawn.
    let caption: String

    /// Nil where there is no URL.
    init?(_ url: String?, caption: String) {
        guard let url, !url.isEmpty else { return nil }
        self.url = url
        self.caption = caption
    }
}
