import CSamples
import Platform

/// Composes one app of the store from its row: texts from the pools of its language, and everything else drawn.
struct SampleApp {
    private let row: SampleRow
    private let index: Int
    private let seed: UInt64
    private let generator: SplitMix64

    init(row: SampleRow, index: Int) {
        self.row = row
        self.index = index
        seed = stableHash(row.name)
        generator = SplitMix64(seed: seed)
    }

    var software: Software {
        var draw = generator
        // The order of the draws is part of the data; new ones go to the end.
        let description = description(&draw)
        let notes = releaseNotes(&draw)
        let released = Int.random(in: SampleMoment.firstDay...SampleMoment.lastDay - 30, using: &draw)
        let updated = Int.random(in: released...SampleMoment.lastDay, using: &draw)
        let companyID = Int(900_000_000 + stableHash(row.company) % 99_000_000)
        let rating = rating(&draw)
        let price = price(&draw)
        return Software(
            id: Int(1_000_000_000 + seed % 700_000_000), name: row.name, company: row.company, companyID: companyID,
            genre: row.topic.genre, languages: languages(&draw), description: description, version: version(&draw),
            releaseNotes: isMissing(2, from: 23) ? nil : notes,
            releaseDate: SampleMoment.random(day: released, using: &draw),
            versionDate: SampleMoment.random(day: updated, using: &draw), rating: isMissing(2, from: 8) ? nil : rating,
            price: isMissing(2, from: 17) ? nil : price,
            companySite: isMissing(11, from: 3) ? nil : "https://\(Slug.make(row.company)).example",
            minimumSystem: "\(Int.random(in: 12...18, using: &draw)).0",
            size: Int.random(in: 2_000_000...900_000_000, using: &draw),
            age: ["4+", "4+", "4+", "9+", "12+", "17+"].randomElement(using: &draw) ?? "4+",
            screenshots: Int.random(in: 0...10, using: &draw), iPadScreenshots: Int.random(in: 0...5, using: &draw))
    }

    /// Some members are missing as often as in real responses: from `count` of any 50 consecutive apps.
    private func isMissing(_ count: Int, from first: Int) -> Bool {
        (0..<count).contains { (first + $0 * 50 / count) % 50 == index % 50 }
    }

    /// From a single line to several screens; the tagline always comes first.
    private func description(_ draw: inout SplitMix64) -> String {
        let about = row.language.paragraphs(of: row.topic.rawValue).shuffled(using: &draw)
        let general = row.language.paragraphs(of: "general").shuffled(using: &draw)
        let (aboutCount, generalCount) = [(0, 0), (1, 0), (2, 1), (3, 2), (1, 0), (2, 1), (9, 9)][index % 7]
        let chosen = about.prefix(aboutCount) + general.prefix(generalCount)
        return filled(([row.tagline] + chosen).joined(separator: "\n\n"))
    }

    private func releaseNotes(_ draw: inout SplitMix64) -> String {
        filled(row.language.paragraphs(of: "release notes").randomElement(using: &draw) ?? "")
    }

    private func filled(_ text: String) -> String {
        text.replacing("{name}", with: row.name).replacing("{company}", with: row.company)
    }

    private func languages(_ draw: inout SplitMix64) -> [String] {
        let others = SampleLanguage.allCases.shuffled(using: &draw).prefix(Int.random(in: 0...4, using: &draw))
        return Set(others.map(\.rawValue) + [row.language.rawValue]).sorted()
    }

    private func version(_ draw: inout SplitMix64) -> String {
        let parts = [Int.random(in: 1...9, using: &draw), .random(in: 0...19, using: &draw)]
        let patch = Int.random(in: 0...5, using: &draw)
        return (patch == 0 ? parts : parts + [patch]).map(String.init).joined(separator: ".")
    }

    private func rating(_ draw: inout SplitMix64) -> Software.Rating {
        // The better of two draws: people rate what they like.
        let hundredths = max(Int.random(in: 190...495, using: &draw), Int.random(in: 190...495, using: &draw))
        let average = Double(hundredths) / 100
        // Counts spread over the orders of magnitude, as those of a store do.
        let count = Int(exp(Double.random(in: log(3)...log(1_500_000), using: &draw)))
        let decimals = index % 9 == 4 ? 50 : 2
        return Software.Rating(average: Self.text(average, decimals: decimals), count: count)
    }

    private static func text(_ number: Double, decimals: Int) -> String {
        var text = [CChar](repeating: 0, count: 64)
        let count = withVaList([number]) { vsnprintf(&text, 64, "%.\(min(decimals, 50))f", $0) }
        return String(decoding: text.prefix(max(0, Int(count))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func price(_ draw: inout SplitMix64) -> Software.Price {
        let paid = [99, 199, 299, 499, 999, 4999]
        return Software.Price(
            cents: Int.random(in: 0..<4, using: &draw) > 0 ? 0 : paid.randomElement(using: &draw) ?? 99)
    }
}

/// One hand-written line: `topic | name | company | tagline`.
struct SampleRow {
    let language: SampleLanguage
    let topic: SampleTopic
    let name: String
    let company: String
    let tagline: String

    /// The lines of `apps.txt`: those of a language follow its `# CODE`.
    static var all: [SampleRow] {
        var language: SampleLanguage?
        return SampleText.lines(of: sample_apps()).compactMap { line in
            guard line.hasPrefix("# ") else { return language.flatMap { SampleRow(line, in: $0) } }
            language = SampleLanguage(rawValue: String(line.dropFirst(2)))
            return nil
        }
    }

    /// - Returns: nil for an invalid line; a test counts the lines and the apps.
    private init?(_ line: Substring, in language: SampleLanguage) {
        let columns = SampleText.columns(line)
        guard columns.count == 4, let topic = SampleTopic(rawValue: columns[0]) else { return nil }
        self.language = language
        self.topic = topic
        (name, company, tagline) = (columns[1], columns[2], columns[3])
    }
}

/// What an app is about: its genre, and which of the paragraphs fit it.
enum SampleTopic: String {
    case music, photo, notes, games, weather, calendar, recipe, fitness, sleep, travel, transit, money, books, kids
    case words, garden, code, social, news, work, tools, sport, film, knowledge

    var genre: Genre {
        switch self {
        case .music: .music
        case .photo: .photo
        case .notes, .calendar: .productivity
        case .games: .games
        case .weather: .weather
        case .recipe: .food
        case .fitness, .sleep: .health
        case .travel: .travel
        case .transit: .navigation
        case .money: .finance
        case .books: .books
        case .kids, .words: .education
        case .garden: .lifestyle
        case .code: .developerTools
        case .social: .socialNetworking
        case .news: .news
        case .work: .business
        case .tools: .utilities
        case .sport: .sports
        case .film: .entertainment
        case .knowledge: .reference
        }
    }
}

/// The languages of the store, by their ISO 639-1 codes, in the order of the catalog.
enum SampleLanguage: String, CaseIterable {
    case english = "EN"
    case german = "DE"
    case french = "FR"
    case spanish = "ES"
    case japanese = "JA"
    case chinese = "ZH"
    case korean = "KO"
    case arabic = "AR"
    case hebrew = "HE"
    case russian = "RU"
    case greek = "EL"
    case hindi = "HI"
    case thai = "TH"

    func paragraphs(of section: String) -> [String] { SampleParagraphs.all["\(rawValue) \(section)"] }
}

/// Hand-written paragraphs by language and section: `# EN general` lines, and paragraphs with empty lines between them.
///
/// The lines of a paragraph are joined with spaces, except that a bullet begins a line. `{name}` and `{company}` stand
/// for the app's.
struct SampleParagraphs {
    /// Read once: every app of a language draws from the same pool.
    static let all = SampleParagraphs(SampleText.text(of: sample_paragraphs()))

    private var sections: [String: [String]] = [:]

    init(_ text: String) {
        var section = ""
        var paragraph = ""
        // The second empty line ends the last paragraph.
        for line in "\(text)\n\n".split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("# ") || line.isEmpty {
                if !paragraph.isEmpty { sections[section, default: []].append(paragraph) }
                paragraph = ""
                if !line.isEmpty { section = String(line.dropFirst(2)) }
            } else {
                let separator = paragraph.isEmpty ? "" : line.hasPrefix("• ") ? "\n" : " "
                paragraph += separator + line
            }
        }
    }

    subscript(section: String) -> [String] { sections[section] ?? [] }
}
