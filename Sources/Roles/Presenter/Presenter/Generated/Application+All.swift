// Written by scripts/generate from the folders of the applications.

extension Application {
    /// Every application, in the order of the home screen.
    static let all: [Application] = [
        .apps,
        .songs,
        .repositories,
        .playlist,
        .trafficLight,
        .greeting,
    ]
}
