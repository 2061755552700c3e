import TestSupport
import Testing

/// One test case: a request, a filter for its answer, and the expected result.
struct QuestionRow: Sendable {
    let ask: String
    let filter: String
    let answer: String

    /// - Parameters:
    ///   - ask: a URL in shell syntax, and options for curl.
    ///   - filter: a jq filter.
    init(_ ask: String, _ filter: String, _ answer: String) {
        (self.ask, self.filter, self.answer) = (ask, filter, answer)
    }

    /// Sends all requests to one catalog.
    static func check(_ rows: [QuestionRow], options: [String] = []) throws {
        let answers = try CatalogRun.jq(rows.map { ($0.ask, $0.filter) }, options: options)
        expect(answers.count, equals: rows.count)
        for (row, answer) in zip(rows, answers) { expect(answer, equals: row.answer, "\(row.ask) | \(row.filter)") }
    }
}
