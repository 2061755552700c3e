import JSON

/// A greeting. The first and last name that it is made from do not leave the interactor: a presenter gets the words, and the
/// name as one text.
package struct GreetingData: JSONCodable, Equatable, Sendable {
    /// Such as "Hello".
    package var greeting: String
    /// Whom it greets, by the full name.
    package var subject: String
}

extension GreetingData: Entity {
    /// A local source: it answers without a server.
    package static let source = "greeting"
}
