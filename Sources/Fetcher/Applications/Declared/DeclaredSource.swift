package import Declarations
package import Evaluation
package import HTTPTransfer
package import InteractorMessages
package import JSON
package import YAML

/// A source that a file declares. Its programs run in a process of their own; all else is as in the sources that are written in
/// Swift: transfers, retries, rates and the cache know no difference.
package struct DeclaredSource: Source {
    package static let actions = SourceAction.allCases

    package let name: String
    package let secrets: [String]
    package let rates: [String: Rate]
    private let declaration: SourceDeclaration
    private let headers: [HTTPHeader]
    /// The declaration's own variables, with the values of the environment.
    private let constants: [String: String]
    private let runner: any ProgramRunner

    /// Characters of a text in a URL; a server refuses a longer one.
    private static let longestValue = 4096

    /// - Parameter variable: the value of an environment variable.
    package init(
        _ declaration: SourceDeclaration, runner: any ProgramRunner, variable: (String) -> String?
    ) throws(Mistake) {
        self.declaration = declaration
        self.runner = runner
        name = declaration.name
        var secrets: [String] = []
        var headers: [HTTPHeader] = []
        for header in declaration.headers {
            let (text, values) = try header.expanded(variable)
            secrets += values
            do throws(TransferError) {
                headers.append(try HTTPHeader(header.name, text))
            } catch {
                throw header.mistake(FetchError(error).cause)
            }
        }
        var constants: [String: String] = [:]
        for constant in declaration.variables {
            let (text, values) = try constant.expanded(variable)
            secrets += values
            constants[constant.name] = text
        }
        func add(_ name: String, _ value: String) {
            guard !headers.contains(where: { $0.name.lowercased() == name.lowercased() }) else { return }
            headers.append(HTTPHeader(received: name, value))
        }
        add("Accept", "application/json")
        if declaration.body != nil { add("Content-Type", "application/json") }
        self.secrets = secrets
        self.headers = headers
        self.constants = constants
        let host = (try? HTTPURL(declaration.url.expand([:])))?.host
        let rate = declaration.rate.flatMap { Rate($0) }
        rates = host.flatMap { host in rate.map { [host: $0] } } ?? [:]
    }

    package func search(_ search: InteractorInput.Search) throws(FetchError) -> SourceAnswer<JSONItem> {
        try ask(.search, ["term": search.term], limit: search.limit, cursor: search.cursor)
    }

    package func list(_ list: InteractorInput.List) throws(FetchError) -> SourceAnswer<JSONItem> {
        if declaration.uses("id"), list.id == nil { throw .invalidRequest("this source lists what an id names") }
        return try ask(.list, list.id.map { ["id": $0] } ?? [:], limit: list.limit, cursor: list.cursor)
    }

    package func lookup(_ lookup: InteractorInput.Lookup) throws(FetchError) -> SourceAnswer<JSONItem> {
        try ask(.lookup, ["id": lookup.id], limit: nil, cursor: nil)
    }

    private func ask(
        _ action: SourceDeclaration.Action, _ texts: [String: String], limit: Int?, cursor: String?
    ) throws(FetchError) -> SourceAnswer<JSONItem> {
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
        let request = try request(variables, page)
        return .asks(request) { [variables] (response) throws(FetchError) in
            try found(in: response, action, variables, page, limit: limit)
        }
    }

    private func checked(_ limit: Int?) throws(FetchError) -> Int? {
        guard let limit else { return declaration.limit }
        guard declaration.uses("limit") else { throw .invalidRequest("this source has no limit") }
        return try PageSize(range: 1...1000, standard: 1).check(limit)
    }

    private func request(_ variables: [String: String], _ page: DeclaredPage) throws(FetchError) -> HTTPRequest {
        let text = declaration.url.expand(constants.merging(variables) { $1 })
        var request: HTTPRequest
        do throws(TransferError) {
            let url = try HTTPURL(text)
            request = HTTPRequest(try page.link(on: url) ?? url, headers: headers)
        } catch {
            throw FetchError(error)
        }
        request.method = declaration.method
        request.freshness = declaration.cache
        if let program = declaration.body { request.body = .bytes(try run(program, on: Array("null".utf8), variables)) }
        return request
    }

    private func found(
        in response: HTTPResponse, _ action: SourceDeclaration.Action, _ variables: [String: String],
        _ page: DeclaredPage, limit: Int?
    ) throws(FetchError) -> InteractorOutput.Found<JSONItem> {
        if response.status == 404, action == .lookup { return InteractorOutput.Found(source: name, items: []) }
        if let error = Self.error(in: response) { throw error }
        guard let body = response.cleanJSON else {
            throw .decode("\(response.url.host) did not answer with JSON")
        }
        let output = try run(declaration.answer, on: body, variables, then: DeclaredAnswer.normaliser)
        guard let answer = try? DeclaredAnswer(json: output) else {
            throw .decode("\(declaration.answer.path) did not give {items, cursor, total}")
        }
        let items = answer.items.compactMap(\.value)
        guard !items.isEmpty || answer.items.isEmpty else {
            throw .decode("\(declaration.answer.path) gave \(answer.items.count) items, none with an id that is a text")
        }
        let unreadable = answer.items.count - items.count
        return InteractorOutput.Found(
            source: name, items: items,
            cursor: page.next(answer, count: answer.items.count, limit: limit, response), total: answer.total,
            unreadable: unreadable == 0 ? nil : unreadable)
    }

    private static func error(in response: HTTPResponse) -> FetchError? {
        response.status == 401
            ? .unauthorized("it takes no such credentials", ServerRefusal(response)) : FetchError(statusOf: response)
    }

    /// The first output of a program.
    /// - Parameter rest: another program, which gets the first one's outputs.
    private func run(
        _ program: ProgramText, on input: [UInt8], _ variables: [String: String], then rest: String? = nil
    ) throws(FetchError) -> [UInt8] {
        let text = rest.map { "(\(program.text)\n) | \($0)" } ?? program.text
        // Of a declaration's own variables, programs know nothing: they may be credentials.
        let values = SourceDeclaration.values(of: variables)
        do throws(RunFailure) {
            let outputs = try runner.outputs(of: text, on: input, variables: values)
            guard let first = outputs.first else { throw RunFailure.stopped("it gave nothing") }
            return first
        } catch {
            throw .decode("\(program.path) (\(program.place)): \(error.reason)")
        }
    }
}

extension SourceDeclaration {
    /// The variables of a request as JSON; null where there is no value.
    package static func values(of variables: [String: String]) -> JSONBytes {
        let pairs = requestVariables.map { ($0, variables[$0]) }
        return JSONBytes(Dictionary(pairs, uniquingKeysWith: { first, _ in first }))
    }
}

extension DeclaredPage {
    /// The URL of the next page, as the page before has told it: on the same host, because credentials go there.
    /// - Parameter url: that of the declaration.
    fileprivate func link(on url: HTTPURL) throws(TransferError) -> HTTPURL? {
        guard paging == .link, let cursor else { return nil }
        let link = try HTTPURL(cursor)
        guard link.scheme == url.scheme, link.host == url.host, link.port == url.port, link.credentials == nil else {
            throw .invalidURL("the next page is on another host")
        }
        return link
    }
}
