package import Formatting

/// Settings that hold for all scenes of a session.
package struct PresenterSettings: Sendable {
    package var reader: Reader
    /// The id of the playlist that is shown when a scene is opened without one.
    package var playlist: String?
    /// Whether the scene of settings is presented here, so that others can lead to it.
    var hasSettingsScene = true

    package init(reader: Reader = Reader(), playlist: String? = nil) {
        self.reader = reader
        self.playlist = playlist
    }

    /// Settings from the environment.
    /// - Parameter variable: the value of an environment variable, nil when it is unset or empty.
    package init(variable: (String) -> String?, clock: LocalClock = .system) {
        reader = Reader(dateOrder: DateOrder(variable: variable), clock: clock)
        playlist = variable("YOUTUBE_PLAYLIST")
    }
}
