package import Declarations
import InteractorMessages
package import JQClient
import JSON
import RouterMessages
import Scenes
import ViewMessages

/// The scenes that a file declares.
package struct DeclaredScenes: Sendable {
    private let application: ApplicationDeclaration
    private let programs: ItemPrograms

    /// - Parameter diagnose: takes a sentence for the log.
    package init(
        _ application: ApplicationDeclaration, runner: any ProgramRunner,
        diagnose: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.application = application
        programs = ItemPrograms(runner: runner, diagnose: diagnose)
    }

    func presenter(for scene: Scene, _ settings: PresenterSettings) -> any ScenePresenter {
        guard let declaration = application[scene: scene.name] else { return UnknownScene(name: scene.name) }
        let actions = DeclaredActions(scene: declaration, application: application, programs: programs)
        let service = application.scenes.first?.title ?? ""
        if let content = declaration.content, content.action != .lookup {
            return DeclaredRows(
                actions, content, parameters: scene.parameters, service: service, settings.reader)
        }
        return DeclaredDetail(actions, parameters: scene.parameters, service: service, settings.reader)
    }
}

/// What choosing and pressing does in a declared scene.
struct DeclaredActions: Sendable {
    let scene: SceneDeclaration
    let application: ApplicationDeclaration
    let programs: ItemPrograms

    /// Bytes of an item that goes along to a scene without a source. The router repeats it with every change of the stack.
    private static let longestItem = 16_384

    /// The keys of the screen.
    /// - Parameter forRows: whether they are for the selected row.
    func keys(forRows: Bool) -> [ScreenKey]? {
        guard !scene.press.isEmpty else { return nil }
        return scene.press.map {
            ScreenKey(control: $0.control, title: $0.title, character: $0.key, isForRow: forRows ? true : nil)
        }
    }

    /// - Parameter title: what the item is called.
    func choose(_ item: JSONItem, title: String) -> [SceneRequest] {
        scene.choose.map { requests(for: $0, item, title) } ?? []
    }

    func press(_ control: String, _ item: JSONItem, title: String) -> [SceneRequest] {
        scene.press.first { $0.control == control }.map { requests(for: $0.action, item, title) } ?? []
    }

    private func requests(for action: ActionDeclaration, _ item: JSONItem, _ title: String) -> [SceneRequest] {
        switch action {
        case .url(let program):
            programs.text(of: item, program).map { [.openURL(RouterInput.OpenURL(url: $0))] } ?? []
        case .open(let name, let id, _):
            open(name, id: id.map { programs.text(of: item, $0) } ?? item.id, item, title)
        }
    }

    /// - Parameter id: nil for an item that has none of that kind.
    private func open(_ name: String, id: String?, _ item: JSONItem, _ title: String) -> [SceneRequest] {
        guard let id else { return [] }
        var parameters = ["id": id, "title": String(title.prefix(200))]
        if application[scene: name]?.content == nil, item.json.bytes.count <= Self.longestItem {
            parameters["item"] = String(decoding: item.json.bytes, as: UTF8.self)
        }
        return [.open(RouterInput.Open(name: name, parameters: parameters))]
    }
}
