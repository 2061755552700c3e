/// An app of the store. Optional members are missing from some real results.
struct Software: Sendable {
    let id: Int
    let name: String
    let company: String
    let companyID: Int
    let genre: Genre
    /// ISO 639-1, upper case, as `languageCodesISO2A` lists them.
    let languages: [String]
    let description: String
    let version: String
    let releaseNotes: String?
    /// RFC 3339; when the app and when this version came out.
    let releaseDate: String
    let versionDate: String
    let rating: Rating?
    let price: Price?
    let companySite: String?
    let minimumSystem: String
    let size: Int
    let age: String
    let screenshots: Int
    let iPadScreenshots: Int

    struct Rating: Sendable {
        /// 0 to 5, as text: the store writes some with fifty decimals.
        let average: String
        let count: Int
    }

    struct Price: Sendable {
        let cents: Int

        var amount: String { "\(cents / 100).\(cents % 100 / 10)\(cents % 10)" }
        var formatted: String { cents == 0 ? "Free" : "$\(amount)" }
    }
}

extension Software: Searchable {
    var searchTexts: [String] { [name, company, genre.name, description] }
}
