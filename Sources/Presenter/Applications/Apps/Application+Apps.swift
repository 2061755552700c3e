extension Application {
    static let apps = Application(
        scene: AppSearch.scene, title: "Apps", summary: "Search the App Store",
        description: """
            Search the apps of the App Store. Each has its rating, its price, what is new, a description, and screenshots \
            to look through.
            """,
        asks: "the iTunes Search API, without a key",
        scenes: [
            // Alone, it is the same to the byte in every pattern of compose/patterns, which have no settings.
            AppSearch.scene: { parameters, settings in
                let isFromHome = parameters[HomeScene.parameter] != nil
                return SearchScene<AppSearch>(settings.reader, hasSettings: settings.hasSettingsScene && isFromHome)
            },
            AppDetail.scene: { DetailScene<AppDetail>(parameters: $0, $1.reader) },
            ScreenshotsScene.name: { parameters, _ in ScreenshotsScene(parameters: parameters) },
        ])
}
