import InteractorMessages
import JSON
import RouterMessages
import Wire

/// A scene on the stack: its logic, its events, and what all scenes have in common. It distinguishes two user actions.
/// Every report names the *newest* one that the scene itself answers, so that the view knows which actions have been
/// answered. The *awaited* one is the action whose reply the interactor still owes; replies to earlier ones are
/// dropped.
struct LiveScene: Sendable {
    let scene: Scene
    private var logic: any SceneLogic
    private var newest: String
    private var awaited: Awaited?
    /// The scene has asked the router to open or leave a scene. Until the router replies, user actions are ignored: a
    /// key that is hit twice would open two scenes, or leave two.
    private var isLeaving = false
    /// The part of the scene that fits into a line.
    private var fitting = Fitting()

    /// Bytes of Base64. Leaves room for the rest of the screen, which is sent to the view in the same line.
    private static let pictureLimit = LineBuffer.standardLimit / 4 * 3

    struct Awaited: JSONCodable {
        let correlation: String
        let answer: SceneRequest.Answer
        /// The number of replies.
        var count: Int = 1
    }

    /// Begins the scene, and appends the resulting events to `output`.
    init(_ scene: Scene, _ logic: any SceneLogic, enteredBy event: Event, output: inout [Event]) {
        self.scene = scene
        self.logic = logic
        newest = event.correlation
        output += carryOut(self.logic.begin(), answering: event) + report(answering: event)
    }

    mutating func receive(_ action: UserAction, _ event: Event) -> [Event] {
        let requests = isLeaving ? [] : requests(for: action)
        let output = carryOut(requests, answering: event)
        // The router will answer the user. A picture that comes before that must not look like the answer.
        if requests.contains(where: { $0.answer == nil }) { return output }
        if !requests.isEmpty { fitting = Fitting() }
        // Typing needs no answer; its results must not look like the answer to an action.
        if case .edit = action {} else { newest = event.correlation }
        return output + report(answering: event)
    }

    /// Handles the user's return from the scene above.
    mutating func receiveReturn(_ event: Event) -> [Event] {
        let requests = logic.returned()
        guard !requests.isEmpty else { return [] }
        fitting = Fitting()
        newest = event.correlation
        return carryOut(requests, answering: event) + report(answering: event)
    }

    private mutating func requests(for action: UserAction) -> [SceneRequest] {
        switch action {
        case .goBack:
            return [.back]
        case .press(ControlName.dismiss) where logic.isAlerting:
            logic.dismissAlert()
            return []
        case .press(ControlName.retry) where logic.offersRetry:
            logic.dismissAlert()
            return logic.retry()
        case .reachEnd where awaited?.answer == .items || logic.isAlerting:
            return []
        default:
            let requests = logic.receive(action)
            // Items come before pictures: the scene waits for one reply at a time, and asks for the picture again when
            // the items have arrived.
            return awaited?.answer == .items ? requests.filter { $0.answer != .picture } : requests
        }
    }

    /// True if a reply is the awaited one. A reply without a user action, such as a simple test double's, is accepted
    /// while the scene waits for any.
    func awaits(_ event: Event) -> Bool {
        guard let awaited, event.correlationID == nil || event.correlationID == awaited.correlation else {
            return false
        }
        return switch event.type {
        case InteractorOutput.found: awaited.answer == .items
        case InteractorOutput.Got.type: awaited.answer == .picture
        default: true
        }
    }

    mutating func receive(answer event: Event) -> [Event] {
        var requests: [SceneRequest] = []
        do throws(PayloadError) {
            switch event.type {
            case InteractorOutput.found:
                requests = try logic.receive(found: event)
            case InteractorOutput.Got.type:
                let picture = try event.decode(InteractorOutput.Got.self).base64
                logic.receive(picture: picture.flatMap { $0.utf8.count > Self.pictureLimit ? nil : $0 })
            default:
                let failure = try event.decode(InteractorOutput.Failed.self)
                // Without a correlation it can only be the end of a request that a newer one has replaced.
                if failure.kind == .cancelled, event.correlationID == nil { return [] }
                fail(failure)
            }
        } catch {
            fail(InteractorOutput.Failed(kind: .decode, message: "\(error)", retryable: false))
        }
        let isLast = settle() && event.type != InteractorOutput.Got.type
        if isLast, requests.isEmpty { requests = logic.settled() }
        fitting = Fitting()
        return carryOut(requests, answering: event) + report(answering: event)
    }

    /// Counts one of the awaited replies.
    /// - Returns: whether it was the last one.
    private mutating func settle() -> Bool {
        guard var awaited, awaited.count > 1 else {
            awaited = nil
            return true
        }
        awaited.count -= 1
        self.awaited = awaited
        return false
    }

    private mutating func fail(_ failure: InteractorOutput.Failed) {
        switch awaited?.answer {
        case .picture: logic.receive(picture: nil)
        case .items, nil: logic.receive(failure: failure)
        }
    }

    /// Handles the bus's refusal of an event of this scene that was too long. No other role will answer the user.
    mutating func receive(refused line: ProcessInput.Refused, _ event: Event) -> [Event] {
        if SceneRequest.isRequest(line.type) {
            isLeaving = false
            if awaited?.correlation == event.correlationID { awaited = nil }
            logic.warn(unsent: line)
        } else {
            guard fitting.shrink(bytes: line.bytes, limit: line.limit) else { return [] }
            logic.warn(tooLarge: line)
        }
        return report(answering: event)
    }

    var preferences: Preferences? {
        get { logic.preferences }
        set { logic.preferences = newValue }
    }

    mutating func navigationSettled() { isLeaving = false }

    private var status: SceneStatus { SceneStatus(isWaiting: awaited?.answer == .items, fitting: fitting) }

    private mutating func report(answering event: Event) -> [Event] {
        var states = states()
        for index in states.indices { states[index].name(event) }
        return states
    }

    mutating func states() -> [Event] {
        logic.report(status).map { report in
            var state = Event(report.type, report.message, subject: scene.scene)
            state.correlationID = newest
            return state
        }
    }

    /// Cancels the request in progress.
    func cancellation(answering event: Event) -> [Event] {
        guard let awaited else { return [] }
        let cancel = InteractorInput.Cancel(id: awaited.correlation)
        return [Event(InteractorInput.Cancel.type, cancel, answering: event, subject: scene.scene)]
    }

    private mutating func carryOut(_ requests: [SceneRequest], answering event: Event) -> [Event] {
        var output: [Event] = []
        let answers = requests.compactMap(\.answer)
        if let answer = answers.first {
            output += cancellation(answering: event)
            awaited = Awaited(correlation: event.correlation, answer: answer, count: answers.count)
        }
        isLeaving = isLeaving || requests.contains(where: \.isNavigation)
        return output + requests.map { $0.event(answering: event, subject: scene.scene) }
    }
}

/// The snapshot of a scene. A replacement creates the logic from the scene, and then restores its state.
extension LiveScene: JSONWritable {
    init(from reader: inout JSONReader, _ makeLogic: LiveScenes.LogicFactory) throws(JSONError) {
        let object = try reader.beginObject()
        var scene: Scene?
        var newest: String?
        var awaited: Awaited?
        var isLeaving: Bool?
        var fitting: Fitting?
        // The scene decides the types of its alert and its state, and may come later.
        var alert: JSONReader.Position?
        var state: JSONReader.Position?
        while let key = try reader.nextKey() {
            switch key {
            case "scene" where scene == nil: scene = try reader.read()
            case "newest" where newest == nil: newest = try reader.read()
            case "awaited" where awaited == nil: awaited = try reader.readIfPresent()
            case "isLeaving" where isLeaving == nil: isLeaving = try reader.read()
            case "fitting" where fitting == nil: fitting = try reader.readIfPresent()
            case "alert" where alert == nil:
                alert = reader.position
                try reader.skipValue()
            case "state" where state == nil:
                state = reader.position
                try reader.skipValue()
            default: try reader.skipValue()
            }
        }
        guard let scene else { throw .missing("scene", at: object) }
        guard let newest else { throw .missing("newest", at: object) }
        guard let isLeaving else { throw .missing("isLeaving", at: object) }
        guard let state else { throw .missing("state", at: object) }
        self.scene = scene
        self.newest = newest
        self.awaited = awaited
        self.isLeaving = isLeaving
        self.fitting = fitting ?? Fitting()
        logic = makeLogic(scene)
        let end = reader.position
        if let alert {
            reader.move(to: alert)
            try logic.restoreAlert(from: &reader)
        }
        reader.move(to: state)
        try logic.restoreState(from: &reader)
        reader.move(to: end)
        // A scene that reports only changes must know its predecessor's last reports.
        _ = logic.report(status)
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        logic.saveAlert(to: &writer)
        writer.member("awaited", awaited)
        if fitting.isReduced { writer.member("fitting", fitting) }
        writer.member("isLeaving", isLeaving)
        writer.member("newest", newest)
        writer.member("scene", scene)
        logic.saveState(to: &writer)
        writer.endObject()
    }
}
