/// One hand-written line: `topic | name | company | tagline`.
struct SampleRow {
    let language: SampleLanguage
    let topic: SampleTopic
    let name: String
    let company: String
    let tagline: String

    static var all: [SampleRow] {
        SampleLanguage.allCases.flatMap { language in
            language.rows.split(separator: "\n").compactMap { SampleRow($0, in: language) }
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
