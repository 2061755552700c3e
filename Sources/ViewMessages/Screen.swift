import JSON

/// A whole screen, display-ready: the view draws it without knowing the application.
package struct Screen: Codable, JSONCodable, Equatable, Sendable {
    package var title: String
    /// The field that a person types into, where the screen has one.
    package var prompt: Prompt?
    /// What is under way ("Searching…"); absent when the screen has settled.
    package var activity: String?
    /// From top to bottom.
    package var parts: [Part]
    /// Stands in front of the parts until one of its buttons is pressed.
    package var alert: Alert?
    /// More rows can be had by reaching the end (`didReachEnd`).
    package var hasMore: Bool?

    package init(
        title: String, prompt: Prompt? = nil, activity: String? = nil, parts: [Part] = [], alert: Alert? = nil,
        hasMore: Bool? = nil
    ) {
        self.title = title
        self.prompt = prompt
        self.activity = activity
        self.parts = parts
        self.alert = alert
        self.hasMore = hasMore
    }
}

/// A field to type into. `text` is what was last searched, `placeholder` what to show when that is empty.
package struct Prompt: Codable, JSONCodable, Equatable, Sendable {
    package var placeholder: String
    package var text: String

    package init(placeholder: String, text: String = "") {
        self.placeholder = placeholder
        self.text = text
    }
}

package struct Alert: Codable, JSONCodable, Equatable, Sendable {
    package var title: String
    package var message: String
    /// Their roles say what Enter and Esc press. Where none says so, it is the first and the last that destroys nothing.
    package var buttons: [Button]
    /// It tells that something went wrong.
    package var isFailure: Bool?  // JSON: failure

    private enum CodingKeys: String, CodingKey {
        case title, message, buttons
        case isFailure = "failure"
    }

    package init(title: String, message: String, buttons: [Button], isFailure: Bool? = nil) {
        self.title = title
        self.message = message
        self.buttons = buttons
        self.isFailure = isFailure
    }
}
