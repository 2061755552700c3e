import InteractorMessages
import ViewMessages
import Wire

/// What presents one scene: a value that takes what the person did and what was found, and tells at any time what the
/// screen looks like. It knows neither envelopes nor other scenes: ``LiveScene`` deals with those.
protocol ScenePresenter: Sendable {
    /// The whole screen, display-ready, as things stand.
    var screen: Screen { get }

    /// The scene has come onto the stack: returns what it needs.
    mutating func begin() -> [SceneRequest]
    /// Returns what is asked for; the person sees ``screen`` again in any case.
    mutating func receive(_ action: UserAction) -> [SceneRequest]
    /// The answer to the newest search or lookup; it decodes the items that it knows.
    mutating func receive(found event: Event) throws(PayloadError)
    mutating func receive(failure: InteractorOutput.Failed)
}

extension ScenePresenter {
    mutating func begin() -> [SceneRequest] { [] }
    mutating func receive(found event: Event) throws(PayloadError) {}
    mutating func receive(failure: InteractorOutput.Failed) {}
}
