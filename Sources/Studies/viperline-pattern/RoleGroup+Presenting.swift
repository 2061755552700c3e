import Presenter
import RoleGroup
import RoleOptions
import Router
import Wire

extension RoleGroup {
    /// The presenter and the router of VIPER, in one process. Outside they are one role: it sends screens and the stack
    /// of scenes, and asks the model.
    static func presenting(
        _ presenter: PresenterOptions, _ router: RouterOptions, in environment: RoleEnvironment
    ) -> RoleGroup {
        var settings = PresenterSettings(variable: RoleEnvironment.variable)
        settings.playlist = presenter.playlist ?? settings.playlist
        let members = [
            Member(
                "presenter", Presenter(settings: settings),
                receives: ["view.output", "interactor.output", "router.output"],
                sends: ["view.input", "interactor.input", "router.input"]),
            Member("router", router.router, receives: ["router.input"], sends: ["router.output"]),
        ]
        return RoleGroup(
            members, sends: ["view.input", "interactor.input", "router.output"], stamp: environment.stamp
        ) { StandardStream.diagnose(environment.service, $0) }
    }
}

extension RouterOptions {
    var router: Router {
        Router(root: root, parameters: parameters, opensURLs: !printUrls, variable: RoleEnvironment.variable)
    }
}
