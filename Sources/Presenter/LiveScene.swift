import InteractorMessages
import RouterMessages
import ViewMessages
import Wire

/// A scene on the stack: its presenter, and the events that go to and fro about it.
///
/// It keeps two user actions apart. The *newest* one is what every `show` carries, so that the view knows what has been
/// answered. The *awaited* one is whose answer is still to come: what belongs to an earlier one is dropped.
struct LiveScene: Sendable {
    let scene: Scene
    private var presenter: any ScenePresenter
    private var newest: String
    private var awaited: String?
    /// It has asked the router to go elsewhere. Until the router answers, what the person does is not carried out: a
    /// key that is hit twice would open two scenes, or leave two.
    private var isLeaving = false

    /// Begins the scene, and appends what follows from that to `output`.
    init(_ scene: Scene, enteredBy event: Event, output: inout [Event]) {
        self.scene = scene
        presenter = SceneRegistry.presenter(for: scene)
        newest = event.correlation
        output += carryOut(presenter.begin(), answering: event)
        output.append(show(answering: event))
    }

    mutating func receive(_ action: UserAction, _ event: Event) -> [Event] {
        newest = event.correlation
        let requests = isLeaving ? [] : presenter.receive(action)
        let output = carryOut(requests, answering: event)
        // The router's answer will be the person's; everything else shows at once.
        return requests.contains { $0.receiver != .interactor } ? output : output + [show(answering: event)]
    }

    /// Whether an answer is the one that the scene waits for. One that names no user action, as a simple test double's
    /// may not, is taken at its word while anything is awaited.
    func awaits(_ answer: Event) -> Bool {
        guard let awaited else { return false }
        return answer.correlationID == nil || answer.correlationID == awaited
    }

    mutating func receive(answer event: Event) -> [Event] {
        do throws(PayloadError) {
            if event.type == InteractorOutput.found {
                try presenter.receive(found: event)
            } else {
                let failure = try event.decode(InteractorOutput.Failed.self)
                // Without a correlation it can only be the end of a request that was given up for this one.
                if failure.kind == .cancelled, event.correlationID == nil { return [] }
                presenter.receive(failure: failure)
            }
        } catch {
            presenter.receive(failure: InteractorOutput.Failed(kind: .decode, message: "\(error)", retryable: false))
        }
        awaited = nil
        return [show(answering: event)]
    }

    mutating func navigationSettled() { isLeaving = false }

    func show(answering event: Event) -> Event {
        let show = ViewInput.Show(screen: presenter.screen)
        var answer = Event(ViewInput.Show.type, show, answering: event, subject: scene.scene)
        answer.correlationID = newest
        return answer
    }

    /// Gives up what is still awaited.
    func cancellation(answering event: Event) -> [Event] {
        guard let awaited else { return [] }
        let cancel = InteractorInput.Cancel(id: awaited)
        return [Event(InteractorInput.Cancel.type, cancel, answering: event, subject: scene.scene)]
    }

    private mutating func carryOut(_ requests: [SceneRequest], answering event: Event) -> [Event] {
        var output: [Event] = []
        if requests.contains(where: { $0.receiver == .interactor }) {
            output += cancellation(answering: event)
            awaited = event.correlation
        }
        isLeaving = isLeaving || requests.contains { $0.receiver == .navigation }
        return output + requests.map { $0.event(answering: event, subject: scene.scene) }
    }
}
