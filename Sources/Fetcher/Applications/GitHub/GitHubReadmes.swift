package import HTTPTransfer
package import InteractorMessages

/// READMEs of repositories, looked up by `owner/name`, from GitHub's REST API.
package struct GitHubReadmes: ShippedSource {
    package static let actions = [SourceAction.lookup]
    package static let variables = GitHubAPI.variables
    package var secrets: [String] { api.secrets }
    package var rates: [String: Rate] { api.rates }
    private let api: GitHubAPI

    package init(_ environment: SourceEnvironment) throws(SourceEnvironment.Malformed) {
        api = try GitHubAPI(environment)
    }

    package func lookup(_ lookup: InteractorInput.Lookup) throws(FetchError) -> SourceAnswer<Readme> {
        guard let name = RepositoryName(lookup.id) else {
            throw .invalidRequest("\"\(lookup.id.quotable)\" is no repository's owner/name")
        }
        return .asks(try api.request("repos/\(name)/readme")) { (response) throws(FetchError) in
            try Self.found(in: response, of: name)
        }
    }

    /// A repository without a README has no items, and so has one that is not there.
    private static func found(
        in response: HTTPResponse, of name: RepositoryName
    ) throws(FetchError) -> InteractorOutput.Found<Readme> {
        guard response.status != 404 else { return InteractorOutput.Found(source: Self.name, items: []) }
        if let error = GitHubFailure.error(in: response) { throw error }
        let file: GitHubFile = try response.json(of: GitHubAPI.name)
        guard let readme = file.readme(of: "\(name)") else {
            throw .decode("the content of \(file.name.quotable) is not encoded as that of the \(GitHubAPI.name)")
        }
        return InteractorOutput.Found(source: Self.name, items: [readme])
    }
}
