// Written by scripts/generate from the folders of the applications.

/// Every source, in the order of the help.
package enum SourceRegistry {
    package static let sources: [any ShippedSource.Type] = [
        ITunesApps.self,
        ITunesSongs.self,
        GitHubRepositories.self,
        RepositoryReadmes.self,
        YouTubePlaylist.self,
        TrafficLight.self,
        Greeting.self,
    ]
}
