import RouterMessages

/// Which presenter a scene's name stands for. Another application is a line here, and a file of its own.
enum SceneRegistry {
    private static let factories: [String: @Sendable (Scene) -> any ScenePresenter] = [
        "apps": { _ in AppSearchScene() },
        "app": { AppDetailScene(parameters: $0.parameters) },
    ]

    static func presenter(for scene: Scene) -> any ScenePresenter {
        factories[scene.name]?(scene) ?? UnknownScene(name: scene.name)
    }
}
