import InteractorMessages
import JSON
import ViewMessages
import Wire

/// What presents one scene: a value that takes what the person did and what was found, and tells at any time what the
/// screen looks like. It knows neither envelopes nor other scenes.
///
/// What is the same in every scene is done by ``LiveScene``: it shows the activity while an answer is awaited, keeps the
/// alert in front until it is dismissed, and goes back.
protocol ScenePresenter: Sendable {
    /// All that it has learnt since it began, but for its alert. With what it began with, this makes another one like it.
    associatedtype State: JSONCodable & Sendable = NoState

    var state: State { get set }
    /// The whole screen, display-ready, as things stand; but for its activity and its alert.
    var screen: Screen { get }
    /// What is under way while an answer is awaited.
    var activity: String { get }
    /// Stands in front of the screen.
    var alert: Alert? { get set }

    /// The scene has come onto the stack: returns what it needs.
    mutating func begin() -> [SceneRequest]
    /// The alert offered to try again, and that was chosen.
    mutating func retry() -> [SceneRequest]
    /// Returns what is asked for; the person sees ``screen`` again in any case.
    mutating func receive(_ action: UserAction) -> [SceneRequest]
    /// The answer to the newest search, list or lookup; it decodes the items that it knows. Returns what else it needs.
    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest]
    mutating func receive(failure: InteractorOutput.Failed)
    /// The picture that was asked for, in Base64; nil when it cannot be had, which is no reason for an alert.
    mutating func receive(picture: String?)
}

/// Of a scene that learns nothing.
struct NoState: JSONCodable, Sendable {}

extension ScenePresenter where State == NoState {
    var state: NoState {
        get { NoState() }
        set {}
    }
}

extension ScenePresenter {
    func save(to writer: inout JSONWriter) { writer.member("state", state) }

    /// Takes over what another one like it had learnt.
    mutating func restore(from reader: inout JSONReader) throws(JSONError) { state = try reader.read() }

    var activity: String { "Loading…" }

    mutating func begin() -> [SceneRequest] { [] }
    mutating func retry() -> [SceneRequest] { begin() }
    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest] { [] }
    mutating func receive(failure: InteractorOutput.Failed) {}
    mutating func receive(picture: String?) {}
}
