import InteractorMessages
import Scenes

/// The ways out of each scene.
enum CycleRoutes {
    /// - Parameters:
    ///   - scene: the name of the scene on top.
    ///   - apps: its data store.
    static func request(for action: UserAction, from scene: String, with apps: [App]) -> SceneRequest? {
        switch (action, scene) {
        case (.goBack, _): .back
        case (.select(let row), AppScenes.search): apps.first { $0.id == row }.map(AppScenes.open)
        case (_, AppScenes.detail): apps.first.flatMap { AppScenes.requests(for: action, on: $0).first }
        default: nil
        }
    }
}
