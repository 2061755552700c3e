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
            let scene = event.subject ?? router.scenes.last?.scene
            if let scene { stores[scene] = try event.decode(DataStoreOutput.DidChange.self) }
            return []
        case let type where type.hasPrefix(UserAction.prefix):
            return try act(event)
        default:
            return try router.receive(event)
        }
    }

    /// What leads nowhere is answered with the stack as it is: a row that is gone, a store that has not come, a scene that
    /// is not on top any more because a key was hit twice.
    private mutating func act(_ event: Event) throws(PayloadError) -> [Event] {
        do throws(PayloadError) {
            guard let action = try routed(event) else { return [] }
            guard let request = request(for: action, event.subject) else { return [router.stack(answering: event)] }
            // The person's own event, in the router's words: so a replayed one stays one.
            var asked = request.event(answering: event, subject: event.subject)
            asked.id = event.id
            return try router.receive(asked)
        } catch {
            return [refusal(of: event, because: error), router.stack(answering: event)]
        }
    }
}
