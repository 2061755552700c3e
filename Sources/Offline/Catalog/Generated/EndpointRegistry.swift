// Written by scripts/generate-applications from the folders of the applications.

/// Every vendor.
enum EndpointRegistry {
    static let all: [any Endpoints.Type] = [
        ITunesEndpoints.self,
        GitHubEndpoints.self,
        YouTubeEndpoints.self,
        CratesEndpoints.self,
        HackerNewsEndpoints.self,
        NPMEndpoints.self,
        OpenLibraryEndpoints.self,
        CoverEndpoints.self,
        PictureEndpoints.self,
        WikipediaEndpoints.self,
    ]
}
