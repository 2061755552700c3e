import Composition
import Wire

extension Composition {
    /// The service that shows screens of the protocol, so that `viperline-web` can take its place. Nil where there is none: in MVC and MVVM,
    /// screens do not leave the process that draws them.
    var screenService: String? {
        services.first { service in
            service.receives.contains { $0.matches("view.input.show") }
                && service.sends.contains { $0.matches("view.output.didSelect") }
        }?.name
    }
}
