extension Application {
    static let playlist = Application(
        scene: PlaylistScene.name, title: "YouTube playlist", summary: "Watch a playlist",
        description: """
            See the videos of a playlist, with their lengths and dates, and watch them in a player or in the browser.
            """,
        asks: "the YouTube Data API; YOUTUBE_API_KEY is required",
        scenes: [
            PlaylistScene.name: { PlaylistScene(parameters: $0, $1) },
            VideoDetail.scene: { DetailScene<VideoDetail>(parameters: $0, $1.reader) },
        ])
}
