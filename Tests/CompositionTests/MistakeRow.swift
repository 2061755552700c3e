import Testing

/// One row of a table of bad files: the text, and everything that must be told about it.
struct MistakeRow: CustomTestStringConvertible {
    let name: String
    let yaml: String
    let expected: [String]

    init(_ name: String, _ yaml: String, _ expected: String...) {
        self.name = name
        self.yaml = yaml
        self.expected = expected
    }

    var testDescription: String { name }
}
