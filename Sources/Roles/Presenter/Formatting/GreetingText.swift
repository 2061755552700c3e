package import InteractorMessages

/// The words of the greeting's scene, in English.
package enum GreetingText {
    package static let title = "Greeting"
    package static let service = "The greeter"
    package static let button = "Show greeting"
    /// The title of an alert.
    package static let failure = "There is no greeting"

    /// - Parameter data: nil when there is nobody to greet.
    package static func text(_ data: GreetingData?, for reader: Reader) -> String {
        data.map { "\($0.greeting) \($0.subject)" } ?? reader["There is nobody to greet"]
    }
}
