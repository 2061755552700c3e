import HTTPTransfer
import Wire

/// What the environment says about upstreams.
package struct FetcherEnvironment: Sendable {
    package let sources: [any Source]
    package let hosts: UnixHosts

    /// A variable that cannot be used.
    package struct Malformed: Error, Equatable, Sendable, CustomStringConvertible {
        package let variable: String
        package let reason: String

        package var description: String { "read \(variable): \(reason)" }
    }

    package init(variable: (String) -> String? = RoleEnvironment.variable) throws(Malformed) {
        let name = "ITUNES_BASE_URL"
        let base: HTTPURL
        do throws(TransferError) {
            base = try HTTPURL(variable(name) ?? ITunesApps.standardBase)
        } catch {
            throw Malformed(variable: name, reason: FetchError(error).cause)
        }
        sources = [ITunesApps(base: base)]
        do throws(UnixHosts.Malformed) {
            hosts = try UnixHosts(variable("VIPERLINE_UNIX_HOSTS") ?? "")
        } catch {
            throw Malformed(variable: "VIPERLINE_UNIX_HOSTS", reason: "\"\(error.entry)\" is not HOST=/PATH")
        }
    }
}
