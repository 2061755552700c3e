package import Declarations
package import HTTPTransfer
package import JQClient
import Wire

/// Settings of upstreams from the environment, and the sources with these settings.
package struct FetcherEnvironment: Sendable {
    package let sources: [any Source]
    package let bases: BaseURLs
    package let hosts: UnixHosts

    /// Rate limits of the real upstreams, by host.
    package var rates: [String: Rate] {
        sources.reduce(into: [:]) { rates, source in rates.merge(source.rates) { one, _ in one } }
    }

    package init(
        variable: (String) -> String? = RoleEnvironment.variable
    ) throws(SourceEnvironment.Malformed) {
        (sources, bases, hosts) = try withoutActuallyEscaping(variable) {
            variable throws(SourceEnvironment.Malformed) in
            let environment = SourceEnvironment(variable: variable)
            var sources: [any Source] = []
            for source in SourceRegistry.sources { sources.append(try source.init(environment)) }
            return (sources, try Self.bases(variable), try Self.hosts(variable("VIPERLINE_UNIX_HOSTS") ?? ""))
        }
    }

    /// The sources of a declared application, and no others.
    package init(
        _ application: ApplicationDeclaration, runner: any ProgramRunner,
        variable: (String) -> String? = RoleEnvironment.variable
    ) throws(Unusable) {
        do {
            var sources: [any Source] = []
            for source in application.sources {
                sources.append(try DeclaredSource(source, runner: runner, variable: variable))
            }
            self.sources = sources
            bases = try Self.bases(variable)
            hosts = try Self.hosts(variable("VIPERLINE_UNIX_HOSTS") ?? "")
        } catch {
            throw Unusable(description: "\(error)")
        }
    }

    /// Settings, or a file, that sources cannot be made from.
    package struct Unusable: Error, Sendable, CustomStringConvertible {
        package let description: String
    }

    private static func bases(_ variable: (String) -> String?) throws(SourceEnvironment.Malformed) -> BaseURLs {
        do throws(BaseURLs.Malformed) {
            return try BaseURLs(variable("VIPERLINE_BASE_URLS") ?? "")
        } catch {
            throw SourceEnvironment.Malformed(
                variable: "VIPERLINE_BASE_URLS", reason: "\"\(error.entry)\" is not HOST=URL")
        }
    }

    private static func hosts(_ list: String) throws(SourceEnvironment.Malformed) -> UnixHosts {
        do throws(UnixHosts.Malformed) {
            return try UnixHosts(list)
        } catch {
            throw SourceEnvironment.Malformed(
                variable: "VIPERLINE_UNIX_HOSTS", reason: "\"\(error.entry)\" is not HOST=/PATH")
        }
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
