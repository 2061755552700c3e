import CSamples
import Platform

/// A line of `repositories.txt`: `owner/name | language | description`, with empty columns where a value is missing.
enum SampleRepository {
    static var all: [GitHubRepository] {
        SampleText.lines(of: sample_repositories()).compactMap { line in
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
        let created = Int.random(in: SampleMoment.firstDay...SampleMoment.lastDay - 30, using: &draw)
        let updated = Int.random(in: created...SampleMoment.lastDay, using: &draw)
        return GitHubRepository(
            id: Int(10_000_000 + seed % 900_000_000), owner: names.first ?? "", name: names.last ?? "",
            description: description.isEmpty ? nil : description, language: language.isEmpty ? nil : language,
            license: licenses.randomElement(using: &draw) ?? nil, stars: stars,
            forks: Int.random(in: 0...stars / 6 + 3, using: &draw),
            issues: Int.random(in: 0...stars / 90 + 2, using: &draw),
            size: Int.random(in: 12...90_000, using: &draw),
            created: SampleMoment.random(day: created, using: &draw),
            updated: SampleMoment.random(day: updated, using: &draw))
    }

    private static let licenses: [GitHubRepository.License?] = [
        .init(key: "mit", name: "MIT License"), .init(key: "apache-2.0", name: "Apache License 2.0"),
        .init(key: "bsd-3-clause", name: "BSD 3-Clause \"New\" or \"Revised\" License"), nil,
    ]
}

/// The README of each repository, composed of what is known of it, and a few that cannot be shown.
enum SampleReadme {
    /// - Returns: nil for a repository without one.
    static func readme(of repository: GitHubRepository) -> GitHubReadme? {
        switch repository.fullName {
        case "penfriend/Postscript": nil
        case "slowpost/Stamp": GitHubReadme(name: "README.rst", content: Array(markup.utf8))
        // "Übersicht", in Latin-1.
        case "inkcap/Hypha": GitHubReadme(name: "README", content: [0xDC] + Array("bersicht\n".utf8))
        case "gannetlabs/Guano": GitHubReadme(name: "README.md", content: [0x7F] + Array("ELF".utf8) + [2, 1, 1, 0, 0])
        case "quillfold/Folio": GitHubReadme(name: "README.md", content: repeated(25_000))
        // Within the API's limit, and over the fetcher's.
        case "quillfold/swift-deckle": GitHubReadme(name: "README.md", content: repeated(7_000))
        case "tinhare/Form": GitHubReadme(name: "readme.md", content: [])
        default: GitHubReadme(name: "README.md", content: Array(markdown(repository).utf8))
        }
    }

    private static func repeated(_ lines: Int) -> [UInt8] {
        Array(String(repeating: "A line of a README that goes on and on, and on.\n", count: lines).utf8)
    }

    private static let markup = """
        Stamp
        =====

        Timestamps, *time zones* and the patience to explain them. This file is no Markdown.
        """

    private static func markdown(_ repository: GitHubRepository) -> String {
        let site = "https://\(Slug.make(repository.name)).example"
        return """
            <h1 align="center">\(repository.name)</h1>

            ![build](\(site)/badge.svg) ![A drawing](docs/drawing.png)

            \(repository.description ?? "Nobody has said yet what this is about.")

            ## Install

            ```sh
            git clone https://github.example/\(repository.fullName).git
            cd \(repository.name)
            make **not bold** install
            ```

            ## Use

            1. Read [the manual](\(site)/manual).
            2. Try it, *carefully*, on something that you have **twice**.
            3. Tell us how it went: [hello@\(repository.owner).example](mailto:hello@\(repository.owner).example).

            | what | how much |
            |:--|--:|
            | language | \(repository.language ?? "none") |
            | stars | \(repository.stars) |
            | open issues | \(repository.issues) |

            > What is written down is half done.

            ## Contribute

            See [CONTRIBUTING](CONTRIBUTING.md) and [the code](../../tree/\(repository.branch)).

            """
    }
}
