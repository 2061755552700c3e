extension Application {
    static let playlist = Application(
        scene: PlaylistScene.name, title: "YouTube playlist", summary: "Watch a playlist",
        scenes: [
            PlaylistScene.name: { PlaylistScene(parameters: $0, $1) },
            VideoDetail.scene: { DetailScene<VideoDetail>(parameters: $0, $1.reader) },
        ])
}
