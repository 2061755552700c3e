import Testing

/// A row of a table of requests: what is asked, what of the answer is looked at, and what that must be.
struct QuestionRow: Sendable {
    let ask: String
    let filter: String
    let answer: String

    /// - Parameters:
    ///   - ask: a URL in the words of the shell, and options for curl.
    ///   - filter: for jq.
    init(_ ask: String, _ filter: String, _ answer: String) {
        (self.ask, self.filter, self.answer) = (ask, filter, answer)
    }

    /// Asks all of them of one catalog.
    static func check(_ rows: [QuestionRow], options: [String] = []) throws {
        let answers = try CatalogRun.jq(rows.map { ($0.ask, $0.filter) }, options: options)
        #expect(answers.count == rows.count)
        for (row, answer) in zip(rows, answers) { #expect(answer == row.answer, "\(row.ask) | \(row.filter)") }
    }
}
