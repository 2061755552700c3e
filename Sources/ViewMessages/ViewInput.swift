import JSON

/// Messages from the presenter to the view.
package enum ViewInput {
    /// The whole screen of the scene that the event's `subject` names. A state: the newest replaces all earlier ones.
    package struct Show: JSONCodable, Equatable, Sendable {
        package static let type = "view.input.show"
        package var screen: Screen

        package init(screen: Screen) {
            self.screen = screen
        }
    }
}
