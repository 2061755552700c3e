import CycleMessages
import JSON
package import Router
import RouterMessages
import Scenes
package import Wire

/// The router of VIP: the view tells it what leads out of a scene, and it passes on what the interactor has stored.
///
/// The stack of scenes, the browser and the player are those of ``Router``.
package struct CycleRouter: Role {
    private var router: Router
    /// The data stores of the scenes on the stack.
    private var stores: [String: DataStoreOutput.DidChange] = [:]

    package init(_ router: Router) { self.router = router }

    package mutating func start() -> [Event] { router.start() }

    package mutating func states() -> [Event] { router.states() }

    package func snapshot() -> [UInt8]? { Payload.encode(CycleRouterSnapshot(router: router, stores: stores)) }

    /// After each event: a successor must not open a page again.
    package var snapshotInterval: Int { router.snapshotInterval }

    package mutating func restore(_ state: Event) throws(PayloadError) {
        let snapshot = try state.decode(CycleRouterSnapshot.self)
        var stack = state
        stack.data = snapshot.router
        try router.restore(stack)
        stores = snapshot.stores
        forgetStores()
    }

    package mutating func receive(_ event: Event) throws(PayloadError) -> [Event] {
        defer { forgetStores() }
        switch event.type {
        case DataStoreOutput.DidChange.type:
            let store = try event.decode(DataStoreOutput.DidChange.self)
            if let scene = event.subject ?? router.scenes.last?.scene { stores[scene] = store }
            return []
        case _ where RouterShare.has(event):
            return try act(event)
        case ProcessInput.Refused.type:
            return try router.receive(event)
        default:
            return []
        }
    }

    private mutating func act(_ event: Event) throws(PayloadError) -> [Event] {
        let request: SceneRequest?
        do throws(PayloadError) {
            request = try UserAction(reported: event).flatMap { self.request(for: $0, on: event.subject) }
        } catch {
            return [Event(refusing: event, because: error), router.stack(answering: event)]
        }
        guard let request else { return [router.stack(answering: event)] }
        // The person's own event in the words of ``Router``: its answer names it, and a replayed one stays one.
        var asked = event
        let wording = request.event(answering: event, subject: event.subject ?? "")
        (asked.type, asked.data) = (wording.type, wording.data)
        return try router.receive(asked)
    }

    /// Nil for what leads nowhere: a row that is gone, a store that has not come, or a scene that is not on top any more,
    /// because a key was hit twice.
    private func request(for action: UserAction, on subject: String?) -> SceneRequest? {
        guard let top = router.scenes.last, subject == nil || subject == top.scene else { return nil }
        return CycleRoutes.request(for: action, from: top.name, with: stores[top.scene]?.apps ?? [])
    }

    /// The store of a scene that is gone is of no use, and one of a scene that never was must not stay.
    private mutating func forgetStores() {
        guard !stores.isEmpty else { return }
        let scenes = Set(router.scenes.map(\.scene))
        stores = stores.filter { scenes.contains($0.key) }
    }
}
