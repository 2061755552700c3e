/// The README of a repository.
struct GitHubReadme: Sendable {
    let name: String
    let content: [UInt8]

    /// Files over a megabyte are told of without their content.
    static let mostBytes = 1_000_000

    /// All that the API tells of it, in the order of the real answers.
    func json(in repository: GitHubRepository) -> JSONValue {
        let api = "https://api.github.example/repos/\(repository.fullName)"
        let page = "https://github.example/\(repository.fullName)/blob/\(repository.branch)/\(name)"
        let sha = String(stableHash("\(repository.fullName)/\(name)"), radix: 16)
        let isLarge = content.count > Self.mostBytes
        let links: JSONValue.Members = [
            ("self", .string("\(api)/contents/\(name)?ref=\(repository.branch)")),
            ("git", .string("\(api)/git/blobs/\(sha)")),
            ("html", .string(page)),
        ]
        return .object([
            ("name", .string(name)),
            ("path", .string(name)),
            ("sha", .string(sha)),
            ("size", .integer(content.count)),
            ("url", .string("\(api)/contents/\(name)?ref=\(repository.branch)")),
            ("html_url", .string(page)),
            ("git_url", .string("\(api)/git/blobs/\(sha)")),
            ("download_url", .string("https://raw.github.example/\(repository.fullName)/\(repository.branch)/\(name)")),
            ("type", .string("file")),
            ("content", .string(isLarge ? "" : Base64Lines.text(content))),
            ("encoding", .string(isLarge ? "none" : "base64")),
            ("_links", .object(links)),
        ])
    }
}
