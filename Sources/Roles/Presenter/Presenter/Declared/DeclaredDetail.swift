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
        /// The source has none.
        var isMissing: Bool = false
        var parts: [Part] = []
        /// The parts from other sources.
        var sections: DetailSections  // init: DetailSections()
        /// Where the picture is; nil for none.
        var picture: String?
        /// The picture, in Base64.
        var image: String?
    }

    var state = State(sections: DetailSections())
    private let scene: SceneDeclaration
    private let id: String
    private let title: String
    /// The parameters that the scene was opened with.
    private let parameters: [String: String]
    /// The item as JSON, where it came along.
    private let given: String?
    private let service: String
    private let programs: ItemPrograms
    private let actions: DeclaredActions
    let reader: Reader
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
        self.parameters = parameters
        let isTitledByID = scene.words.idNoun != nil && !id.isEmpty
        title = parameters["title"] ?? (isTitledByID ? id : reader[scene.title])
        given = scene.content == nil ? parameters["item"] : nil
    }

    var screen: Screen {
        let sections = state.sections.all(of: scene)
        guard state.item != nil || scene.isEarly else { return Screen(title: title, parts: sections) }
        let picture = state.picture.map { _ in
            Part.picture(Picture(caption: reader("Picture of %", title), image: state.image))
        }
        return Screen(
            title: title, parts: (picture.map { [$0] } ?? []) + state.parts + sections, keys: actions.keys)
    }

    // MARK: What happens

    mutating func begin() -> [SceneRequest] {
        if scene.content != nil || !scene.sections.isEmpty, id.isEmpty {
            alert = DetailText.withoutID(scene.words.idNoun ?? noun, for: reader)
            return []
        }
        let requests = scene.contents.map { content -> SceneRequest in
            content.action == .lookup
                ? .lookup(InteractorInput.Lookup(source: content.source, id: id))
                : .list(InteractorInput.List(source: content.source, id: id))
        }
        guard scene.content == nil else {
            if scene.isEarly { showParts() }
            return requests
        }
        guard let given, let item = try? JSONItem(json: Array(given.utf8)) else {
            alert = .notice(
                reader["Nothing to show"],
                reader["This scene was opened without an item, or with one that is too long."])
            return requests
        }
        show(item)
        return requests.isEmpty ? pictureRequest : requests
    }

    mutating func returned() -> [SceneRequest] { scene.reloadsOnReturn ? begin() : [] }

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        switch action {
        case .press(let control): press(control)
        case .follow(let url): [.openURL(RouterInput.OpenURL(url: url))]
        default: []
        }
    }

    private mutating func press(_ control: String) -> [SceneRequest] {
        guard let press = scene.press.first(where: { $0.control == control }) else { return [] }
        if case .reload = press.action { return begin() }
        if scene.isEarly { return actions.requests(for: press.action, in: input, given: parameters) }
        return state.item.map { actions.requests(for: press.action, $0, title: title) } ?? []
    }

    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest] {
        let found = try event.decode(InteractorOutput.Found<JSONItem>.self)
        if state.sections.receive(found, of: scene, programs, for: reader) { return [] }
        guard let item = found.items.first(where: { $0.id == id }) ?? found.items.first else {
            state.isMissing = true
            if scene.isEarly { showParts() } else { alert = notFound }
            return []
        }
        show(item)
        return []
    }

    /// The text is shown without waiting for the picture, which may be slow or never come. It is requested after everything else,
    /// because a scene waits for one kind of reply at a time.
    mutating func settled() -> [SceneRequest] { pictureRequest }

    private mutating func show(_ item: JSONItem) {
        state = State(item: item, sections: state.sections)
        showParts()
        state.picture = scene.picture.flatMap { programs.text(of: item.json, $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    private var noun: String { scene.words.noun ?? "item" }

    private var notFound: AlertText { DetailText.notFound(noun, id: id, service: service, for: reader) }

    /// The input of programs: the item, or before it has come null, and false where the source has none.
    private var input: JSONBytes { state.item?.json ?? JSONBytes(Array((state.isMissing ? "false" : "null").utf8)) }

    private mutating func showParts() {
        if let program = scene.parts {
            let made = programs.parts(of: input, program, given: parameters)
            state.parts = made.parts ?? []
            if let failure = made.failure {
                alert = .notice(reader["This cannot be shown"], "scenes.\(scene.name).parts: \(failure)")
                alert?.isFailure = true
            }
        }
    }

    private var pictureRequest: [SceneRequest] {
        state.picture.map { [.picture(InteractorInput.Get(url: $0))] } ?? []
    }

    mutating func receive(picture image: String?) { state.image = image }

    mutating func receive(failure: InteractorOutput.Failed) {
        if state.sections.receive(failure, of: scene) { return }
        alert = .failure(failure, title: DetailText.failure(noun, for: reader), service: service, for: reader)
    }
}
