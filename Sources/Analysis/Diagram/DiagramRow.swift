/// What a sequence diagram shows, one thing after the other.
package enum DiagramRow: Equatable, Sendable {
    case action(UserAction)
    case message(Message)
    /// So many events passed here that nobody recorded.
    case missed(Int)

    package struct Message: Equatable, Sendable {
        package let time: Double
        package let sender: String
        package let receivers: [String]
        /// The last word of its type.
        package let name: String
        package let subject: String?
        /// Seconds since the event that caused it; nil where that is not known.
        package let latency: Double?

        /// Such as `show (apps-1) +3 ms`, without what is not known.
        package var label: String {
            name + (subject.map { " (\($0))" } ?? "") + (latency.map { " +\(Latency.text($0))" } ?? "")
        }
    }
}
