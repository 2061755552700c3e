extension Application {
    static let repositories = Application(
        scene: RepositorySearch.scene, title: "GitHub repositories", summary: "Search GitHub",
        description: """
            Search the public repositories of GitHub, sort them by stars, forks or date, and read their READMEs.
            """,
        asks: "the GitHub REST API; GITHUB_TOKEN raises its rate limit",
        scenes: [
            RepositorySearch.scene: { SearchScene<RepositorySearch>($1.reader) },
            RepositoryScene.name: { RepositoryScene(parameters: $0, $1.reader) },
        ])
}
