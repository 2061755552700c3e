import JSON
package import ViewMessages

/// What happened without a screen saying so.
package enum Notice: Equatable, Sendable {
    case opened(url: String)
    case playing(url: String, player: String)
    /// Of the screen itself.
    case word(String, Tone?)
    /// Stands in front of the screen until the person closes it.
    case failed(Failure)
    /// A message of the supervisor. The next screen takes it away: the session goes on.
    case session(String)
    /// Advice from the view itself.
    case advice(String)
}

/// What the router could not do, or why a screen did not come.
package struct Failure: JSONCodable, Equatable, Sendable {
    /// The action of one about a screen.
    static let screen = "show"

    package let action: String
    package let message: String
    /// The page that was not opened, for the person to open it in another way.
    package let url: String?
    /// The scene whose screen did not come; its next screen takes the failure away.
    package var scene: String?
    package var isCopied: Bool = false
}
