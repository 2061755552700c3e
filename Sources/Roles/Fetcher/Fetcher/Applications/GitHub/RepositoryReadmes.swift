import Encodings
package import HTTPTransfer
package import InteractorMessages
import JSON

/// READMEs of repositories, looked up by `owner/name`, from GitHub's REST API.
package struct RepositoryReadmes: ShippedSource {
    package typealias Item = Readme
    package static let actions = [SourceAction.lookup]
    package static let variables = GitHubAPI.variables
    package var secrets: [String] { api.secrets }
    package var rates: [String: Rate] { api.rates }
    private let api: GitHubAPI

    package init(_ environment: SourceEnvironment) throws(SourceEnvironment.Malformed) {
        api = try GitHubAPI(environment)
    }

    package func lookup(_ lookup: InteractorInput.Lookup) throws(FetchError) -> FetchStep {
        let name = lookup.id
        guard Self.isRepository(name) else {
            throw .invalidRequest("\"\(name.quotable)\" is not the owner/name of a repository")
        }
        return ask(try api.request("repos/\(name)/readme")) { (response) throws(FetchError) in
            try Self.found(in: response, of: name)
        }
    }

    /// True for an `owner/name` that is safe as two segments of a path.
    private static func isRepository(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2 && PercentEncoding.path.encode(text) == text
            && parts.allSatisfy { 1...longestName ~= $0.utf8.count && $0 != "." && $0 != ".." }
    }

    /// Bytes. GitHub's own limits are 39 and 100.
    private static let longestName = 100

    /// A repository without a README has no items, and so has one that is not there.
    private static func found(
        in response: HTTPResponse, of name: String
    ) throws(FetchError) -> InteractorOutput.Found<Readme> {
        guard response.status != 404 else { return InteractorOutput.Found(source: Self.name, items: []) }
        if let error = GitHubFailure.error(in: response) { throw error }
        let file: GitHubFile = try response.json(of: GitHubAPI.name)
        guard let readme = file.readme(of: name) else {
            throw .decode("the content of \(file.name.quotable) is not encoded as that of the \(GitHubAPI.name)")
        }
        return InteractorOutput.Found(source: Self.name, items: [readme])
    }
}

/// A file of a repository, as the API describes it.
struct GitHubFile: JSONReadable {
    let name: String
    let size: Lenient<Int>?
    let page: Lenient<String>?  // JSON: html_url
    /// `base64`; `none` for a file over a megabyte, whose content is left out.
    let encoding: Lenient<String>?
    let content: Lenient<String>?

    /// Bytes. The view reads no longer text as Markdown.
    private static let mostBytes = 256 << 10

    /// The file as the README of a repository; nil if the content cannot be decoded.
    func readme(of repository: String) -> Readme? {
        var readme = Readme(id: repository, name: name, size: size?.count, url: page?.value)
        guard encoding?.value != "none", (readme.size ?? 0) <= Self.mostBytes else {
            readme.obstacle = .tooLarge
            return readme
        }
        guard encoding?.value == "base64", let content = content?.value, let bytes = Self.bytes(content) else {
            return nil
        }
        (readme.text, readme.obstacle) = Self.text(bytes)
        readme.size = bytes.count
        return readme
    }

    /// The API breaks Base64 into lines.
    private static func bytes(_ content: String) -> [UInt8]? {
        Base64.decode(String(decoding: content.utf8.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }

    /// The text without a byte order mark, or why there is none. What has a NUL is taken for binary, as Git does.
    private static func text(_ bytes: [UInt8]) -> (String?, Readme.Obstacle?) {
        guard bytes.count <= mostBytes else { return (nil, .tooLarge) }
        let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        guard isWide || !bytes.contains(0) else { return (nil, .binary) }
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        guard let text = String(validating: body, as: UTF8.self) else { return (nil, .encoding) }
        return (text, nil)
    }
}
