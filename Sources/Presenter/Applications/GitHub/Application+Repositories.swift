extension Application {
    static let repositories = Application(
        scene: RepositorySearch.scene, title: "GitHub repositories", summary: "Search GitHub",
        scenes: [
            RepositorySearch.scene: { SearchScene<RepositorySearch>($1.reader) },
            RepositoryScene.name: { RepositoryScene(parameters: $0, $1.reader) },
        ])
}
