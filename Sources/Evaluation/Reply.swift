package import JSON

/// What `viperline-jq` answers, a line each.
package struct Reply: JSONCodable, Equatable, Sendable {
    /// One for each input; nil where the program could not be compiled.
    package var results: [Result]?
    /// Why the program could not be compiled.
    package var mistakes: [Mistake]?

    package init(results: [Result]? = nil, mistakes: [Mistake]? = nil) {
        self.results = results
        self.mistakes = mistakes
    }

    package struct Result: JSONCodable, Equatable, Sendable {
        /// In their order; empty if the program has failed.
        package var outputs: [JSONBytes]
        /// Why the program has failed on this input.
        package var failure: String?

        package init(outputs: [JSONBytes] = [], failure: String? = nil) {
            self.outputs = outputs
            self.failure = failure
        }
    }

    package struct Mistake: JSONCodable, Equatable, Sendable {
        package var message: String
        /// Of the program's text, counted from 1.
        package var line: Int?

        package init(message: String, line: Int? = nil) {
            self.message = message
            self.line = line
        }
    }
}
