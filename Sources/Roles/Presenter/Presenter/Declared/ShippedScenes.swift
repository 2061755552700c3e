import Declarations
import JQClient
import RouterMessages

extension Application {
    static let repositories = Application(
        ShippedApplications.gitHub, summary: "Search GitHub",
        description: """
            Search the public repositories of GitHub, sort them by stars, forks or date, and read their READMEs.
            """,
        asks: "the GitHub REST API; GITHUB_TOKEN raises its rate limit")

    /// An application that a file of `compose` declares.
    private init(_ application: ApplicationDeclaration, summary: String, description: String, asks: String) {
        let declared = DeclaredScenes(application, runner: Self.runner)
        let scenes = application.scenes.map { scene -> (String, SceneFactory) in
            let name = scene.name
            return (name, { declared.presenter(for: Scene(scene: name, name: name, parameters: $0), $1) })
        }
        let first = application.scenes.first
        self.init(
            scene: first?.name ?? "", title: first?.title ?? "", summary: summary, description: description, asks: asks,
            scenes: Dictionary(scenes) { first, _ in first })
    }

    private static let runner = ProgramProcess()
}
