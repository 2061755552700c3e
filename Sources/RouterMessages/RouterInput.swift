/// What a presenter asks of the router.
package enum RouterInput {
    /// Pushes a new instance of the scene `name`.
    package struct Open: Codable, Equatable, Sendable {
        package static let type = "router.input.open"
        package var name: String
        /// What the scene needs to know, such as the id of what was selected.
        package var parameters: [String: String]

        package init(name: String, parameters: [String: String] = [:]) {
            self.name = name
            self.parameters = parameters
        }
    }

    /// Pops the top scene; popping the last one ends the session.
    package struct Back: Codable, Equatable, Sendable {
        package static let type = "router.input.back"

        package init() {}
    }

    /// Opens a page outside, in the person's browser; http and https only.
    package struct OpenURL: Codable, Equatable, Sendable {
        package static let type = "router.input.openURL"
        package var url: String

        package init(url: String) {
            self.url = url
        }
    }
}
