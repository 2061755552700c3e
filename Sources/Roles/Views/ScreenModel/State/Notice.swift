import JSON
import RouterMessages
import TerminalText
package import ViewMessages
package import Wire

/// News that is not on a screen.
package enum Notice: Equatable, Sendable {
    case opened(url: String)
    /// - Parameter player: nil where the user has to play it.
    case playing(url: String, player: String?)
    /// A text that the application has given for the clipboard.
    case copied(String)
    /// A notice of the screen itself.
    case word(String, Tone?)
    /// A failure in front of the screen until the user closes it.
    case failed(Failure)
    /// A message of the supervisor. The next screen removes it: the session continues.
    case session(String, isGood: Bool = false)
    /// Advice from the view itself.
    case advice(String)
}

extension Notice {
    /// - Parameter event: of the router.
    /// - Returns: nil for an event that the user need not know.
    package init?(of event: Event) throws(PayloadError) {
        switch event.type {
        case RouterOutput.DidOpenURL.type:
            self = .opened(url: Sanitizer.line(try event.decode(RouterOutput.DidOpenURL.self).url))
        case RouterOutput.DidPlay.type:
            let play = try event.decode(RouterOutput.DidPlay.self)
            self = .playing(url: Sanitizer.line(play.url), player: play.player.map(Sanitizer.line))
        case RouterOutput.DidFail.type:
            let failure = try event.decode(RouterOutput.DidFail.self)
            self = .failed(
                Failure(
                    action: Sanitizer.line(failure.action), message: Sanitizer.block(failure.message),
                    url: failure.url.map(Sanitizer.line)))
        default: return nil
        }
    }
}

/// A failure of the router, or the reason why a screen did not come.
package struct Failure: JSONCodable, Equatable, Sendable {
    /// The action of one about a screen.
    package static let screen = "show"

    package let action: String
    package let message: String
    /// The page that was not opened, for the user to open it in another way.
    package let url: String?
    /// The scene whose screen did not come; its next screen takes the failure away.
    package var scene: String?
    package var isCopied: Bool = false
}
