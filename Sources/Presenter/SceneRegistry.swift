import RouterMessages

/// Which presenter a scene's name stands for. Another application is a line here, and a file of its own.
enum SceneRegistry {
    /// In the order in which the home screen lists them.
    static let applications = [
        Application("apps", "Apps", "Search the App Store") { SearchScene<AppSearch>($1.reader) },
        Application("songs", "Songs", "Search the iTunes Store") { SearchScene<SongSearch>($1.reader) },
        Application("repositories", "GitHub repositories", "Search GitHub") {
            SearchScene<RepositorySearch>($1.reader)
        },
        Application("playlist", "YouTube playlist", "Watch a playlist") { PlaylistScene(parameters: $0, $1) },
        Application("trafficlight", "Traffic light", "Ask what a colour means") { TrafficLightScene($1.reader) },
        Application("greeting", "Greeting", "Say hello") { GreetingScene($1.reader) },
    ]

    /// The scenes that applications open on their way.
    private static let others: [String: SceneFactory] = [
        "home": { _, _ in HomeScene(applications: applications) },
        "app": { DetailScene<AppDetail>(parameters: $0, $1.reader) },
        "screenshots": { parameters, _ in ScreenshotsScene(parameters: parameters) },
        "song": { DetailScene<SongDetail>(parameters: $0, $1.reader) },
        "video": { DetailScene<VideoDetail>(parameters: $0, $1.reader) },
    ]

    static func presenter(for scene: Scene, _ settings: PresenterSettings) -> any ScenePresenter {
        let begin = applications.first { $0.scene == scene.name }?.begin ?? others[scene.name]
        return begin?(scene.parameters, settings) ?? UnknownScene(name: scene.name)
    }
}
