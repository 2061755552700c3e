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
        guard let name = RepositoryName(lookup.id) else {
            throw .invalidRequest("\"\(lookup.id.quotable)\" is not the owner/name of a repository")
        }
        return ask(try api.request("repos/\(name)/readme")) { (response) throws(FetchError) in
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

/// A file of a repository, as the API describes it.
struct GitHubFile: JSONReadable {
    let name: String
    private var size: Int?
    private var page: String?
    /// `base64`; `none` for a file over a megabyte, whose content is left out.
    private var encoding: String?
    private var content: String?

    /// Bytes. The view reads no longer text as Markdown.
    private static let mostBytes = 256 << 10

    init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "name": name = try reader.read()
            case "size": size = try reader.readLeniently(Int.self).flatMap { $0 < 0 ? nil : $0 }
            case "html_url": page = try reader.readLeniently()
            case "encoding": encoding = try reader.readLeniently()
            case "content": content = try reader.readLeniently()
            default: try reader.skipValue()
            }
        }
        guard let name else { throw .missing("name", at: object) }
        self.name = name
    }

    /// The file as the README of a repository; nil if the content cannot be decoded.
    func readme(of repository: String) -> Readme? {
        var readme = Readme(id: repository, name: name, size: size, url: page)
        guard encoding != "none", (size ?? 0) <= Self.mostBytes else {
            readme.obstacle = .tooLarge
            return readme
        }
        guard encoding == "base64", let content, let bytes = Self.bytes(content) else { return nil }
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
