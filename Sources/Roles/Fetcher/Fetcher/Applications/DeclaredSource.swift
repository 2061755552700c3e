package import Declarations
package import HTTPTransfer
package import InteractorMessages
package import JQClient
package import JSON
package import YAML

/// A source that a file declares. Its programs run in a process of their own; all else is as in the sources that are written in
/// Swift: transfers, retries, rates and the cache treat both alike.
package struct DeclaredSource: Source {
    package typealias Item = JSONItem
    package let name: String
    package let secrets: [String]
    package let rates: [String: Rate]
    package let variables: [String]
    package var actions: [SourceAction] { declaration.actions.compactMap { SourceAction(rawValue: $0.rawValue) } }
    package var orders: [String] { declaration.orders }
    package var lane: String? { name }
    let host: String?
    private let declaration: SourceDeclaration
    private let headers: [HTTPHeader]
    /// Variables whose value is empty.
    private let withoutHeaders: [String]
    /// The declaration's own variables, with the values of the environment.
    private let constants: [String: String]
    private let runner: any ProgramRunner

    /// Characters of a text in a URL; a server refuses a longer one.
    private static let longestValue = 4096
    /// Seconds to wait after a rate limit without a time.
    private static let patience = 60

    /// - Parameter variable: the value of an environment variable.
    package init(
        _ declaration: SourceDeclaration, runner: any ProgramRunner, variable: (String) -> String?
    ) throws(Mistake) {
        self.declaration = declaration
        self.runner = runner
        name = declaration.name
        var secrets: [String] = []
        var headers: [HTTPHeader] = []
        var withoutHeaders: [String] = []
        for header in declaration.headers {
            let (text, values) = try header.expanded(variable)
            secrets += values
            guard !header.isEmpty(as: text) else {
                withoutHeaders.append(header.name)
                continue
            }
            do throws(TransferError) {
                headers.append(try HTTPHeader(header.name, text))
            } catch {
                let names = header.variableNames.joined(separator: ", ")
                throw header.mistake(FetchError(error).cause + (names.isEmpty ? "" : "; it is made of \(names)"))
            }
        }
        var constants: [String: String] = [:]
        for constant in declaration.variables {
            let (text, values) = try constant.expanded(variable)
            secrets += values
            constants[constant.name] = text
        }
        func add(_ name: String, _ value: String) {
            let given = headers.map(\.name) + withoutHeaders
            guard !given.contains(where: { $0.lowercased() == name.lowercased() }) else { return }
            headers.append(HTTPHeader(received: name, value))
        }
        add("Accept", "application/json")
        if declaration.body != nil { add("Content-Type", "application/json") }
        self.secrets = secrets
        self.headers = headers
        self.withoutHeaders = withoutHeaders
        self.constants = constants
        variables =
            [declaration.server.base].compactMap(\.self)
            + (declaration.headers + declaration.variables).flatMap(\.variableNames)
        host = (try? HTTPURL(declaration.url.expand([:])))?.host
        let bounds = declaration.bounds
        let hasKey = secrets.contains { !$0.isEmpty }
        let rate = (hasKey ? bounds.keyRate ?? bounds.rate : bounds.rate).flatMap { Rate($0) }
            .map { rate in bounds.burst.map { Rate(rate.count, per: rate.period, burst: $0) } ?? rate }
        rates = host.flatMap { host in rate.map { [host: $0] } } ?? [:]
    }

    package func search(_ search: InteractorInput.Search) throws(FetchError) -> FetchStep {
        var variables = try filters(search.filters)
        if let order = search.order {
            variables[SceneDeclaration.sort] = order.by
            variables[SceneDeclaration.direction] = order.isDescending ? "desc" : "asc"
        }
        variables["term"] = search.term
        return try ask(.search, variables, limit: search.limit, cursor: search.cursor)
    }

    package func list(_ list: InteractorInput.List) throws(FetchError) -> FetchStep {
        if declaration.uses("id"), list.id == nil { throw .invalidRequest("this source needs an id") }
        let id = list.id.map { ["id": $0] } ?? [:]
        return try ask(
            .list, id.merging(try filters(list.filters)) { $1 }, limit: list.limit, cursor: list.cursor)
    }

    package func lookup(_ lookup: InteractorInput.Lookup) throws(FetchError) -> FetchStep {
        if let form = declaration.server.ids, !declaration.server.takes(lookup.id) {
            throw .invalidRequest("\"\(lookup.id.quotable)\" is not the \(form)")
        }
        return try ask(.lookup, ["id": lookup.id], limit: nil, cursor: nil)
    }

    /// An empty value is none.
    private func filters(_ values: [String: String]?) throws(FetchError) -> [String: String] {
        guard let values else { return [:] }
        for name in values.keys.sorted() where !declaration.filters.contains(name) {
            let known = declaration.filters.joined(separator: ", ")
            throw .invalidRequest(
                "the source has no filter \"\(name.quotable)\"" + (known.isEmpty ? "" : "; it has: \(known)"))
        }
        return values.filter { !$0.value.isEmpty }
    }

    private func ask(
        _ action: SourceDeclaration.Action, _ texts: [String: String], limit: Int?, cursor: String?
    ) throws(FetchError) -> FetchStep {
        guard declaration.actions.contains(action) else {
            let possible = declaration.actions.map(\.rawValue).joined(separator: ", ")
            throw .invalidRequest("the source has no \(action.rawValue); it has: \(possible)")
        }
        for (name, text) in texts where text.count > Self.longestValue {
            throw .invalidRequest("the \(name) is longer than \(Self.longestValue) characters")
        }
        let limit = try checked(limit)
        let page = try DeclaredPage(declaration.paging, cursor: cursor)
        var variables = texts
        variables["limit"] = limit.map(String.init)
        variables.merge(page.variables) { $1 }
        let step = { @Sendable [variables] () throws(FetchError) -> FetchStep in
            ask(try request(variables, page)) { (response) throws(FetchError) in
                try found(in: response, action, variables, page, limit: limit)
            }
        }
        return declaration.body == nil ? try step() : .work(SlowWork(lane: name, step: step))
    }

    private func checked(_ limit: Int?) throws(FetchError) -> Int? {
        guard let limit else { return declaration.bounds.limit }
        guard declaration.uses("limit") else { throw .invalidRequest("this source has no limit") }
        return try PageLimit(range: 1...(declaration.bounds.most ?? 1000), standard: 1).check(limit)
    }

    private func request(_ variables: [String: String], _ page: DeclaredPage) throws(FetchError) -> HTTPRequest {
        let values = constants.merging(variables) { $1 }
        guard !declaration.url.hasDotSegment(with: values) else {
            throw .invalidRequest("\".\" and \"..\" would lead to another place of the server")
        }
        let text = declaration.url.expand(values)
        var request: HTTPRequest
        do throws(TransferError) {
            let url = try HTTPURL(text)
            request = HTTPRequest(try page.link(on: url) ?? url, headers: headers)
        } catch {
            throw FetchError(error)
        }
        // A declaration cannot take its host from data.
        request.isConfigured = request.url.isOwnHost
        request.withoutHeaders = withoutHeaders
        request.method = declaration.method
        request.freshness = declaration.cache
        if !declaration.refusals.rules.isEmpty {
            let refusals = declaration.refusals
            request.adviser = RetryAdviser(name, patience: Self.patience) { refusals.error(in: $0) }
        }
        if let program = declaration.body { request.body = .bytes(try run(program, on: Array("null".utf8), variables)) }
        return request
    }

    private func found(
        in response: HTTPResponse, _ action: SourceDeclaration.Action, _ variables: [String: String],
        _ page: DeclaredPage, limit: Int?
    ) throws(FetchError) -> InteractorOutput.Found<JSONItem> {
        if response.status == 404, hasNothing(for: action) { return InteractorOutput.Found(source: name, items: []) }
        if let error = declaration.refusals.error(in: response, reason: { reason(in: response) }) { throw error }
        let body = try response.cleanJSON()
        let output = try run(declaration.answer, on: body, variables, then: SourceDeclaration.answerNormaliser)
        guard let answer = try? DeclaredAnswer(json: output) else {
            throw .decode("\(declaration.answer.path) did not give {items, cursor, total}")
        }
        if let failed = answer.failed?.value { throw .decode(failed) }
        let items = answer.items.compactMap(\.value)
        guard !items.isEmpty || answer.items.isEmpty else {
            throw .decode(
                "\(declaration.answer.path) gave \(answer.items.count) items, none with an id that is a string or a number"
            )
        }
        guard !answer.incomplete || !items.isEmpty else {
            throw .unfinished(
                "\(response.url.host) gave the search up before it had found anything; try again, or search for less")
        }
        let unreadable = answer.items.count - items.count
        return InteractorOutput.Found(
            source: name, items: items,
            cursor: page.next(answer, count: answer.items.count, limit: limit, declaration.bounds.reach, response),
            total: answer.total?.value, unreadable: unreadable == 0 ? nil : unreadable,
            incomplete: answer.incomplete ? true : nil)
    }

    /// The server's own words in a refusal; nil if it has none.
    private func reason(in response: HTTPResponse) -> String? {
        guard let program = declaration.refusals.reason, let body = try? response.cleanJSON() else { return nil }
        return (try? run(program, on: body, [:])).flatMap { try? String(json: $0) }
    }

    /// True where the path names what is asked for, so that "not found" answers the request.
    private func hasNothing(for action: SourceDeclaration.Action) -> Bool {
        switch action {
        case .lookup: true
        case .search: declaration.url.pathNames.contains("term")
        case .list: declaration.url.pathNames.contains("id")
        }
    }

    /// The first output of a program.
    /// - Parameter rest: another program, which gets the first one's outputs.
    private func run(
        _ program: ProgramText, on input: [UInt8], _ variables: [String: String], then rest: String? = nil
    ) throws(FetchError) -> [UInt8] {
        let text = rest.map { "(\(program.text)\n) | \($0)" } ?? program.text
        // Programs do not get a declaration's own variables, which may be credentials.
        let values = declaration.values(of: variables)
        do throws(RunFailure) {
            let outputs = try runner.outputs(of: text, on: input, variables: values)
            guard let first = outputs.first else { throw RunFailure.stopped("it had no output") }
            return first
        } catch {
            throw .decode("\(program.path) (\(program.place)): \(error.reason)")
        }
    }
}

extension RefusalsDeclaration {
    /// The error of a response with a status of 400 or more. A 403 is a rate limit if its headers show that.
    /// - Parameter reason: the server's own words.
    func error(in response: HTTPResponse, reason: () -> String? = { nil }) -> FetchError? {
        guard response.status >= 400 else { return nil }
        let rule = rule(for: response.status, response.body)
        let isLimited =
            response.status == 429
            || response.status == 403 && (response.rateLimit?.remaining == 0 || response.retryAfter != nil)
        let reason = reason()
        let refusal = ServerRefusal(response, reason: reason)
        switch rule?.kind ?? (isLimited ? .rateLimited : response.status == 401 ? .unauthorized : .http) {
        case .unauthorized: return .unauthorized(rule?.message ?? "it refuses these credentials", refusal)
        case .rateLimited:
            return .rateLimited(ServerRefusal(response, reason: reason, retry: RetryTime(askedBy: response)))
        case .notFound: return .notFound(refusal)
        case .invalidRequest: return .rejected(refusal)
        case .http: return .http(refusal)
        }
    }
}

extension EnvironmentText {
    /// The names of the variables that the text may have.
    fileprivate var variableNames: [String] {
        var names: [String] = []
        _ = try? expanded { name in
            if !names.contains(name) { names.append(name) }
            return ""
        }
        return names
    }
}

extension SourceDeclaration {
    /// The variables of a request as JSON; null where there is no value.
    package func values(of variables: [String: String]) -> JSONBytes {
        let pairs = programVariables.map { ($0, variables[$0]) }
        return JSONBytes(Dictionary(pairs, uniquingKeysWith: { first, _ in first }))
    }
}

extension DeclaredPage {
    /// The URL of the next page, from the page before: on the same host, because credentials go there.
    /// - Parameter url: the URL of the declaration.
    fileprivate func link(on url: HTTPURL) throws(TransferError) -> HTTPURL? {
        guard paging == .link, let cursor else { return nil }
        let link = try HTTPURL(cursor)
        guard link.scheme == url.scheme, link.host == url.host, link.port == url.port, link.credentials == nil else {
            throw .invalidURL("the next page is on another host")
        }
        return link
    }
}

/// The result of a declared source's program, in the form that ``SourceDeclaration/answerNormaliser`` gives it.
struct DeclaredAnswer: JSONReadable {
    var items: [Lenient<JSONItem>] = []
    let givenCursor: Lenient<String>?  // JSON: cursor
    /// True if the program gives a cursor, if only null.
    var hasCursor: Bool = false
    let total: Lenient<Int>?
    var incomplete: Bool = false
    /// Why the response is none.
    let failed: Lenient<String>?

    /// Nil where the program names none, or null.
    var cursor: String? { givenCursor?.value.flatMap { 1...Self.longestCursor ~= $0.utf8.count ? $0 : nil } }

    /// Bytes. The presenter repeats it in each request.
    private static let longestCursor = 8192
}

/// The page of a declared source that a request asks for, and the cursor of the next one.
struct DeclaredPage: Equatable, Sendable {
    let paging: SourceDeclaration.Paging?
    /// Cursor of the request; nil for the first page.
    let cursor: String?

    /// A page beyond is refused.
    private static let highest = 1_000_000_000

    init(_ paging: SourceDeclaration.Paging?, cursor: String?) throws(FetchError) {
        self.paging = paging
        self.cursor = cursor
        guard let cursor else { return }
        switch paging {
        case nil: throw .invalidRequest("this source has no further pages")
        case .page, .offset, .linked:
            let lowest = if case .linked = paging { 1 } else { 0 }
            guard let number = Int(cursor), lowest...Self.highest ~= number else {
                throw .invalidRequest("\"\(cursor.quotable)\" is not a cursor of this source")
            }
        case .cursor, .link: break
        }
    }

    /// The number of the page, or of its first item.
    private var number: Int? {
        switch paging {
        case .page(let first), .offset(let first): cursor.flatMap { Int($0) } ?? first
        case .linked: cursor.flatMap { Int($0) }
        case .cursor, .link, nil: nil
        }
    }

    var variables: [String: String] {
        guard let name = paging?.variable, let value = number.map(String.init) ?? cursor else { return [:] }
        return [name: value]
    }

    /// The cursor of the next page; nil on the last one.
    /// - Parameters:
    ///   - count: the items of this page, those that could not be read included.
    ///   - limit: the items of a full page, if that is known.
    ///   - reach: the most items that the server lists.
    func next(_ answer: DeclaredAnswer, count: Int, limit: Int?, _ reach: Int?, _ response: HTTPResponse) -> String? {
        guard !answer.hasCursor || answer.cursor != nil else { return nil }
        switch paging {
        case .page(let first):
            let seen = limit.map {
                (number ?? first) - first + 1 < Self.highest / $0 ? ((number ?? first) - first + 1) * $0 : nil
            }
            return isLast(answer, count: count, seen: seen ?? nil, reach) ? nil : number.map { "\($0 + 1)" }
        case .offset(let first):
            guard let number else { return nil }
            return isLast(answer, count: count, seen: number - first + count, reach) ? nil : "\(number + count)"
        case .linked(let parameter):
            let page = LinkHeader.target(of: "next", in: response).flatMap { QueryString.value(of: parameter, in: $0) }
                .flatMap { Int($0) }
            let last = reach.map { ($0 - 1) / max(1, limit ?? 1) + 1 } ?? Self.highest
            guard let page, 1...last ~= page else { return nil }
            return "\(page)"
        case .cursor: return answer.cursor
        case .link: return LinkHeader.target(of: "next", in: response)
        case nil: return nil
        }
    }

    /// A page without items is the last one.
    /// - Parameter seen: the number of items up to the end of this page, if that is known.
    private func isLast(_ answer: DeclaredAnswer, count: Int, seen: Int?, _ reach: Int?) -> Bool {
        if count == 0 { return true }
        guard let seen, let end = [answer.total?.value, reach].compactMap(\.self).min() else { return false }
        return seen >= end
    }
}
