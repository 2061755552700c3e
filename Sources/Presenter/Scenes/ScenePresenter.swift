import InteractorMessages
import JSON
import ViewMessages
import Wire

/// Presents one scene: a value that is given what the person did and what was found, and knows at any time what the screen
/// looks like. It knows neither envelopes nor other scenes.
///
/// ``LiveScene`` does what is the same in every scene: it shows the activity while an answer is awaited, keeps the alert
/// in front until it is dismissed, and goes back.
protocol ScenePresenter: Sendable {
    /// All that it has learnt since it began, except for its alert. Given the same parameters and this state, a new presenter
    /// is like this one.
    associatedtype State: JSONCodable & Sendable = NoState

    var state: State { get set }
    /// The whole screen as it is now, without activity and alert.
    var screen: Screen { get }
    /// What the screen says while an answer is awaited.
    var activity: String { get }
    /// Shown in front of the screen.
    var alert: Alert? { get set }

    /// The scene has been pushed. Returns its first requests.
    mutating func begin() -> [SceneRequest]
    /// The person has pressed the alert's retry button.
    mutating func retry() -> [SceneRequest]
    /// Returns what to request; ``screen`` is shown again in any case.
    mutating func receive(_ action: UserAction) -> [SceneRequest]
    /// The answer to the latest search, list or lookup. Returns further requests.
    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest]
    mutating func receive(failure: InteractorOutput.Failed)
    /// The requested picture, in Base64; nil when it cannot be had, which is no reason for an alert.
    mutating func receive(picture: String?)
}

/// The state of a scene that learns nothing.
struct NoState: JSONCodable, Sendable {}

extension ScenePresenter where State == NoState {
    var state: NoState {
        get { NoState() }
        set {}
    }
}

extension ScenePresenter {
    func save(to writer: inout JSONWriter) { writer.member("state", state) }

    /// Takes over the state of the presenter that it replaces.
    mutating func restore(from reader: inout JSONReader) throws(JSONError) { state = try reader.read() }

    var activity: String { "Loading…" }

    mutating func begin() -> [SceneRequest] { [] }
    mutating func retry() -> [SceneRequest] { begin() }
    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest] { [] }
    mutating func receive(failure: InteractorOutput.Failed) {}
    mutating func receive(picture: String?) {}
}
