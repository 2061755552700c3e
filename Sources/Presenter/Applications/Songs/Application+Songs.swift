extension Application {
    static let songs = Application(
        scene: SongSearch.scene, title: "Songs", summary: "Search the iTunes Store",
        description: """
            Search the songs of the iTunes Store by title or by who sings them, hear a preview, and open their page in the \
            store.
            """,
        asks: "the iTunes Search API, without a key",
        scenes: [
            SongSearch.scene: { SearchScene<SongSearch>($1.reader, hasSettings: $1.hasSettingsScene) },
            SongDetail.scene: { DetailScene<SongDetail>(parameters: $0, $1.reader) },
        ])
}
