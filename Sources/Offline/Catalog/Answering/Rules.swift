import YAML

/// The content of `api.yaml` in the folder of an API.
struct VendorRules: Sendable {
    let hosts: [String]
    let headers: [String: [AnswerTemplate]]
    /// Values of names that a row and a request do not have.
    let shared: [String: Fragment]
    let tables: [String: TableRules]
    let answers: [String: AnswerRules]
    let faults: [String: AnswerRules]
    let refusals: [RefusalRule]
    let windows: [String: RateWindow]
    let endpoints: [EndpointRules]

    init(_ file: ComposeNode) {
        hosts = file["hosts"].texts
        headers = file["headers"].headers
        shared = file["texts"].mapped { Fragment($0.text) }.merging(
            file["json"].mapped { Fragment(bytes: Array($0.text.utf8), isText: false) }
        ) { $1 }
        tables = file["tables"].mapped(TableRules.init)
        answers = file["answers"].mapped(AnswerRules.init)
        faults = file["faults"].mapped(AnswerRules.init)
        refusals = file["refuse"].nodes.map(RefusalRule.init)
        windows = file["limits"].mapped(RateWindow.init)
        endpoints = file["endpoints"].nodes.map(EndpointRules.init)
    }
}

struct TableRules: Sendable {
    let file: String
    /// Member of each row whose elements are the rows.
    let elements: String?
    /// The number of times that the rows stand there, each time with the next `${n}`.
    let count: Int
    let keys: [AnswerTemplate]
    let texts: [AnswerTemplate]
    /// The form of a row; nil for a row as it is in the file.
    let row: AnswerTemplate?

    init(_ node: ComposeNode) {
        file = node["file"].text
        elements = node["each"]?.scalar
        count = node["repeat"].number ?? 1
        keys = node["keys"].texts.map { AnswerTemplate($0, isJSON: false) }
        texts = node["texts"].texts.map { AnswerTemplate($0, isJSON: false) }
        row = node["row"]?.scalar.map { AnswerTemplate($0, isJSON: true) }
    }
}

struct AnswerRules: Sendable {
    let status: Int
    let headers: [String: [AnswerTemplate]]
    let body: AnswerTemplate
    let values: [String: Fragment]

    init(_ node: ComposeNode) {
        status = node["status"].number ?? 200
        headers = node["headers"].headers
        body = AnswerTemplate(node["body"]?.scalar ?? "${rows}", isJSON: true)
        values = node["set"].mapped { value in Int(value.text).map { Fragment($0) } ?? Fragment(value.text) }
    }
}

/// A parameter's values that an API refuses. An absent one is empty; `user-agent` is the header.
struct RefusalRule: Sendable {
    private let parameter: String
    private let refused: [String]
    private let allowed: [String]
    private let range: ClosedRange<Int>?
    private let longest: Int
    let answer: String

    init(_ node: ComposeNode) {
        parameter = node["parameter"].text
        refused = node["is"].texts
        allowed = node["isnt"].texts
        let bounds = node["within"].texts.compactMap { Int($0) }
        range = bounds.count == 2 && bounds[0] <= bounds[1] ? bounds[0]...bounds[1] : nil
        longest = node["longest"].number ?? .max
        answer = node["with"].text
    }

    /// The value or the element of a list that is refused.
    func refused(in values: [String: Fragment]) -> String? {
        let value = values[parameter]?.text ?? ""
        if refused.contains(where: { Self.matches($0, value.withoutBlanks) }) || value.count > longest { return value }
        if let range, !value.isEmpty, Int(value).map(range.contains) != true { return value }
        guard !allowed.isEmpty else { return nil }
        return value.elements.first { element in !allowed.contains { Self.matches($0, element) } }
    }

    private static func matches(_ pattern: String, _ value: String) -> Bool {
        pattern.hasSuffix("*") ? value.hasPrefix(pattern.dropLast()) : value == pattern
    }
}

struct EndpointRules: Sendable {
    private let path: [String]
    /// Values of parameters that the endpoint is for, in lower case.
    private let conditions: [String: [String]]
    let tables: [String]
    let search: SearchRules?
    /// The keys that are looked up.
    let keys: AnswerTemplate?
    /// A parameter whose elements are names with an empty value: `part.snippet`.
    let list: String?
    let page: PageRules?
    let between: String
    let refusals: [RefusalRule]
    /// The names of answers, for a lookup or a page that finds nothing, and beyond the limit.
    let missing: String?
    let window: String?
    let subject: AnswerTemplate?
    let picture: AnswerTemplate?
    let answer: AnswerRules

    init(_ node: ComposeNode) {
        path = node["path"].text.split(separator: "/").map(String.init)
        conditions = node["when"].mapped(\.texts)
        tables = node["tables"].texts
        search = node["term"]?.scalar.map { SearchRules(of: $0, node) }
        keys = node["lookup"]?.scalar.map { AnswerTemplate($0, isJSON: false) }
        list = node["list"]?.scalar
        page = node["page"].map(PageRules.init)
        between = node["between"]?.scalar ?? ","
        refusals = node["refuse"].nodes.map(RefusalRule.init)
        missing = node["missing"]?.scalar
        window = node["limit"]?.scalar
        subject = node["subject"]?.scalar.map { AnswerTemplate($0, isJSON: false) }
        picture = node["picture"]?.scalar.map { AnswerTemplate($0, isJSON: false) }
        answer = AnswerRules(node)
    }

    /// The captures of `{name}` in the path; nil for another request.
    func captures(_ request: CatalogRequest) -> [String: String]? {
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == path.count else { return nil }
        for (name, values) in conditions where !values.contains((request.parameters[name] ?? "").lowercased()) {
            return nil
        }
        var captures: [String: String] = [:]
        for (pattern, part) in zip(path, parts) {
            let pieces = pattern.split(omittingEmptySubsequences: false) { $0 == "{" || $0 == "}" }
            guard pieces.count == 3 else {
                guard pattern == part else { return nil }
                continue
            }
            guard part.hasPrefix(pieces[0]), part.hasSuffix(pieces[2]), part.count >= pieces[0].count + pieces[2].count
            else { return nil }
            captures[String(pieces[1])] = String(part.dropFirst(pieces[0].count).dropLast(pieces[2].count))
        }
        return captures
    }
}

struct SearchRules: Sendable {
    /// Parameter with what is searched.
    let term: String
    /// Qualifiers of the term, such as `language:swift`, and the text of a row that they ask for; an empty one changes nothing.
    let qualifiers: [String: AnswerTemplate]
    /// True if a search for nothing finds everything.
    let findsAll: Bool
    let sorts: [String: AnswerTemplate]

    init(of term: String, _ node: ComposeNode) {
        self.term = term
        qualifiers = node["qualifiers"].mapped { AnswerTemplate($0.text, isJSON: false) }
        findsAll = node["finds_all"] != nil
        sorts = node["sorts"].mapped { AnswerTemplate($0.text, isJSON: false) }
    }
}

extension ComposeNode? {
    var text: String { self?.scalar ?? "" }
    var number: Int? { self?.scalar.flatMap { Int($0) } }
    var nodes: [ComposeNode] { self?.items ?? [] }
    var texts: [String] { self?.texts ?? [] }

    func mapped<Value>(_ read: (ComposeNode) -> Value) -> [String: Value] {
        Dictionary((self?.members ?? []).map { ($0.key, read($0.value)) }, uniquingKeysWith: { $1 })
    }

    /// A list is joined with commas.
    var headers: [String: [AnswerTemplate]] {
        Dictionary(
            (self?.members ?? []).map {
                ($0.key.lowercased(), $0.value.texts.map { AnswerTemplate($0, isJSON: false) })
            },
            uniquingKeysWith: { $1 })
    }
}

extension ComposeNode {
    var text: String { scalar ?? "" }
    /// A scalar is a list of one.
    var texts: [String] { items?.map(\.text) ?? [text] }
}

extension String {
    var withoutBlanks: String { filter { !$0.isWhitespace } }
    var elements: [String] { split(separator: ",").map { String($0).withoutBlanks } }
}
