import Composition
import Encodings
import Platform
import Processes
import Recording
import Secrecy
import Wire

extension CassetteHeader {
    /// The header of a session's recording. What belongs to this machine or this session only is generalised: our
    /// programs appear with their names alone, the session's folder and that of installed applications as their
    /// variables, and secrets are withheld.
    /// - Parameter uptime: how long ago the session began.
    init(
        _ composition: Composition, sessionFolder: String, screen: Screen? = nil, uptime: Duration = .zero,
        executables: String = Folders.current.executables,
        variables: [(name: String, value: String)] = OwnEnvironment.variables.map { ($0, $1) }
    ) {
        let secrets = SecretVariables(variables + composition.services.flatMap { $0.environment.map { ($0, $1) } })
        let applications = ApplicationPath(composition.application)
        func portable(_ text: String) -> String {
            secrets.withheld(
                from: applications.portable(text).replacing(sessionFolder, with: "${\(SessionVariable.folder)}"))
        }
        let services = composition.services.map { service in
            var command = SecretArguments.withheld(from: service.command.map(portable))
            if let program = command.first, program.hasPrefix(executables + "/") {
                command[0] = String(program.dropFirst(executables.count + 1))
            }
            let environment = service.environment.map { name, value in
                (name, Self.maybeSecret(name, value) ? nil : portable(value))
            }
            let recorded = Service(
                command: command, receives: service.receives.map(\.description),
                sends: service.sends.map(\.description), terminal: service.tty ? true : nil,
                endsSession: service.exitOnEnd ? true : nil,
                environment: environment.isEmpty ? nil : Dictionary(environment) { $1 },
                dependsOn: service.dependsOn.isEmpty ? nil : service.dependsOn.map(\.service),
                tested: service.isTested ? nil : false)
            return (service.name, recorded)
        }
        self.init(
            composition: composition.name,
            started: Timestamp.text(seconds: time(nil) - time_t(uptime.components.seconds)),
            services: Dictionary(services) { $1 }, screen: screen)
    }

    /// True if a variable's value is to be withheld. In doubt it is: it can be set again for `verify`.
    private static func maybeSecret(_ name: String, _ value: String) -> Bool {
        SecretName.mayBe(name) || SecretText.holdsSecret(value)
    }
}
