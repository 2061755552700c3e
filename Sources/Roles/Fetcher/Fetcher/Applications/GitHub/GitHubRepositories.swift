package import HTTPTransfer
package import InteractorMessages

/// Repositories of GitHub, from the search of its REST API. The cursor is the number of the next page.
package struct GitHubRepositories: ShippedSource {
    package typealias Item = Repository
    package static let actions = [SourceAction.search]
    package static let orders = ["stars", "forks", "updated"]
    package static let variables = GitHubAPI.variables

    package var secrets: [String] { api.secrets }
    package var rates: [String: Rate] { api.rates }
    private let api: GitHubAPI
    private static let pageSize = PageLimit(range: 1...100, standard: 30)
    /// The API shows at most so many results.
    private static let reachable = 1000

    package init(_ environment: SourceEnvironment) throws(SourceEnvironment.Malformed) {
        api = try GitHubAPI(environment)
    }

    package func search(_ search: InteractorInput.Search) throws(FetchError) -> FetchStep {
        let limit = try Self.pageSize.check(search.limit)
        if let cursor = search.cursor {
            guard let page = Int(cursor), page > 0 else {
                throw .invalidRequest("\"\(cursor.quotable)\" is not a cursor of this source")
            }
        }
        let request = try api.request(
            "search/repositories",
            [
                "q": search.term, "sort": search.order?.by,
                "order": search.order.map { $0.isDescending ? "desc" : "asc" }, "per_page": "\(limit)",
                "page": search.cursor,
            ])
        return ask(request) { (response) throws(FetchError) in try found(in: response, limit: limit) }
    }

    private func found(
        in response: HTTPResponse, limit: Int
    ) throws(FetchError) -> InteractorOutput.Found<Repository> {
        if let error = GitHubFailure.error(in: response) { throw error }
        let answer: GitHubAnswer = try response.json(of: GitHubAPI.name)
        let next = LinkHeader(response.values(of: "Link")).target(of: "next")
        let page = next.flatMap { QueryString.value(of: "page", in: $0) }.flatMap { Int($0) }
        let isReachable = page.map { 1...(Self.reachable - 1) / limit + 1 ~= $0 } ?? false
        let listing = try Listing(
            answer.items.map(\.value), from: response.url.host, of: GitHubAPI.name, \.repository)
        let isIncomplete = answer.isIncomplete == true
        guard !isIncomplete || !listing.items.isEmpty else {
            throw .unfinished(
                "\(response.url.host) gave the search up before it had found anything; "
                    + "try again, or search for less")
        }
        return InteractorOutput.Found(
            source: Self.name, items: listing.items, cursor: isReachable ? page.map(String.init) : nil,
            total: answer.totalCount, unreadable: listing.unreadable, incomplete: isIncomplete ? true : nil)
    }
}

/// The Link header (RFC 8288 §3): where related resources are.
struct LinkHeader {
    struct Link: Equatable {
        let target: String
        /// Relation types, in lower case.
        let relations: [String]
    }

    let links: [Link]

    /// - Parameter values: of every Link header of a response.
    init(_ values: [String]) {
        links = values.flatMap { value in
            var rest = value[...]
            var links: [Link] = []
            while let link = Self.link(&rest) { links.append(link) }
            return links
        }
    }

    func target(of relation: String) -> String? {
        links.first { $0.relations.contains(relation) }?.target
    }

    /// Takes one `<target>; name=value; name="value"`; nil at the end or at malformed text.
    private static func link(_ rest: inout Substring) -> Link? {
        rest = rest.drop { $0.isWhitespace || $0 == "," }
        guard rest.first == "<", let end = rest.firstIndex(of: ">") else { return nil }
        let target = String(rest[rest.index(after: rest.startIndex)..<end])
        rest = rest[end...].dropFirst()
        var relations: [String]?
        while let (name, value) = parameter(&rest) {
            // The first one counts (§3.3).
            if name == "rel", relations == nil {
                relations = value.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
            }
        }
        return Link(target: target, relations: relations ?? [])
    }

    /// Takes one `; name=value`; nil where none follows.
    private static func parameter(_ rest: inout Substring) -> (name: String, value: String)? {
        rest = rest.drop(while: \.isWhitespace)
        guard rest.first == ";" else { return nil }
        rest = rest.dropFirst().drop(while: \.isWhitespace)
        let name = rest.prefix { !"=;,".contains($0) && !$0.isWhitespace }
        rest = rest[name.endIndex...].drop(while: \.isWhitespace)
        guard rest.first == "=" else { return (name.lowercased(), "") }
        rest = rest.dropFirst().drop(while: \.isWhitespace)
        if rest.first == "\"" { return (name.lowercased(), quoted(&rest)) }
        let value = rest.prefix { !";,".contains($0) && !$0.isWhitespace }
        rest = rest[value.endIndex...]
        return (name.lowercased(), String(value))
    }

    /// Takes a quoted string (RFC 9110 §5.6.4), or an unclosed one up to the end.
    private static func quoted(_ rest: inout Substring) -> String {
        var value = ""
        rest = rest.dropFirst()
        while let character = rest.popFirst(), character != "\"" {
            if character != "\\" {
                value.append(character)
            } else if let escaped = rest.popFirst() {
                value.append(escaped)
            }
        }
        return value
    }
}
