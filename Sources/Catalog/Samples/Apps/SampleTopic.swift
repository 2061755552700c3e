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
