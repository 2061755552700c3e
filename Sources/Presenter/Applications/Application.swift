import Scenes

/// An application: how the home screen lists it, and its scenes.
struct Application: Sendable {
    /// The name of its first scene.
    let scene: String
    let title: String
    /// Its purpose, in a line.
    let summary: String
    /// What a person can do there, in a few sentences.
    let description: String
    /// Whom its fetcher asks, and with which key.
    let asks: String
    /// All of its scenes by name, the first one included.
    let scenes: [String: SceneFactory]
}

/// Makes the presenter of a scene from the parameters that the scene was opened with.
typealias SceneFactory = @Sendable (_ parameters: [String: String], PresenterSettings) -> any ScenePresenter
