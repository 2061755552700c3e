/// A repository of GitHub.
struct GitHubRepository: Sendable {
    let id: Int
    let owner: String
    let name: String
    let description: String?
    let language: String?
    let license: License?
    let stars: Int
    let forks: Int
    let issues: Int
    /// Kilobytes.
    let size: Int
    /// RFC 3339.
    let created: String
    let updated: String

    var fullName: String { "\(owner)/\(name)" }
    /// The default one.
    var branch: String { id % 6 == 0 ? "master" : "main" }

    struct License: Sendable {
        let key: String
        let name: String
    }
}

extension GitHubRepository: Searchable {
    /// Words in a repository's name are joined by hyphens.
    var searchTexts: [String] { [name, owner, description ?? "", language ?? ""] }
}
