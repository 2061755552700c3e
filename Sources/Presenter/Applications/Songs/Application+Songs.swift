extension Application {
    static let songs = Application(
        scene: SongSearch.scene, title: "Songs", summary: "Search the iTunes Store",
        scenes: [
            SongSearch.scene: { SearchScene<SongSearch>($1.reader, hasSettings: $1.hasSettingsScene) },
            SongDetail.scene: { DetailScene<SongDetail>(parameters: $0, $1.reader) },
        ])
}
