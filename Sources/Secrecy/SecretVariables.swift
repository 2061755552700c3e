/// Variables that hold secrets. Commands are recorded with the variables' names in place of their values, as they were
/// written: `-H "Bearer ${TOKEN}"`.
package struct SecretVariables {
    /// Shorter values occur in any text by chance.
    private static let shortest = 6

    /// The longest first, as one may be part of another.
    private let secrets: [(name: String, value: String)]

    package init(_ variables: [(name: String, value: String)]) {
        // A path is no secret, and PWD's occurs in many commands.
        secrets = variables.filter {
            $0.value.utf8.count >= Self.shortest && !$0.value.hasPrefix("/") && SecretName.mayBe($0.name)
        }
        .sorted { ($1.value.utf8.count, $0.name) < ($0.value.utf8.count, $1.name) }
    }

    /// The text with values replaced by the variables' names.
    package func withheld(from text: String) -> String {
        secrets.reduce(text) { text, secret in
            text.contains(secret.value) ? text.replacing(secret.value, with: "${\(secret.name)}") : text
        }
    }
}
