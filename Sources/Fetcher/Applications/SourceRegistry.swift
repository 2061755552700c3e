/// Every source, in the order of the help. A new application adds a line here, and a folder.
package enum SourceRegistry {
    package static let sources: [any ShippedSource.Type] = [
        ITunesApps.self,
        ITunesSongs.self,
        GitHubRepositories.self,
        GitHubReadmes.self,
        YouTubePlaylist.self,
        TrafficLight.self,
        Greeting.self,
    ]
}
