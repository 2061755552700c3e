import JSON
import RouterMessages
import ViewMessages
import Wire

/// What a successor of the role is told.
struct ScriptMemory: JSONCodable, Equatable, Sendable {
    /// What is typed above the rows of a list; nil where there is none.
    var query: String?
    /// The session has come to its end.
    var isOver: Bool? = nil  // JSON: over
    var pages: [OfPage]
    /// What was under way.
    var call: OfCall?
    /// The program keeps running and reads events.
    var isStreaming: Bool  // JSON: streaming

    struct OfPage: JSONCodable, Equatable, Sendable {
        var scene: Scene
        var origin: ScriptCall
        /// Nil where all of them would be too long: then it is made anew.
        var screen: Screen?
        var completions: [String: String]
        var invalid: [String]
        var newest: ScriptMemory.Cause
    }

    struct OfCall: JSONCodable, Equatable, Sendable {
        var call: ScriptCall
        /// The scene on which it was made.
        var scene: String
    }

    /// The event that an answer names.
    struct Cause: JSONCodable, Equatable, Sendable {
        var id: String
        var source: String
        var correlation: String

        init(_ event: Event) {
            id = event.id
            source = event.source
            correlation = event.correlation
        }

        var event: Event {
            var event = Event(type: "")
            event.id = id
            event.source = source
            event.correlationID = correlation
            return event
        }
    }
}
