import JSON

/// Requests of a presenter to the router.
package enum RouterInput {
    /// Pushes a new instance of the scene `name`.
    package struct Open: JSONCodable, Equatable, Sendable {
        package static let type = "router.input.open"
        package var name: String
        /// The parameters of the scene, such as the id of the selected item.
        package var parameters: [String: String] = [:]
        /// Pushed when absent.
        package var presentation: Presentation?

    }

    /// Pops the top scene; popping the last one ends the session.
    package struct Back: JSONCodable, Equatable, Sendable {
        package static let type = "router.input.back"
    }

    /// Opens a page outside, in the user's browser; http and https only.
    package struct OpenURL: JSONCodable, Equatable, Sendable {
        package static let type = "router.input.openURL"
        package var url: String
    }

    /// Plays what is at a URL, in mpv where there is one, else in the browser; http and https only.
    package struct Play: JSONCodable, Equatable, Sendable {
        package static let type = "router.input.play"
        package var url: String
    }
}
