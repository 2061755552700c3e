package import Declarations
import Formatting
import InteractorMessages
package import JQClient
import JSON
import RouterMessages
import Scenes
import ViewMessages

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
        guard let declaration = application[scene: scene.name] else {
            return UnknownScene(name: scene.name, reader: settings.reader)
        }
        var programs = programs
        programs.reader = settings.reader
        let actions = DeclaredActions(scene: declaration, application: application, programs: programs)
        let source = declaration.content.flatMap { application[source: $0.source] }
        let service = settings.reader[source?.server.service ?? application.scenes.first?.title ?? ""]
        if let content = declaration.content, content.action != .lookup {
            return DeclaredRows(
                actions, content, parameters: scene.parameters, service: service, reach: source?.bounds.reach,
                settings.reader)
        }
        return DeclaredDetail(actions, parameters: scene.parameters, service: service, settings.reader)
    }
}

/// The effects of choosing and pressing in a declared scene.
struct DeclaredActions: Sendable {
    let scene: SceneDeclaration
    let application: ApplicationDeclaration
    let programs: ItemPrograms

    /// Bytes of an item that goes along to a scene without a source. The router repeats it with every change of the stack.
    private static let longestItem = 16_384

    /// The keys of a screen with rows; those for rows only if there are any.
    func keys(hasRows: Bool, besides own: [ScreenKey] = []) -> [ScreenKey]? {
        keys(scene.press.filter { hasRows || !$0.isForItem }, besides: own) { $0.isForItem ? true : nil }
    }

    /// The keys of a screen with one item.
    var keys: [ScreenKey]? { keys(scene.press) { _ in nil } }

    private func keys(
        _ presses: [PressDeclaration], besides own: [ScreenKey] = [], isForRow: (PressDeclaration) -> Bool?
    ) -> [ScreenKey]? {
        let keys = presses.filter(\.isKey).map {
            ScreenKey(
                control: $0.control, title: programs.reader[$0.title], character: $0.key, isForRow: isForRow($0))
        }
        return keys.isEmpty && own.isEmpty ? nil : own + keys
    }

    /// - Parameter title: what the item is called.
    func choose(_ item: JSONItem, title: String) -> [SceneRequest] {
        scene.choose.map { requests(for: $0, item, title: title) } ?? []
    }

    /// The requests that open a scene or a page.
    func requests(for action: ActionDeclaration, _ item: JSONItem, title: String) -> [SceneRequest] {
        requests(for: action, on: item.json, ["id": item.id, "title": String(title.prefix(200))])
    }

    /// The same for an action of the scene.
    /// - Parameter context: the input of its program.
    /// - Parameter given: the parameters of the scene, in a program that uses them.
    func requests(
        for action: ActionDeclaration, in context: JSONBytes, given: [String: String] = [:]
    ) -> [SceneRequest] {
        requests(for: action, on: context, [:], variables: given)
    }

    /// - Parameter given: the parameters of the opened scene; of an item, its id and title.
    private func requests(
        for action: ActionDeclaration, on input: JSONBytes, _ given: [String: String],
        variables: [String: String] = [:]
    ) -> [SceneRequest] {
        switch action {
        case .url(let program):
            return programs.text(of: input, program, given: variables).map { [.openURL(RouterInput.OpenURL(url: $0))] }
                ?? []
        case .open(let name, let program, let others, _):
            var parameters = given
            if let others {
                parameters = programs.texts(of: input, others, given: variables)
                parameters["id"] = given["id"]
            }
            if let program {
                // The program may have made no id of an item that has none of that kind.
                guard let id = programs.text(of: input, program, given: variables) else { return [] }
                parameters["id"] = id
            }
            if !given.isEmpty, application[scene: name]?.content == nil, input.bytes.count <= Self.longestItem {
                parameters["item"] = String(decoding: input.bytes, as: UTF8.self)
            }
            return [.open(RouterInput.Open(name: name, parameters: parameters))]
        case .reload, .set: return []
        }
    }
}
