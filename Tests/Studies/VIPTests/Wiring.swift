import VIPInteractor
import VIPPresenter
import VIPRouter
import Presenter
import Router
import URLOpening
import Wire

/// Roles by name, each with the types that it receives, as a compose file has them.
struct Wiring {
    struct Member {
        let name: String
        var role: any Role
        let receives: [String]

        func takes(_ type: String) -> Bool {
            receives.contains { type == $0 || type.hasPrefix($0 + ".") }
        }
    }

    var members: [Member]

    /// The shipped roles.
    static func viper(root: String) -> Wiring {
        Wiring(members: [
            Member(
                name: "presenter", role: Presenter(),
                receives: ["view.output", "interactor.output", "router.output"]),
            Member(name: "router", role: router(root), receives: ["router.input"]),
            Member(name: "fetcher", role: FakeFetcher(), receives: ["interactor.input"]),
        ])
    }

    /// As compose/patterns/vip.yaml has it, but for the worker's name.
    static func vip(root: String) -> Wiring {
        Wiring(members: [
            Member(
                name: "interactor", role: VIPInteractor(),
                receives: ["view.output", "interactor.output", "router.output"]),
            Member(name: "presenter", role: VIPPresenter(), receives: ["presenter.input"]),
            Member(
                name: "router", role: VIPRouter(router(root)),
                receives: [
                    "view.output.didSelect", "view.output.didGoBack", "view.output.didPress", "dataStore.output",
                ]),
            Member(name: "fetcher", role: FakeFetcher(), receives: ["interactor.input"]),
        ])
    }

    static func router(_ root: String) -> Router { Router(root: root, browser: NoOpener(), player: NoOpener()) }
}
