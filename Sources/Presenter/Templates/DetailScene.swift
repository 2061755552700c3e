import InteractorMessages
import JSON
import ViewMessages
import Wire

/// One item, looked up by its id: a picture, and below it the parts that its page is composed of.
struct DetailScene<Page: DetailPage>: ScenePresenter {
    struct State: JSONCodable {
        /// Nil until it is found.
        var item: Page.Item?
        /// Its picture, in Base64.
        var image: String?
    }

    var state = State()
    private let id: String
    private let provisionalTitle: String
    private let reader: Reader
    var alert: Alert?

    /// - Parameter parameters: the item's `id`, and its `title`, which is shown until the item has been found.
    init(parameters: [String: String], _ reader: Reader) {
        id = parameters["id"] ?? ""
        provisionalTitle = parameters["title"] ?? Page.noun.capitalizingFirst
        self.reader = reader
    }

    var screen: Screen {
        guard let item = state.item else { return Screen(title: provisionalTitle, parts: []) }
        let picture = Page.picture(of: item).map { Part.picture(Picture(caption: $0.caption, image: state.image)) }
        return Screen(title: Page.title(of: item), parts: (picture.map { [$0] } ?? []) + pieces.flatMap(\.parts))
    }

    private var pieces: [any PartPresenter] {
        state.item.map { Page.pieces(of: $0, for: reader).compactMap(\.self) } ?? []
    }

    mutating func begin() -> [SceneRequest] {
        guard !id.isEmpty else {
            alert = .notice("Nothing to show", "This scene was opened without the id of \(Page.noun.withArticle).")
            return []
        }
        return [.lookup(InteractorInput.Lookup(source: Page.Item.source, id: id))]
    }

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        pieces.flatMap { $0.receive(action) }
    }

    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest] {
        let items = try event.decode(InteractorOutput.Found<Page.Item>.self).items
        guard let item = items.first(where: { $0.id == id }) ?? items.first else {
            alert = .notice(
                "\(Page.noun.capitalizingFirst) not found",
                "\(Page.service) has no \(Page.noun) with the id \(id); it may have been withdrawn.")
            return []
        }
        state = State(item: item)
        // The text is shown without waiting for the picture, which may be slow or never come.
        guard let remote = Page.picture(of: item) else { return [] }
        return [.picture(InteractorInput.Get(url: remote.url))]
    }

    mutating func receive(picture image: String?) { state.image = image }

    mutating func receive(failure: InteractorOutput.Failed) {
        alert = .failure(failure, title: "The \(Page.noun) cannot be shown", service: Page.service, for: reader)
    }
}
