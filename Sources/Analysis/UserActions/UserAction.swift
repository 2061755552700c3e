/// What the person did, once.
package struct UserAction: Equatable, Sendable {
    /// From 1, in the session.
    package let number: Int
    /// In one line that is safe to print.
    package let text: String
    /// The service at which the person did it.
    package let service: String
    /// Seconds since the session began.
    package let time: Double
}
