import InteractorMessages
import JSON
package import Router
import RouterMessages
import Scenes
import VIPMessages
package import Wire

/// The router of VIP: it follows the user actions that lead out of a scene, and passes on what the interactor has
/// stored.
///
/// The stack of scenes, the browser and the player are those of ``Router``.
package struct VIPRouter: Role {
    private var router: Router
    /// The data stores of the scenes on the stack.
    private var stores: [String: DataStoreOutput.DidChange] = [:]

    package init(_ router: Router) { self.router = router }

    package mutating func start() -> [Event] { router.start() }

    package mutating func states() -> [Event] { router.states() }

    package func snapshot() -> [UInt8]? { Payload.encode(VIPRouterSnapshot(router: router, stores: stores)) }

    /// The interval is one event: a replacement must not open a web page again.
    package var snapshotInterval: Int { router.snapshotInterval }

    package mutating func restore(_ state: Event) throws(PayloadError) {
        let snapshot = try state.decode(VIPRouterSnapshot.self)
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
        // The user's own event as ``Router`` expects it: the reply names it, and a replayed event remains one.
        var asked = event
        let wording = request.event(answering: event, subject: event.subject ?? "")
        (asked.type, asked.data) = (wording.type, wording.data)
        return try router.receive(asked)
    }

    /// Nil for what leads nowhere: a row that is gone, a store that has not come, or a scene that is not on top any more,
    /// because a key was hit twice.
    private func request(for action: UserAction, on subject: String?) -> SceneRequest? {
        guard let top = router.scenes.last, subject == nil || subject == top.scene else { return nil }
        return VIPRoutes.request(for: action, from: top.name, with: stores[top.scene]?.apps ?? [])
    }

    /// The store of a scene that is gone is of no use, and one of a scene that never was must not stay.
    private mutating func forgetStores() {
        guard !stores.isEmpty else { return }
        let scenes = Set(router.scenes.map(\.scene))
        stores = stores.filter { scenes.contains($0.key) }
    }
}

/// The ways out of each scene.
enum VIPRoutes {
    /// - Parameters:
    ///   - scene: the name of the scene on top.
    ///   - apps: the scene's data store.
    static func request(for action: UserAction, from scene: String, with apps: [App]) -> SceneRequest? {
        switch (action, scene) {
        case (.goBack, _): .back
        case (.select(let row), AppScenes.search): apps.first { $0.id == row }.map(AppScenes.open)
        case (_, AppScenes.detail): apps.first.flatMap { AppScenes.requests(for: action, on: $0).first }
        default: nil
        }
    }
}

/// The stack, as ``Router`` writes it, and the data stores.
struct VIPRouterSnapshot: JSONCodable {
    let router: [UInt8]
    let stores: [String: DataStoreOutput.DidChange]

    init(router: Router, stores: [String: DataStoreOutput.DidChange]) {
        self.router = router.snapshot() ?? Array("{}".utf8)
        self.stores = stores
    }

    init(from reader: inout JSONReader) throws(JSONError) {
        var router: [UInt8]?
        var stores: [String: DataStoreOutput.DidChange]?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "router" where router == nil: router = reader.bytes(try reader.skipValue())
            case "stores" where stores == nil: stores = try reader.read()
            default: try reader.skipValue()
            }
        }
        guard let router else { throw .missing("router", at: object) }
        guard let stores else { throw .missing("stores", at: object) }
        self.router = router
        self.stores = stores
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("router")
        writer.json(router)
        writer.member("stores", stores)
        writer.endObject()
    }
}
