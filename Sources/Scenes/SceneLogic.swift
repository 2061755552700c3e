package import InteractorMessages
package import JSON
package import Wire

/// The logic of one scene: a value that is given what the person did and what was found, and says what it knows. It knows
/// neither envelopes nor other scenes.
///
/// ``LiveScene`` does what is the same in every scene: it keeps the alert in front until it is dismissed, cancels what nobody
/// waits for any more, and goes back. What a scene says, and to whom, is up to the pattern: whole screens to a view, single
/// properties, or responses to a presenter (``report(_:)``).
package protocol SceneLogic: Sendable {
    /// All that it has learnt since it began, except for its alert. Given the same parameters and this state, a new scene
    /// is like this one.
    associatedtype State: JSONCodable & Sendable = NoState
    /// What is in front of the scene until the person dismisses it.
    associatedtype Warning: SceneWarning

    var state: State { get set }
    var alert: Warning? { get set }
    /// What the person has set for the whole session; nil in a scene that has no use for it. When a scene changes it, it changes
    /// in all scenes.
    var preferences: Preferences? { get set }

    /// The scene has been pushed. Returns its first requests.
    mutating func begin() -> [SceneRequest]
    /// The person has pressed the alert's retry button.
    mutating func retry() -> [SceneRequest]
    /// Returns what to request; the scene reports in any case, unless the router is to answer.
    mutating func receive(_ action: UserAction) -> [SceneRequest]
    /// The answer to the latest search, list or lookup. Returns further requests.
    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest]
    mutating func receive(failure: InteractorOutput.Failed)
    /// The requested picture, in Base64; nil when it cannot be had, which is no reason for an alert.
    mutating func receive(picture: String?)
    /// What the scene says now, in order; at least one message, because each one carries the newest user action.
    mutating func report(_ status: SceneStatus) -> [SceneReport]
}

/// The state of a scene that learns nothing.
package struct NoState: JSONCodable, Sendable {
    package init() {}
}

extension SceneLogic where State == NoState {
    package var state: NoState {
        get { NoState() }
        set {}
    }
}

extension SceneLogic {
    package var preferences: Preferences? {
        get { nil }
        set {}
    }

    package mutating func begin() -> [SceneRequest] { [] }
    package mutating func retry() -> [SceneRequest] { begin() }
    package mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest] { [] }
    package mutating func receive(failure: InteractorOutput.Failed) {}
    package mutating func receive(picture: String?) {}
}

/// For ``LiveScene``, which does not know the types of a scene's alert and state.
extension SceneLogic {
    var isAlerting: Bool { alert != nil }
    var offersRetry: Bool { alert?.offersRetry == true }

    mutating func dismissAlert() { alert = nil }
    mutating func warn(tooLarge line: ProcessInput.Refused) { alert = .tooLarge(line) }
    mutating func warn(notTold line: ProcessInput.Refused) { alert = .notTold(line) }

    func saveAlert(to writer: inout JSONWriter) { writer.member("alert", alert) }
    func saveState(to writer: inout JSONWriter) { writer.member("state", state) }
    mutating func restoreAlert(from reader: inout JSONReader) throws(JSONError) {
        alert = try reader.readIfPresent(Warning.self)
    }
    /// Takes over the state of the scene that it replaces.
    mutating func restoreState(from reader: inout JSONReader) throws(JSONError) { state = try reader.read(State.self) }
}
