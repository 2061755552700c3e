/// CloudEvents' structured mode: the payload is the event. Without the header a receiver takes a message for a binary one.
package enum StructuredContent {
    package static let header = "Content-Type"
    package static let type = "application/cloudevents+json; charset=utf-8"

    /// Whether a content type says that the payload is an event in JSON.
    package static func isMarked(_ text: String) -> Bool {
        text.prefix(while: { $0 != ";" }).lowercased().filter { $0 != " " } == "application/cloudevents+json"
    }
}
