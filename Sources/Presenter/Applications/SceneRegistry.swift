import RouterMessages
import Scenes

/// Every application. A new one adds a line here, and a folder.
enum SceneRegistry {
    /// In the order in which the home screen lists them.
    static let applications: [Application] = [
        .apps,
        .songs,
        .repositories,
        .playlist,
        .trafficLight,
        .greeting,
    ]

    private static let scenes = applications.reduce(into: own) { scenes, application in
        scenes.merge(application.scenes) { first, _ in first }
    }

    /// Those that are no application's.
    private static let own: [String: SceneFactory] = [
        HomeScene.name: { HomeScene(applications: applications, hasSettings: $1.hasSettingsScene) },
        SettingsScene.name: { _, _ in SettingsScene() },
    ]

    static var names: [String] { scenes.keys.sorted() }

    static func presenter(for scene: Scene, _ settings: PresenterSettings) -> any ScenePresenter {
        scenes[scene.name]?(scene.parameters, settings) ?? UnknownScene(name: scene.name)
    }
}
