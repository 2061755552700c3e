import JSON

/// What a presenter says to the view.
package enum ViewInput {
    /// The whole screen of the scene in the event's `subject`; a state: the newest replaces all earlier ones.
    package struct Show: Codable, JSONCodable, Equatable, Sendable {
        package static let type = "view.input.show"
        package var screen: Screen

        package init(screen: Screen) {
            self.screen = screen
        }
    }
}
