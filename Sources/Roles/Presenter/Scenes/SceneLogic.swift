package import InteractorMessages
package import JSON
package import RouterMessages
package import Wire

/// The logic of one scene, as a value: user actions and replies come in, requests and reports go out. It knows neither
/// envelopes nor other scenes. ``LiveScene`` does what is the same in every scene: it keeps the alert in front until
/// the user dismisses it, cancels superseded requests, and goes back. What a scene reports, and to which role, is up to
/// the pattern: whole screens to a view, single properties, or responses to a presenter (``report(_:)``).
package protocol SceneLogic: Sendable {
    /// All that it has learnt since it began, except for its alert. A new scene with the same parameters and this state
    /// is equal to this one.
    associatedtype State: JSONCodable & Sendable = NoState
    /// The alert in front of the scene, until the user dismisses it.
    associatedtype Warning: SceneWarning

    var state: State { get set }
    var alert: Warning? { get set }
    /// The user's settings for the session; nil in a scene that does not use them. When one scene changes them, they
    /// change in all scenes.
    var preferences: Preferences? { get set }

    /// Begins the scene. Returns its first requests.
    mutating func begin() -> [SceneRequest]
    /// Handles the alert's retry button.
    mutating func retry() -> [SceneRequest]
    /// Handles the user's return from a scene above this one. Returns requests; none, and there is no report either.
    mutating func returned() -> [SceneRequest]
    /// Handles a user action. Returns requests; the scene also reports, unless the router will answer.
    mutating func receive(_ action: UserAction) -> [SceneRequest]
    /// Handles the reply to the latest search, list or lookup. Returns further requests.
    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest]
    mutating func receive(failure: InteractorOutput.Failed)
    /// Handles the last one of several replies, after `receive`. Returns further requests.
    mutating func settled() -> [SceneRequest]
    /// Handles the requested picture, in Base64; nil if it could not be loaded, which is not worth an alert.
    mutating func receive(picture: String?)
    /// The scene's messages, in order; at least one, because each names the newest user action.
    mutating func report(_ status: SceneStatus) -> [SceneReport]
    /// Handles a report that was too long for the bus.
    mutating func warn(tooLarge line: ProcessInput.Refused)
    /// Handles a request that was too long for the bus.
    mutating func warn(unsent line: ProcessInput.Refused)
}

package struct NoState: JSONCodable, Sendable {
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
    package mutating func returned() -> [SceneRequest] { [] }
    package mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest] { [] }
    package mutating func receive(failure: InteractorOutput.Failed) {}
    package mutating func settled() -> [SceneRequest] { [] }
    package mutating func receive(picture: String?) {}
}

/// The access of ``LiveScene``, which does not know the types of a scene's alert and state.
extension SceneLogic {
    var isAlerting: Bool { alert != nil }
    var offersRetry: Bool { alert?.offersRetry == true }

    mutating func dismissAlert() { alert = nil }

    func saveAlert(to writer: inout JSONWriter) { writer.member("alert", alert) }
    func saveState(to writer: inout JSONWriter) { writer.member("state", state) }
    mutating func restoreAlert(from reader: inout JSONReader) throws(JSONError) {
        alert = try reader.readIfPresent(Warning.self)
    }
    /// Takes over the state of the scene that it replaces.
    mutating func restoreState(from reader: inout JSONReader) throws(JSONError) { state = try reader.read(State.self) }
}

/// A request of a scene to another role.
package enum SceneRequest: Equatable, Sendable {
    case search(InteractorInput.Search)
    case list(InteractorInput.List)
    case lookup(InteractorInput.Lookup)
    case picture(InteractorInput.Get)
    case open(RouterInput.Open)
    case back
    case openURL(RouterInput.OpenURL)
    case play(RouterInput.Play)

    /// Opens the settings, above the current scene.
    package static let settings = SceneRequest.open(
        RouterInput.Open(name: ControlName.settings, presentation: .modal))

    /// Opens a scene that asks the store of that country, where the item was found.
    /// - Parameter country: nil for the store's default.
    package func inStore(of country: String?) -> SceneRequest {
        guard let country, case .open(var open) = self else { return self }
        open.parameters["country"] = country
        return .open(open)
    }

    /// The kinds of replies of the interactor.
    enum Answer: String, JSONCodable {
        case items, picture
    }

    /// The reply that the scene waits for; nil if the router answers.
    var answer: Answer? {
        switch self {
        case .search, .list, .lookup: .items
        case .picture: .picture
        case .open, .back, .openURL, .play: nil
        }
    }

    /// True if it changes the stack.
    var isNavigation: Bool {
        switch self {
        case .open, .back: true
        case .search, .list, .lookup, .picture, .openURL, .play: false
        }
    }

    /// True if it is the type of a scene's request.
    static func isRequest(_ type: String) -> Bool {
        type.hasPrefix("interactor.input.") || type.hasPrefix("router.input.")
    }

    package func event(answering cause: Event, subject: String) -> Event {
        func event(_ type: String, _ message: some JSONWritable) -> Event {
            Event(type, message, answering: cause, subject: subject)
        }
        return switch self {
        case .search(let search): event(InteractorInput.Search.type, search)
        case .list(let list): event(InteractorInput.List.type, list)
        case .lookup(let lookup): event(InteractorInput.Lookup.type, lookup)
        case .picture(let get): event(InteractorInput.Get.type, get)
        case .open(let open): event(RouterInput.Open.type, open)
        case .back: event(RouterInput.Back.type, RouterInput.Back())
        case .openURL(let page): event(RouterInput.OpenURL.type, page)
        case .play(let medium): event(RouterInput.Play.type, medium)
        }
    }
}

/// A message of a scene that expects no reply.
package struct SceneReport: Sendable {
    package var type: String
    package var message: any JSONWritable & Sendable

    package init(_ type: String, _ message: any JSONWritable & Sendable) {
        self.type = type
        self.message = message
    }
}

/// The status of a scene that ``LiveScene`` gives to its report.
package struct SceneStatus: Sendable {
    /// True if the scene waits for a reply of the interactor other than a picture.
    package var isWaiting: Bool
    /// The part of the scene that fits into a line.
    package var fitting: Fitting
}

/// An alert in front of a scene: a failure, or a notice.
package protocol SceneWarning: JSONCodable, Sendable {
    /// True if the user may press “retry”.
    var offersRetry: Bool { get }
}

/// The part of a scene that fits into a line of the bus: first its lists become shorter; if that is not enough, all its parts go.
package struct Fitting: JSONCodable, Equatable, Sendable {
    /// The fraction of each list that is kept; nil while the whole scene fits.
    var share: Double?
    var attempts: Int = 0

    package init() {}

    /// The scene may have sent several reports before the bus refuses the first, so it does not give up after one
    /// refusal.
    private static let mostAttempts = 3

    /// Nil while everything fits; 0 if nothing does. A snapshot may contain any number.
    package var kept: Double? { share.map { max(0, min(1, $0)) } }

    var isReduced: Bool { share != nil }

    /// - Returns: whether there is anything left to remove.
    package mutating func shrink(bytes: Int, limit: Int) -> Bool {
        attempts = max(0, min(attempts, Self.mostAttempts + 1)) + 1
        guard bytes > 0, attempts <= Self.mostAttempts + 1 else { return false }
        // A margin: rows differ in length, and the envelope takes some room.
        let fitting = max(0, min(1, Double(limit) / Double(bytes))) * 0.8
        share = attempts > Self.mostAttempts ? 0 : min(share ?? 1, fitting)
        return true
    }

    /// The rows of a list that fit.
    package func shortened<Row>(_ rows: [Row]) -> [Row] {
        kept.map { Array(rows.prefix(Int(Double(rows.count) * $0))) } ?? rows
    }
}
