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
