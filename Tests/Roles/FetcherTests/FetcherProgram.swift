import TestSupport

/// viperline-fetcher as a process, with a local server as its upstream and a folder for its files and its cache.
struct FetcherProgram {
    static let path = Products.executable("viperline-fetcher")

    let upstream: Upstream
    let folder: TemporaryFolder
    let environment: [String: String]

    init() throws {
        upstream = try Upstream.shared.get()
        folder = try TemporaryFolder()
        environment = [
            "ITUNES_BASE_URL": upstream.url("/itunes"), "GITHUB_BASE_URL": upstream.url("/github"),
            "YOUTUBE_BASE_URL": upstream.url("/youtube"), "YOUTUBE_API_KEY": "a-key-of-nobody", "GITHUB_TOKEN": "",
            "XDG_CACHE_HOME": folder.path + "/cache",
        ]
    }

    /// Runs it in its folder until it ends.
    func run(
        _ arguments: [String] = [], input: String = "", environment: [String: String] = [:]
    ) throws -> Command.Result {
        try Command.run(
            [Self.path] + arguments, input: input, environment: self.environment.merging(environment) { $1 },
            folder: folder.path)
    }
}
