package import Declarations
package import HTTPTransfer
package import JQClient
import Wire

/// Settings of upstreams from the environment, and the sources with these settings.
package struct FetcherEnvironment: Sendable {
    package let sources: [any Source]
    package let standIns: StandIns

    /// Rate limits of the real upstreams, by host.
    package var rates: [String: Rate] {
        sources.reduce(into: [:]) { rates, source in rates.merge(source.rates) { one, _ in one } }
    }

    /// The shipped sources, in Swift and declared ones.
    package init(
        runner: any ProgramRunner = ProgramProcess(), variable: @escaping (String) -> String? = RoleEnvironment.variable
    ) throws {
        let environment = SourceEnvironment(variable: variable)
        try self.init(
            SourceRegistry.sources.map { try $0.init(environment) }, ShippedApplications.all.flatMap(\.sources), runner,
            variable)
    }

    /// The sources of a declared application, and no others.
    package init(
        _ application: ApplicationDeclaration, runner: any ProgramRunner,
        variable: (String) -> String? = RoleEnvironment.variable
    ) throws {
        try self.init([], application.sources, runner, variable)
    }

    private init(
        _ sources: [any Source], _ declared: [SourceDeclaration], _ runner: any ProgramRunner,
        _ variable: (String) -> String?
    ) throws {
        var standIns = try StandIns(variable: variable)
        self.sources =
            sources
            + (try declared.map { declaration -> any Source in
                let source = try DeclaredSource(declaration, runner: runner, variable: variable)
                if let name = declaration.server.base, let url = variable(name), let host = source.host {
                    try standIns.add(url, of: name, for: host)
                }
                return source
            })
        self.standIns = standIns
    }
}

/// A source's settings from the environment: the URL of its API, keys.
package struct SourceEnvironment {
    /// A variable that cannot be used.
    package struct Malformed: Error, Equatable, Sendable, CustomStringConvertible {
        package let variable: String
        package let reason: String

        package var description: String { "read \(variable): \(reason)" }
    }

    private let variable: (String) -> String?

    /// - Parameter variable: the value of a variable; nil if it is unset or empty.
    package init(variable: @escaping (String) -> String?) {
        self.variable = variable
    }

    subscript(name: String) -> String? { variable(name) }

    /// The URL of an API; a variable may replace the real one.
    func base(_ name: String? = nil, standard: String) throws(Malformed) -> BaseURL {
        let configured = name.flatMap(variable)
        do throws(TransferError) {
            return BaseURL(try HTTPURL(configured ?? standard), isConfigured: configured != nil)
        } catch {
            throw Malformed(variable: name ?? standard, reason: FetchError(error).cause)
        }
    }
}

/// The list of the sources in Swift, in the order of the help.
package enum SourceRegistry {
    package static let sources: [any ShippedSource.Type] = [
        ITunesApps.self,
        ITunesSongs.self,
        YouTubePlaylist.self,
        TrafficLight.self,
        Greeting.self,
    ]
}
