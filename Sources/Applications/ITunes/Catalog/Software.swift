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

/// The genres of the App Store, with their ids.
enum Genre: Int, Sendable {
    case business = 6000
    case weather = 6001
    case utilities = 6002
    case travel = 6003
    case sports = 6004
    case socialNetworking = 6005
    case reference = 6006
    case productivity = 6007
    case photo = 6008
    case news = 6009
    case navigation = 6010
    case music = 6011
    case lifestyle = 6012
    case health = 6013
    case games = 6014
    case finance = 6015
    case entertainment = 6016
    case education = 6017
    case books = 6018
    case food = 6023
    case developerTools = 6026

    /// The value of `primaryGenreName`.
    var name: String {
        switch self {
        case .business: "Business"
        case .weather: "Weather"
        case .utilities: "Utilities"
        case .travel: "Travel"
        case .sports: "Sports"
        case .socialNetworking: "Social Networking"
        case .reference: "Reference"
        case .productivity: "Productivity"
        case .photo: "Photo & Video"
        case .news: "News"
        case .navigation: "Navigation"
        case .music: "Music"
        case .lifestyle: "Lifestyle"
        case .health: "Health & Fitness"
        case .games: "Games"
        case .finance: "Finance"
        case .entertainment: "Entertainment"
        case .education: "Education"
        case .books: "Books"
        case .food: "Food & Drink"
        case .developerTools: "Developer Tools"
        }
    }
}

extension Software {
    /// The members of a result, named and shaped as in the real store; missing ones are left out.
    var members: JSONValue.Members {
        var members: JSONValue.Members = [
            ("isGameCenterEnabled", .boolean(genre == .games)),
            ("features", .strings(iPadScreenshots > 0 ? ["iosUniversal"] : [])),
            ("screenshotUrls", .strings(pictures("screenshot", screenshots))),
            ("ipadScreenshotUrls", .strings(pictures("ipad", iPadScreenshots))),
            ("artworkUrl60", .string(picture("artwork-60"))),
            ("artworkUrl512", .string(picture("artwork-512"))),
            ("artworkUrl100", .string(picture("artwork-100"))),
            ("artistViewUrl", .string("https://apps.example/developer/\(Slug.make(company))/id\(companyID)")),
            ("kind", .string("software")),
            ("trackId", .integer(id)),
            ("trackName", .string(name)),
            ("trackCensoredName", .string(name)),
            ("releaseDate", .string(releaseDate)),
            ("currentVersionReleaseDate", .string(versionDate)),
            ("version", .string(version)),
            ("primaryGenreName", .string(genre.name)),
            ("primaryGenreId", .integer(genre.rawValue)),
            ("genreIds", .strings([String(genre.rawValue)])),
            ("genres", .strings([genre.name])),
            ("isVppDeviceBasedLicensingEnabled", .boolean(true)),
            ("minimumOsVersion", .string(minimumSystem)),
            ("languageCodesISO2A", .strings(languages)),
            ("fileSizeBytes", .string(String(size))),
            ("contentAdvisoryRating", .string(age)),
            ("trackContentRating", .string(age)),
            ("trackViewUrl", .string("https://apps.example/app/\(Slug.make(name))/id\(id)")),
            ("description", .string(description)),
            ("artistId", .integer(companyID)),
            ("artistName", .string(company)),
            ("sellerName", .string(company)),
            ("bundleId", .string("example.app\(companyID).app\(id)")),
            ("currency", .string("USD")),
            ("wrapperType", .string("software")),
        ]
        if let price {
            members += [("price", .number(price.amount)), ("formattedPrice", .string(price.formatted))]
        }
        if let rating {
            members += [
                ("averageUserRating", .number(rating.average)),
                ("averageUserRatingForCurrentVersion", .number(rating.average)),
                ("userRatingCount", .integer(rating.count)),
                ("userRatingCountForCurrentVersion", .integer(rating.count)),
            ]
        }
        if let releaseNotes { members.append(("releaseNotes", .string(releaseNotes))) }
        if let companySite { members.append(("sellerUrl", .string(companySite))) }
        return members
    }

    private func picture(_ file: String) -> String {
        "\(CatalogHost.url)/pictures/\(id)/\(file).png"
    }

    private func pictures(_ kind: String, _ count: Int) -> [String] {
        (0..<count).map { picture("\(kind)-\($0 + 1)") }
    }
}
