import Testing

/// One test case: an invalid file, and all mistakes that must be reported.
struct MistakeRow: CustomTestStringConvertible {
    let name: String
    let yaml: String
    let expected: [String]

    init(_ name: String, _ yaml: String, _ expected: String...) {
        self.init(name, yaml, expected)
    }

    init(_ name: String, _ yaml: String, _ expected: [String]) {
        self.name = name
        self.yaml = yaml
        self.expected = expected
    }

    var testDescription: String { name }
}
