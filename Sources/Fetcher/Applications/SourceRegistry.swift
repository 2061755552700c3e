/// Every source, in the order in which the help lists them. An application adds its line here, and its folder.
package enum SourceRegistry {
    package static let sources: [any Source.Type] = [
        ITunesApps.self,
        ITunesSongs.self,
        GitHubRepositories.self,
        YouTubePlaylist.self,
        TrafficLight.self,
        Greeting.self,
    ]
}
