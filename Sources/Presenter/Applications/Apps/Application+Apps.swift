extension Application {
    static let apps = Application(
        scene: AppSearch.scene, title: "Apps", summary: "Search the App Store",
        scenes: [
            AppSearch.scene: { SearchScene<AppSearch>($1.reader) },
            AppDetail.scene: { DetailScene<AppDetail>(parameters: $0, $1.reader) },
            ScreenshotsScene.name: { parameters, _ in ScreenshotsScene(parameters: parameters) },
        ])
}
