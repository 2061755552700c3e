extension Application {
    static let apps = Application(
        scene: AppSearch.scene, title: "Apps", summary: "Search the App Store",
        description: """
            Search the apps of the App Store. Each has its rating, its price, what is new, a description, and screenshots \
            to look through.
            """,
        asks: "the iTunes Search API, without a key",
        scenes: [
            AppSearch.scene: { SearchScene<AppSearch>($1.reader) },
            AppDetail.scene: { DetailScene<AppDetail>(parameters: $0, $1.reader) },
            ScreenshotsScene.name: { parameters, _ in ScreenshotsScene(parameters: parameters) },
        ])
}
