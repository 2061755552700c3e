package import InteractorMessages

/// The texts of the greeting's scene.
package enum GreetingText {
    package static let title = "Greeting"
    package static let service = "The greeter"
    package static let button = "Show greeting"
    /// The title of an alert.
    package static let failure = "There is no greeting"

    /// - Parameter data: nil when there is nobody to greet.
    package static func text(_ data: GreetingData?) -> String {
        data.map { "\($0.greeting) \($0.subject)" } ?? "There is nobody to greet"
    }
}
