package import Formatting
import Scenes
package import Wire

/// Turns entities into screens, and user actions into requests, scene by scene.
package struct Presenter: Role {
    private var scenes: LiveScenes

    /// - Parameter names: of the scenes that it presents, if it does not present all.
    package init(settings: PresenterSettings = PresenterSettings(), scenes names: Set<String>? = nil) {
        var settings = settings
        settings.hasSettingsScene = names?.contains(SettingsScene.name) ?? true
        scenes = LiveScenes(named: names) { [settings] in SceneRegistry.presenter(for: $0, settings) }
    }

    /// A presenter of the scenes that a file declares, and of no others.
    package init(settings: PresenterSettings = PresenterSettings(), _ declared: DeclaredScenes) {
        scenes = LiveScenes { declared.presenter(for: $0, settings) }
    }

    /// The names of all scenes that there are.
    package static var sceneNames: [String] { SceneRegistry.names }

    package func snapshot() -> [UInt8]? { scenes.snapshot() }
    package mutating func restore(_ state: Event) throws(PayloadError) { try scenes.restore(state) }
    package mutating func states() -> [Event] { scenes.states() }
    package mutating func receive(_ event: Event) throws(PayloadError) -> [Event] { try scenes.receive(event) }
}

/// Settings that hold for all scenes of a session.
package struct PresenterSettings: Sendable {
    package var reader: Reader
    /// The id of the playlist that is shown when a scene is opened without one.
    package var playlist: String?
    /// True if the scene of settings is presented here, so that others can lead to it.
    var hasSettingsScene = true

    package init(reader: Reader = Reader(), playlist: String? = nil) {
        self.reader = reader
        self.playlist = playlist
    }

    /// Settings from the environment.
    /// - Parameter variable: the value of an environment variable, nil when it is unset or empty.
    package init(variable: (String) -> String?, clock: LocalClock = .system) {
        reader = Reader(variable: variable, clock: clock)
        playlist = variable("YOUTUBE_PLAYLIST")
    }
}
