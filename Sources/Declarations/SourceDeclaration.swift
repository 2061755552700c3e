package import YAML

/// Where items come from: what is asked, and how the answer is read.
package struct SourceDeclaration: Sendable {
    package var name: String
    package var url: URITemplate
    package var method = "GET"
    /// Their values may name variables of the environment.
    package var headers: [EnvironmentText] = []
    /// Further variables of the URL; their values may name variables of the environment.
    package var variables: [EnvironmentText] = []
    /// From the request's variables to the body.
    package var body: ProgramText?
    /// From an answer to `{items, cursor, total}`.
    package var answer: ProgramText
    package var paging: Paging?
    /// How many items a page has, as `{limit}`.
    package var limit: Int?
    /// Such as `15/m`.
    package var rate: String?
    /// How long an answer is fresh, whatever the server says.
    package var cache: Duration?

    /// How the next page is asked for.
    package enum Paging: Equatable, Sendable {
        /// By `{page}`; the number of the first page.
        case page(first: Int)
        /// By `{offset}`; the number of the first item.
        case offset(first: Int)
        /// By `{cursor}`, which is the answer's `cursor`.
        case cursor
        /// By the URL in the answer's Link header.
        case link
    }

    /// What it can be asked for.
    package enum Action: String, CaseIterable, Sendable {
        case search, list, lookup
    }

    /// The variables of each request, for the URL and for programs.
    package static let requestVariables = ["term", "id", "limit", "page", "offset", "cursor"]

    package var programs: [ProgramText] { (body.map { [$0] } ?? []) + [answer] }

    /// What requests to it can be, by the variables that they need.
    package var actions: [Action] {
        if uses("term") { return [.search] }
        return uses("id") ? [.list, .lookup] : [.list]
    }

    /// Whether a variable stands in its URL or its body.
    package func uses(_ variable: String) -> Bool {
        url.names.contains(variable) || body?.text.contains("$\(variable)") == true
    }
}

/// A text that may name variables of the environment (`Bearer ${TOKEN}`), under a name of its own.
package struct EnvironmentText: Sendable {
    package var name: String
    package var text: String
    package var place: Place
    /// The key path.
    package var path: String

    package func mistake(_ message: String) -> Mistake { Mistake(place: place, path: path, message: message) }

    /// The text with the values of these variables, and those values, which are nobody's business.
    package func expanded(
        _ variable: (String) -> String?
    ) throws(Mistake) -> (text: String, secrets: [String]) {
        var values: [String] = []
        let (expanded, problems) = withoutActuallyEscaping(variable) { variable in
            Interpolation.expand(text, limit: 65_536) { name in
                let value = variable(name)
                if let value, !values.contains(value) { values.append(value) }
                return value
            }
        }
        guard let problem = problems.first else { return (expanded, values) }
        throw mistake(Self.sentence(problem))
    }

    private static func sentence(_ problem: Interpolation.Problem) -> String {
        switch problem {
        case .syntax(let message): message
        case .tooLong: "too long with its variables"
        case .required(let name, let message):
            "the variable \(name) is required" + (message.isEmpty ? "" : ": \(message)")
        case .unset(let name): "the variable \(name) is not set; set it, or write ${\(name):-} to do without"
        }
    }
}
