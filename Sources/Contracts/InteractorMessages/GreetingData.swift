import JSON

/// A greeting. The name that it is made from does not leave the interactor.
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
