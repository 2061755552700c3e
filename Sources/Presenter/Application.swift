/// An application, as the home screen lists it and as it begins.
struct Application: Sendable {
    /// The name of its first scene.
    let scene: String
    let title: String
    /// What it is for, in a line.
    let summary: String
    let begin: SceneFactory

    init(_ scene: String, _ title: String, _ summary: String, begin: @escaping SceneFactory) {
        self.scene = scene
        self.title = title
        self.summary = summary
        self.begin = begin
    }
}

typealias SceneFactory = @Sendable (_ parameters: [String: String], PresenterSettings) -> any ScenePresenter
