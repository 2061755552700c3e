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
        // Within what the API tells, and over what the fetcher takes.
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
