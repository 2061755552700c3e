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

    var rows: String {
        switch self {
        case .english: SampleText.englishLeisure + SampleText.englishEveryday + SampleText.hostile
        case .german: SampleText.germanApps
        case .french: SampleText.frenchApps
        case .spanish: SampleText.spanishApps
        case .japanese: SampleText.japaneseApps
        case .chinese: SampleText.chineseApps
        case .korean: SampleText.koreanApps
        case .arabic: SampleText.arabicApps
        case .hebrew: SampleText.hebrewApps
        case .russian: SampleText.russianApps
        case .greek: SampleText.greekApps
        case .hindi: SampleText.hindiApps
        case .thai: SampleText.thaiApps
        }
    }

    var paragraphs: SampleParagraphs { Self.pools[self] ?? SampleParagraphs("") }

    /// Read once: every app of a language draws from the same pool.
    private static let pools = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, SampleParagraphs($0.paragraphText)) })

    private var paragraphText: String {
        switch self {
        case .english: SampleText.englishTopics + SampleText.englishGeneral
        case .german: SampleText.germanParagraphs
        case .french: SampleText.frenchParagraphs
        case .spanish: SampleText.spanishParagraphs
        case .japanese: SampleText.japaneseParagraphs
        case .chinese: SampleText.chineseParagraphs
        case .korean: SampleText.koreanParagraphs
        case .arabic: SampleText.arabicParagraphs
        case .hebrew: SampleText.hebrewParagraphs
        case .russian: SampleText.russianParagraphs
        case .greek: SampleText.greekParagraphs
        case .hindi: SampleText.hindiParagraphs
        case .thai: SampleText.thaiParagraphs
        }
    }
}
