import Platform

/// A repository as it is written down: `owner/name | language | description`, with nothing where there is none.
enum SampleRepository {
    static var all: [GitHubRepository] {
        SampleText.repositories.split(separator: "\n").compactMap { line in
            let columns = SampleText.columns(line)
            guard columns.count == 3 else { return nil }
            return repository(columns[0], language: columns[1], description: columns[2])
        }
    }

    /// As many as a search can list, composed of a few words, with falling numbers of stars.
    static var popular: [GitHubRepository] {
        let kinds = [
            "server", "parser", "editor", "terminal", "queue", "renderer", "compiler", "router", "cache", "player",
        ]
        let virtues = ["tiny", "calm", "brisk", "plain", "sturdy", "gentle", "bright", "frugal", "honest", "nimble"]
        let owners = ["lanternfish", "oakpost", "brackish", "kettleworks", "northjetty"]
        let languages = ["Swift", "Rust", "Go", "Python", "TypeScript", "C", ""]
        return (0..<GitHubEndpoints.reach).map { place in
            let (kind, virtue) = (kinds[place % 10], virtues[place / 10 % 10])
            return repository(
                "\(owners[place % 7 % 5])/popular-\(virtue)-\(kind)-\(place / 100 + 1)", language: languages[place % 7],
                description: place % 23 == 11 ? "" : "A \(virtue) \(kind) that is popular.",
                stars: 90_000 - 89 * place)
        }
    }

    private static func repository(
        _ fullName: String, language: String, description: String, stars: Int? = nil
    ) -> GitHubRepository {
        let seed = stableHash(fullName)
        var draw = SplitMix64(seed: seed)
        let names = fullName.split(separator: "/", maxSplits: 1).map(String.init)
        // Stars spread over the orders of magnitude, as those of GitHub do.
        let drawn = Int(exp(Double.random(in: 0...log(60_000), using: &draw)))
        let stars = stars ?? (seed % 29 == 0 ? 0 : drawn)
        let created = Int.random(in: Timestamp.firstDay...Timestamp.lastDay - 30, using: &draw)
        let updated = Int.random(in: created...Timestamp.lastDay, using: &draw)
        return GitHubRepository(
            id: Int(10_000_000 + seed % 900_000_000), owner: names.first ?? "", name: names.last ?? "",
            description: description.isEmpty ? nil : description, language: language.isEmpty ? nil : language,
            license: licenses.randomElement(using: &draw) ?? nil, stars: stars,
            forks: Int.random(in: 0...stars / 6 + 3, using: &draw),
            issues: Int.random(in: 0...stars / 90 + 2, using: &draw),
            size: Int.random(in: 12...90_000, using: &draw),
            created: Timestamp.random(day: created, using: &draw),
            updated: Timestamp.random(day: updated, using: &draw))
    }

    private static let licenses: [GitHubRepository.License?] = [
        .init(key: "mit", name: "MIT License"), .init(key: "apache-2.0", name: "Apache License 2.0"),
        .init(key: "bsd-3-clause", name: "BSD 3-Clause \"New\" or \"Revised\" License"), nil,
    ]
}
