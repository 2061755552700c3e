package import InteractorMessages

/// The person to greet, and the greeting. A local source.
package struct Greeting: ShippedSource {
    package typealias Item = GreetingData
    package static let actions = [SourceAction.list]

    /// The entity behind the greeting.
    private struct Person {
        let firstName: String
        let lastName: String
    }

    package init(_: SourceEnvironment) {}

    package func list(_: InteractorInput.List) throws(FetchError) -> FetchStep {
        let person = Person(firstName: "David", lastName: "Blaine")
        let data = GreetingData(greeting: "Hello", subject: "\(person.firstName) \(person.lastName)")
        return answer(InteractorOutput.Found(source: Self.name, items: [data]))
    }
}
