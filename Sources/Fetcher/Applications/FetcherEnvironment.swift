package import HTTPTransfer
import Wire

/// Settings of upstreams from the environment, and the sources with these settings.
package struct FetcherEnvironment: Sendable {
    package let sources: [any Source]
    package let hosts: UnixHosts

    /// Rate limits of the real upstreams, by host.
    package var rates: [String: Rate] {
        sources.reduce(into: [:]) { rates, source in rates.merge(source.rates) { one, _ in one } }
    }

    package init(
        variable: (String) -> String? = RoleEnvironment.variable
    ) throws(SourceEnvironment.Malformed) {
        (sources, hosts) = try withoutActuallyEscaping(variable) { variable throws(SourceEnvironment.Malformed) in
            let environment = SourceEnvironment(variable: variable)
            var sources: [any Source] = []
            for source in SourceRegistry.sources { sources.append(try source.init(environment)) }
            return (sources, try Self.hosts(variable("VIPERLINE_UNIX_HOSTS") ?? ""))
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
