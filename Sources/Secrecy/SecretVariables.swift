/// The variables that hold secrets, to find these again in commands: `-H "Bearer ${TOKEN}"` had been filled in, and is
/// recorded as it was written.
package struct SecretVariables {
    /// Shorter ones are found in any text.
    private static let shortest = 6

    /// The longest first: one may be a part of another.
    private let secrets: [(name: String, value: String)]

    package init(_ variables: [(name: String, value: String)]) {
        // A path is no secret: that of PWD stands in many commands.
        secrets = variables.filter {
            $0.value.utf8.count >= Self.shortest && !$0.value.hasPrefix("/") && SecretName.mayBe($0.name)
        }
        .sorted { ($1.value.utf8.count, $0.name) < ($0.value.utf8.count, $1.name) }
    }

    /// The text with the names of variables in the place of their values.
    package func withheld(from text: String) -> String {
        secrets.reduce(text) { text, secret in
            text.contains(secret.value) ? text.replacing(secret.value, with: "${\(secret.name)}") : text
        }
    }
}
