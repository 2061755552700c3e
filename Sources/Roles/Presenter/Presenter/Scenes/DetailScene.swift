import Formatting
import InteractorMessages
import Scenes
import ViewMessages
import Wire

/// An item, looked up by its id: a picture, and below it the item's parts.
struct DetailScene<Page: DetailPage>: ScenePresenter {
    var state = ItemLookup<Page.Item>()
    private let id: String
    /// The country of the store that has the item.
    private let country: String?
    private let provisionalTitle: String
    let reader: Reader
    var alert: AlertText?

    /// - Parameter parameters: the item's `id`; its `title`, which is shown until the item has been found; and the `country` of
    ///   the store that has it, if that is not the store's own choice.
    init(parameters: [String: String], _ reader: Reader) {
        id = parameters["id"] ?? ""
        country = parameters["country"]
        provisionalTitle = parameters["title"] ?? reader[Page.noun].capitalizingFirst
        self.reader = reader
    }

    var screen: Screen {
        guard let item = state.item else { return Screen(title: provisionalTitle, parts: []) }
        let picture = Page.picture(of: item, for: reader).map {
            Part.picture(Picture(caption: $0.caption, image: state.image))
        }
        return Screen(title: Page.title(of: item), parts: (picture.map { [$0] } ?? []) + pieces.flatMap(\.parts))
    }

    private var pieces: [any PartPresenter] {
        state.item.map { Page.pieces(of: $0, for: reader).compactMap(\.self) } ?? []
    }

    mutating func begin() -> [SceneRequest] {
        guard !id.isEmpty else {
            alert = DetailText.withoutID(Page.noun, for: reader)
            return []
        }
        return [ItemLookup<Page.Item>.request(id, country: country)]
    }

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        pieces.flatMap { $0.receive(action) }
    }

    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest] {
        guard let item = try state.receive(found: event, id: id) else {
            alert = DetailText.notFound(Page.noun, id: id, service: reader[Page.service], for: reader)
            return []
        }
        // The text is shown without waiting for the picture, which may be slow or never come.
        guard let remote = Page.picture(of: item, for: reader) else { return [] }
        return [.picture(InteractorInput.Get(url: remote.url))]
    }

    mutating func receive(picture image: String?) { state.image = image }

    mutating func receive(failure: InteractorOutput.Failed) {
        alert = .failure(
            failure, title: DetailText.failure(Page.noun, for: reader), service: reader[Page.service], for: reader)
    }
}

/// The differences between details of one kind and another; ``DetailScene`` does the rest.
protocol DetailPage: Sendable {
    associatedtype Item: Entity, Identifiable where Item.ID == String

    /// The service's name as an alert has it, in English: "The store".
    static var service: String { get }
    /// The English word for an item: "app".
    static var noun: String { get }

    static func title(of item: Item) -> String
    /// The picture above the parts.
    static func picture(of item: Item, for reader: Reader) -> RemotePicture?
    /// The parts of the screen; nil for one that this item has nothing for.
    static func pieces(of item: Item, for reader: Reader) -> [(any PartPresenter)?]
}

extension DetailPage {
    static func picture(of item: Item, for reader: Reader) -> RemotePicture? { nil }
}

/// A picture that has yet to be fetched.
struct RemotePicture: Equatable, Sendable {
    let url: String
    /// The text until the picture is there, and where pictures can't be drawn.
    let caption: String

    init?(_ url: String?, caption: String) {
        guard let url, !url.isEmpty else { return nil }
        self.url = url
        self.caption = caption
    }
}
