/// The text of a search: words, and qualifiers such as `language:swift`.
struct RepositoryQuery {
    private(set) var words: [String] = []
    private var language: String?
    private var owner: String?

    init(_ text: String) {
        for word in text.split(whereSeparator: \.isWhitespace) {
            let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.lowercased()
            }
            switch (parts[0], parts.dropFirst().first) {
            case ("language", let value?): language = value
            case ("user", let value?), ("org", let value?): owner = value
            // Other qualifiers are accepted without effect.
            case ("in", _?), ("stars", _?), ("sort", _?), ("topic", _?), ("license", _?), ("fork", _?): break
            default: words.append(String(word))
            }
        }
    }

    func results(in index: SearchIndex<GitHubRepository>) -> [GitHubRepository] {
        let found = words.isEmpty ? index.items : index.search(words.joined(separator: " "))
        return found.filter { repository in
            (language == nil || repository.language?.lowercased() == language)
                && (owner == nil || repository.owner.lowercased() == owner)
        }
    }
}
