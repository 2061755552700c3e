/// A request to a vendor.
struct CatalogRequest {
    /// The path in the vendor's folder: `search` of `/itunes/search`.
    let path: String
    let parameters: QueryParameters
    var userAgent: String?
    /// The value of If-None-Match (RFC 9110 §13.1.2).
    var knownTag: String?
}

/// A response, before faults and content coding.
struct CatalogResponse: Equatable, Sendable {
    var status: Int
    /// Names in lower case.
    var headers: [String: String]
    var body: [UInt8]

    /// True if compressing it is worth while.
    var isText: Bool { headers["content-type"]?.hasPrefix("image/") != true }

    init(status: Int, headers: [String: String], body: [UInt8]) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// - Parameter headers: the headers of all answers of a vendor.
    init(_ answer: AnswerRules, _ scope: Scope, headers: [String: [AnswerTemplate]] = [:]) {
        var scope = scope
        for (name, value) in answer.values { scope.values[name] = scope.filled(value) }
        let fields = headers.merging(answer.headers) { $1 }.compactMapValues { templates in
            let values = templates.compactMap { $0.text(from: scope) }
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }
        self.init(status: answer.status, headers: fields, body: answer.body.filled(from: scope) ?? [])
    }

    /// A refusal of the server's own.
    init(status: Int, _ text: String, _ headers: [String: String] = [:]) {
        self.init(
            status: status, headers: headers.merging(["content-type": "text/plain"]) { $1 },
            body: Array("\(text)\n".utf8))
    }

    static let notFound = CatalogResponse(status: 404, "Not Found")
    static let badRequest = CatalogResponse(status: 400, "Bad Request")
    static let headTooLarge = CatalogResponse(status: 431, "Too many header bytes")
    static let methodNotAllowed = CatalogResponse(status: 405, "Method Not Allowed", ["allow": "GET"])
}

/// A response, and the facts about it for a fault.
struct CatalogReply {
    var response: CatalogResponse
    /// The texts that a fault's term is matched against: the search term, or keys and names of what is looked up.
    var subjects: [String] = []
    var scope = Scope(row: nil, values: [:], shared: [:])
}

extension Vendor {
    /// - Returns: nil for an unknown path.
    func reply(to request: CatalogRequest) -> CatalogReply? {
        for endpoint in rules.endpoints {
            if let captures = endpoint.captures(request) { return reply(to: request, at: endpoint, captures) }
        }
        return nil
    }

    private func reply(
        to request: CatalogRequest, at endpoint: EndpointRules, _ captures: [String: String]
    ) -> CatalogReply {
        let term = endpoint.search.flatMap { request.parameters[$0.term] }
        let query = Query(term ?? "", endpoint.search?.qualifiers ?? [:])
        var scope = Scope(row: nil, values: values(of: request, at: endpoint, captures, query), shared: rules.shared)
        let keys = endpoint.keys.map { ($0.text(from: scope) ?? "").elements }
        let subject = endpoint.subject?.text(from: scope) ?? term
        var subjects = [subject].compactMap(\.self) + (keys ?? [])
        func reply(_ answer: AnswerRules?) -> CatalogReply {
            let response = answer.map { CatalogResponse($0, scope, headers: rules.headers) } ?? .notFound
            return CatalogReply(response: response, subjects: subjects, scope: scope)
        }
        func refusal(_ rules: [RefusalRule]) -> CatalogReply? {
            for rule in rules {
                guard let refused = rule.refused(in: scope.values) else { continue }
                scope.values["refused"] = Fragment(refused)
                return reply(self.rules.answers[rule.answer])
            }
            return nil
        }
        if let refusal = refusal(rules.refusals) { return refusal }
        if let window = endpoint.window {
            let (isGranted, values) = spend(window)
            scope.values.merge(values) { $1 }
            guard isGranted else { return reply(rules.answers["limited"]) }
        }
        if let refusal = refusal(endpoint.refusals) { return refusal }
        var found =
            keys.map { lookUp($0, request.parameters, at: endpoint) } ?? search(query, request.parameters, at: endpoint)
        scope.values["total"] = Fragment(found.count)
        if keys != nil {
            subjects += found.compactMap { $0.table.name(at: $0.place) }
            if found.isEmpty, let missing = endpoint.missing { return reply(rules.answers[missing]) }
        } else if let rules = endpoint.page {
            guard let page = rules.page(of: found.count, request.parameters) else {
                return reply(self.rules.answers[endpoint.missing ?? ""])
            }
            found = Array(found[page.places])
            scope.values.merge(page.values) { $1 }
        }
        if let path = endpoint.picture?.text(from: scope) {
            return Pictures.reply(to: path, knownTag: request.knownTag) ?? reply(nil)
        }
        let rows = found.map { $0.table.shown($0.place, scope.values) }
        scope.values["count"] = Fragment(rows.count)
        scope.values["rows"] = Fragment(bytes: Array(rows.joined(separator: endpoint.between.utf8)), isText: false)
        return reply(endpoint.answer)
    }

    private func values(
        of request: CatalogRequest, at endpoint: EndpointRules, _ captures: [String: String], _ query: Query
    ) -> [String: Fragment] {
        var values = request.parameters.values.merging(query.wanted) { $1 }.merging(captures) { $1 }
        values["user-agent"] = request.userAgent
        for element in (endpoint.list.flatMap { request.parameters[$0] } ?? "").elements {
            values["\(endpoint.list ?? "").\(element)"] = ""
        }
        return values.mapValues { Fragment($0) }
    }

    private typealias Found = (table: AnswerTable, place: Int)

    private func lookUp(_ keys: [String], _ parameters: QueryParameters, at endpoint: EndpointRules) -> [Found] {
        let tables = endpoint.tables.compactMap(table)
        return keys.flatMap { key in
            tables.flatMap { table in
                let places = table.places(of: key)
                let page = endpoint.page?.page(of: places.count, parameters)?.places ?? places.indices
                return places[page].map { (table, $0) }
            }
        }
    }

    /// Every row that the query asks for, in its order.
    private func search(_ query: Query, _ parameters: QueryParameters, at endpoint: EndpointRules) -> [Found] {
        let rules = endpoint.search
        let term = rules == nil || query.words.isEmpty && rules?.findsAll == true ? nil : query.words
        let wanted = query.wanted.compactMap { name, value in rules?.qualifiers[name].map { ($0, value.lowercased()) }
        }
        var found: [Found] = endpoint.tables.compactMap(table).flatMap { table in
            table.places(finding: term).filter { place in
                wanted.allSatisfy { template, value in
                    template.isEmpty || table.value(template, at: place).lowercased() == value
                }
            }.map { (table, $0) }
        }
        guard let sort = parameters["sort"], !sort.isEmpty else { return found }
        if let template = rules?.sorts[sort] {
            let sorted = found.map { (found: $0, value: $0.table.value(template, at: $0.place)) }.sorted { one, other in
                if let one = Int(one.value), let other = Int(other.value) { return one > other }
                return one.value > other.value
            }
            found = sorted.map(\.found)
        }
        return parameters["order"] == "asc" ? found.reversed() : found
    }
}

/// The text of a search: words, and qualifiers such as `language:swift`.
struct Query {
    private(set) var words = ""
    private(set) var wanted: [String: String] = [:]

    init(_ text: String, _ qualifiers: [String: AnswerTemplate]) {
        var words: [Substring] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            let parts = word.split(separator: ":", maxSplits: 1)
            if parts.count == 2, let name = parts.first?.lowercased(), qualifiers[name] != nil {
                wanted[name] = String(parts[1])
            } else {
                words.append(word)
            }
        }
        self.words = words.joined(separator: " ")
    }
}
