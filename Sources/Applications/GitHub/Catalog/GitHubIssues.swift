/// An invented issue of GitHub.
struct GitHubIssue: Searchable {
    private let thing: SampleCraft.Thing
    /// From 1.
    let number: Int

    var id: Int { number }
    var searchTexts: [String] { [title, body] }
    var comments: Int { thing.number("comments of \(number)", below: 9) }
    var created: String { "\(thing.day("issue \(number)"))T09:30:00Z" }
    var state: String { thing.number("state of \(number)", below: 3) == 0 ? "closed" : "open" }
    var author: String { SampleCraft.people[thing.number("author of \(number)", below: SampleCraft.people.count)] }
    private var problem: (title: String, label: String) { Self.problems[number % Self.problems.count] }
    var label: String { problem.label }
    private var title: String { "The \(thing.adjective) \(thing.noun) \(problem.title)" }
    private var body: String { "Steps:\n\n1. Take something that \(thing.purpose).\n2. Look at what it does.\n" }

    private static let problems = [
        ("crashes at the first start", "bug"), ("is slow with long files", "performance"),
        ("forgets its settings", "bug"), ("has no dark theme", "enhancement"),
    ]

    /// 112 issues, the newest first.
    static let index = SearchIndex(
        (1...112).reversed().map { number in
            GitHubIssue(thing: SampleCraft.index.items[number % SampleCraft.index.items.count], number: number)
        })

    /// Of the repository that is asked for, whatever its name.
    func json(in repository: String) -> JSONValue {
        .object([
            ("id", .integer(900_000 + number)), ("number", .integer(number)), ("title", .string(title)),
            ("state", .string(state)), ("user", .object([("login", .string(author))])),
            ("labels", .list([.object([("name", .string(label))])])), ("comments", .integer(comments)),
            ("created_at", .string(created)), ("body", .string(body)),
            ("html_url", .string("https://github.com/\(repository)/issues/\(number)")),
        ])
    }

    var commentList: JSONValue {
        .list(
            (0..<comments).map { place in
                .object([
                    ("id", .integer(number * 100 + place)),
                    ("user", .object([("login", .string(SampleCraft.people[place % SampleCraft.people.count]))])),
                    ("created_at", .string(created)), ("body", .string("I see this, too (\(place + 1)).")),
                ])
            })
    }
}

/// The terms of a search for issues: words, and the qualifiers that have an effect here.
struct IssueQuery {
    private var words: [String] = []
    private var wanted: [String: String] = [:]

    init(_ text: String) {
        for word in text.split(whereSeparator: \.isWhitespace) {
            let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                words.append(String(word))
                continue
            }
            wanted[parts[0].lowercased()] = parts[1]
        }
    }

    var repository: String { wanted["repo"] ?? "example/issues" }

    func results(_ parameters: QueryParameters) -> [GitHubIssue] {
        let all = GitHubIssue.index
        let found = (words.isEmpty ? all.items : all.search(words.joined(separator: " "))).filter { issue in
            wanted["state"] ?? issue.state == issue.state && wanted["author"] ?? issue.author == issue.author
                && wanted["label"] ?? issue.label == issue.label
        }
        let sorted =
            switch parameters["sort"] {
            case "comments": found.sorted { $0.comments > $1.comments }
            case "created": found.sorted { $0.created > $1.created }
            default: found
            }
        return parameters["order"] == "asc" ? sorted.reversed() : sorted
    }
}
