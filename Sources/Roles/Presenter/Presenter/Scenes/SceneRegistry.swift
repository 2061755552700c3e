import RouterMessages
import Scenes

enum SceneRegistry {
    /// The scenes that belong to no application.
    private static let own: [String: SceneFactory] = [
        HomeScene.name: {
            HomeScene(applications: Application.all.map { $0() }, hasSettings: $1.hasSettingsScene, reader: $1.reader)
        },
        SettingsScene.name: { SettingsScene(reader: $1.reader) },
    ]

    static var names: [String] { (own.keys + Application.all.flatMap { $0().scenes.keys }).sorted() }

    static func presenter(for scene: Scene, _ settings: PresenterSettings) -> any ScenePresenter {
        let factory = own[scene.name] ?? Application.all.lazy.compactMap { $0().scenes[scene.name] }.first
        return factory?(scene.parameters, settings) ?? UnknownScene(name: scene.name, reader: settings.reader)
    }
}

/// An application: how the home screen lists it, and its scenes.
/// Its words are English; the home screen looks up those of the user's language.
struct Application: Sendable {
    /// The name of its first scene.
    let scene: String
    let title: String
    /// The purpose, in a line.
    let summary: String
    /// The users' actions there, in a few sentences.
    let description: String
    /// The server that its fetcher asks, and the key for it.
    let asks: String
    /// All of its scenes by name, the first one included.
    let scenes: [String: SceneFactory]
}

/// Makes the presenter of a scene from the parameters that the scene was opened with.
typealias SceneFactory = @Sendable (_ parameters: [String: String], PresenterSettings) -> any ScenePresenter
