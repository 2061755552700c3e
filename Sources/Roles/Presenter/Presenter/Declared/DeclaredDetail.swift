import Declarations
import Formatting
import InteractorMessages
import JSON
import RouterMessages
import Scenes
import ViewMessages
import Wire

/// A declared scene with one item: looked up, or the one that it was opened with.
struct DeclaredDetail: ScenePresenter {
    struct State: JSONCodable {
        var item: JSONItem?
        var parts: [Part] = []
        /// Where the picture is; nil for none.
        var picture: String?
        /// The picture, in Base64.
        var image: String?
    }

    var state = State()
    private let scene: SceneDeclaration
    private let id: String
    private let title: String
    /// The item as JSON, where it came along.
    private let given: String?
    private let service: String
    private let programs: ItemPrograms
    private let actions: DeclaredActions
    private let reader: Reader
    var alert: AlertText?

    /// - Parameters:
    ///   - parameters: the item's `id` and `title`; in a scene without a source, the whole `item`.
    ///   - service: who is asked, for alerts.
    init(_ actions: DeclaredActions, parameters: [String: String], service: String, _ reader: Reader) {
        self.actions = actions
        self.reader = reader
        self.service = service
        scene = actions.scene
        programs = actions.programs
        id = parameters["id"] ?? ""
        title = parameters["title"] ?? scene.title
        given = scene.content == nil ? parameters["item"] : nil
    }

    var screen: Screen {
        guard state.item != nil else { return Screen(title: title, parts: []) }
        let picture = state.picture.map { _ in Part.picture(Picture(caption: "Picture of \(title)", image: state.image))
        }
        return Screen(
            title: title, parts: (picture.map { [$0] } ?? []) + state.parts, keys: actions.keys(forRows: false))
    }

    mutating func begin() -> [SceneRequest] {
        if let content = scene.content {
            guard !id.isEmpty else {
                alert = DetailText.withoutID("item")
                return []
            }
            return [.lookup(InteractorInput.Lookup(source: content.source, id: id))]
        }
        guard let given, let item = try? JSONItem(json: Array(given.utf8)) else {
            alert = .notice(
                "Nothing to show",
                "This scene was opened without an item, or with one that is too long.")
            return []
        }
        return show(item)
    }

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        switch action {
        case .press(let control): state.item.map { actions.press(control, $0, title: title) } ?? []
        case .follow(let url): [.openURL(RouterInput.OpenURL(url: url))]
        default: []
        }
    }

    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest] {
        let items = try event.decode(InteractorOutput.Found<JSONItem>.self).items
        guard let item = items.first(where: { $0.id == id }) ?? items.first else {
            alert = DetailText.notFound("item", id: id, service: service)
            return []
        }
        return show(item)
    }

    private mutating func show(_ item: JSONItem) -> [SceneRequest] {
        state = State(item: item)
        if let program = scene.parts {
            let made = programs.parts(of: item, program)
            state.parts = made.parts ?? []
            if let failure = made.failure {
                alert = .notice("This cannot be shown", "scenes.\(scene.name).parts: \(failure)")
                alert?.isFailure = true
            }
        }
        // The text is shown without waiting for the picture, which may be slow or never come.
        guard let program = scene.picture, let url = programs.text(of: item, program), !url.isEmpty else { return [] }
        state.picture = url
        return [.picture(InteractorInput.Get(url: url))]
    }

    mutating func receive(picture image: String?) { state.image = image }

    mutating func receive(failure: InteractorOutput.Failed) {
        alert = .failure(failure, title: DetailText.failure("item"), service: service, for: reader)
    }
}
