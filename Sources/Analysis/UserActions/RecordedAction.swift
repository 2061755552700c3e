/// One action of the person.
package struct RecordedAction: Equatable, Sendable {
    /// From 1.
    package let number: Int
    /// One line, safe to print.
    package let text: String
    /// The service where it happened.
    package let service: String
    /// Seconds since the session began.
    package let time: Double
}
