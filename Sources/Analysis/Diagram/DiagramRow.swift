/// A row of a sequence diagram.
package enum DiagramRow: Equatable, Sendable {
    case action(RecordedAction)
    case message(Message)
    /// This many events passed here unrecorded.
    case missed(Int)

    package struct Message: Equatable, Sendable {
        package let time: Double
        package let sender: String
        package let receivers: [String]
        /// The last word of its type.
        package let name: String
        package let subject: String?
        /// Seconds since its cause; nil if unknown.
        package let latency: Double?

        /// Such as `show (apps-1) +3 ms`, without unknown parts.
        package var label: String {
            name + (subject.map { " (\($0))" } ?? "") + (latency.map { " +\(Latency.text($0))" } ?? "")
        }
    }
}
