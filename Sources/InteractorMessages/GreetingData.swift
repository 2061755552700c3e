import JSON

/// The transport structure of the greeting. The entity that it is made from, a person, stays with the interactor.
package struct GreetingData: JSONCodable, Equatable, Sendable {
    package var greeting: String
    package var subject: String

    package init(greeting: String, subject: String) {
        self.greeting = greeting
        self.subject = subject
    }
}

extension GreetingData: Entity {
    package static let source = "greeting"
}
