import Composition
import FoundationEssentials
import Recording

extension CassetteHeader {
    /// Of a session that begins now.
    init(_ composition: Composition) {
        let services = composition.services.map { service in
            let recorded = Service(
                command: service.command, receives: service.receives.map(\.description),
                sends: service.sends.map(\.description), terminal: service.tty ? true : nil)
            return (service.name, recorded)
        }
        self.init(
            composition: composition.name, started: Date().formatted(.iso8601),
            services: Dictionary(services) { $1 })
    }
}
