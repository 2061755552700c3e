import Encodings

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

extension GitHubRepository {
    /// What a search returns for a repository, in the order of the real responses.
    var json: JSONValue {
        let members = identity + Self.links(Self.repositoryLinks, on: api) + dates + numbers + switches + standing
        return .object(members)
    }

    private var page: String { "https://github.example/\(fullName)" }
    private var api: String { "https://api.github.example/repos/\(fullName)" }

    private var identity: JSONValue.Members {
        [
            ("id", .integer(id)),
            ("node_id", .string("R_kgDO\(String(id, radix: 36, uppercase: true))")),
            ("name", .string(name)),
            ("full_name", .string(fullName)),
            ("private", .boolean(false)),
            ("owner", .object(ownerMembers)),
            ("html_url", .string(page)),
            ("description", .orNull(description)),
            ("fork", .boolean(false)),
            ("url", .string(api)),
        ]
    }

    private var ownerMembers: JSONValue.Members {
        let id = Int(stableHash(owner) % 90_000_000)
        let api = "https://api.github.example/users/\(owner)"
        let members: JSONValue.Members = [
            ("login", .string(owner)),
            ("id", .integer(id)),
            ("node_id", .string("U_kgDO\(String(id, radix: 36, uppercase: true))")),
            ("avatar_url", .string("\(CatalogHost.url)/pictures/owners/\(owner)/avatar.png")),
            ("gravatar_id", .string("")),
            ("url", .string(api)),
            ("html_url", .string("https://github.example/\(owner)")),
        ]
        let isTeam = id % 3 == 0
        return members + Self.links(Self.ownerLinks, on: api)
            + [("type", .string(isTeam ? "Organization" : "User")), ("site_admin", .boolean(false))]
    }

    private var dates: JSONValue.Members {
        [
            ("created_at", .string(created)),
            ("updated_at", .string(updated)),
            ("pushed_at", .string(updated)),
            ("git_url", .string("git://github.example/\(fullName).git")),
            ("ssh_url", .string("git@github.example:\(fullName).git")),
            ("clone_url", .string("\(page).git")),
            ("svn_url", .string(page)),
            ("homepage", id % 4 == 0 ? .string("https://\(Slug.make(name)).example") : .null),
        ]
    }

    private var numbers: JSONValue.Members {
        [
            ("size", .integer(size)),
            ("stargazers_count", .integer(stars)),
            ("watchers_count", .integer(stars)),
            ("language", .orNull(language)),
        ]
    }

    private var switches: JSONValue.Members {
        [
            ("has_issues", .boolean(true)),
            ("has_projects", .boolean(true)),
            ("has_downloads", .boolean(true)),
            ("has_wiki", .boolean(id % 2 == 0)),
            ("has_pages", .boolean(id % 4 == 0)),
            ("has_discussions", .boolean(id % 5 == 0)),
            ("forks_count", .integer(forks)),
            ("mirror_url", .null),
            ("archived", .boolean(id % 17 == 0)),
            ("disabled", .boolean(false)),
            ("open_issues_count", .integer(issues)),
            ("license", licenseValue),
            ("allow_forking", .boolean(true)),
            ("is_template", .boolean(false)),
            ("web_commit_signoff_required", .boolean(false)),
        ]
    }

    private var standing: JSONValue.Members {
        [
            ("topics", .strings(language.map { [Slug.make($0)] } ?? [])),
            ("visibility", .string("public")),
            ("forks", .integer(forks)),
            ("open_issues", .integer(issues)),
            ("watchers", .integer(stars)),
            ("default_branch", .string(branch)),
            ("score", .number("1.0")),
        ]
    }

    private var licenseValue: JSONValue {
        guard let license else { return .null }
        return .object([
            ("key", .string(license.key)),
            ("name", .string(license.name)),
            ("spdx_id", .string(license.key.uppercased())),
            ("url", .string("https://api.github.example/licenses/\(license.key)")),
            ("node_id", .string("MDc6TGljZW5zZTEz")),
        ])
    }

    /// The addresses below `base`: `name_url`, and the rest of its path.
    private static func links(_ lines: [(name: String, path: String)], on base: String) -> JSONValue.Members {
        lines.map { ("\($0.name)_url", .string("\(base)/\($0.path)")) }
    }

    private static let ownerLinks = pairs(
        """
        followers; following following{/other_user}; gists gists{/gist_id}; starred starred{/owner}{/repo}
        subscriptions; organizations orgs; repos; events events{/privacy}; received_events
        """)

    private static let repositoryLinks = pairs(
        """
        forks; keys keys{/key_id}; collaborators collaborators{/collaborator}; teams; hooks
        issue_events issues/events{/number}; events; assignees assignees{/user}; branches branches{/branch}; tags
        blobs git/blobs{/sha}; git_tags git/tags{/sha}; git_refs git/refs{/sha}; trees git/trees{/sha}
        statuses statuses/{sha}; languages; stargazers; contributors; subscribers; subscription
        commits commits{/sha}; git_commits git/commits{/sha}; comments comments{/number}
        issue_comment issues/comments{/number}; contents contents/{+path}; compare compare/{base}...{head}
        merges; archive {archive_format}{/ref}; downloads; issues issues{/number}; pulls pulls{/number}
        milestones milestones{/number}; notifications notifications{?since,all,participating}
        labels labels{/name}; releases releases{/id}; deployments
        """)

    /// Reads `name` or `name path`; without a path it is the name.
    private static func pairs(_ text: String) -> [(name: String, path: String)] {
        text.split { $0 == ";" || $0 == "\n" }.map { entry in
            let words = entry.split(separator: " ").map(String.init)
            return (words[0], words.last ?? "")
        }
    }
}

/// The README of a repository.
struct GitHubReadme: Sendable {
    let name: String
    let content: [UInt8]

    /// Files over a megabyte come without their content.
    static let mostBytes = 1_000_000

    /// What the API returns for it, in the order of the real responses.
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

/// Bytes as Base64 in lines of 60 characters, as GitHub writes the content of files (RFC 2045 §6.8 allows 76).
enum Base64Lines {
    private static let bytesPerLine = 45

    static func text(_ bytes: [UInt8]) -> String {
        stride(from: 0, to: bytes.count, by: bytesPerLine).map { start in
            Base64.encode(Array(bytes[start..<min(start + bytesPerLine, bytes.count)])) + "\n"
        }.joined()
    }
}
