package import Declarations
package import Evaluation
import RouterMessages
import Scenes

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
