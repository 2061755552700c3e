package import HTTPTransfer
import Wire

/// What the environment says about upstreams. The sources are gathered here.
package struct FetcherEnvironment: Sendable {
    package let sources: [any Source]
    package let hosts: UnixHosts

    /// How often the real upstreams may be asked, by host.
    package var rates: [String: Rate] {
        sources.reduce(into: [:]) { rates, source in rates.merge(source.rates) { one, _ in one } }
    }

    /// A variable that cannot be used.
    package struct Malformed: Error, Equatable, Sendable, CustomStringConvertible {
        package let variable: String
        package let reason: String

        package var description: String { "read \(variable): \(reason)" }
    }

    package init(variable: (String) -> String? = RoleEnvironment.variable) throws(Malformed) {
        func base(_ name: String, standard: String) throws(Malformed) -> BaseURL {
            let configured = variable(name)
            do throws(TransferError) {
                return BaseURL(try HTTPURL(configured ?? standard), isConfigured: configured != nil)
            } catch {
                throw Malformed(variable: name, reason: FetchError(error).cause)
            }
        }
        let itunes = try base("ITUNES_BASE_URL", standard: ITunesStore.standardBase)
        let gitHub = try base("GITHUB_BASE_URL", standard: GitHubRepositories.standardBase)
        let youTube = try base("YOUTUBE_BASE_URL", standard: YouTubePlaylist.standardBase)
        sources = [
            ITunesApps(base: itunes),
            ITunesSongs(base: itunes),
            try Self.repositories(base: gitHub, token: variable("GITHUB_TOKEN")),
            YouTubePlaylist(base: youTube, key: variable("YOUTUBE_API_KEY")),
            TrafficLight(),
            Greeting(),
        ]
        do throws(UnixHosts.Malformed) {
            hosts = try UnixHosts(variable("VIPERLINE_UNIX_HOSTS") ?? "")
        } catch {
            throw Malformed(variable: "VIPERLINE_UNIX_HOSTS", reason: "\"\(error.entry)\" is not HOST=/PATH")
        }
    }

    private static func repositories(base: BaseURL, token: String?) throws(Malformed) -> GitHubRepositories {
        do throws(TransferError) {
            return try GitHubRepositories(base: base, token: token)
        } catch {
            throw Malformed(variable: "GITHUB_TOKEN", reason: "a line break is in it")
        }
    }
}
