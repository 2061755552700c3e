import JSON
import RouterMessages
import ViewMessages
import Wire

/// The role's snapshot, for a replacement process.
struct AppMemory: JSONCodable, Equatable, Sendable {
    /// The filter text of a list; nil if there is no list.
    var query: String?
    var isOver: Bool? = nil  // JSON: over
    var pages: [Page]
    var call: Call?
    /// The program keeps running and reads events.
    var isStreaming: Bool  // JSON: streaming
    /// Calls get their context on standard input.
    var wantsContext: Bool?
    /// The changes that actions have made in a list.
    var changes: PickingChanges?

    struct Page: JSONCodable, Equatable, Sendable {
        var scene: Scene
        var origin: ProgramCall
        /// Nil if all screens together would be too long; the program is then called again for it.
        var screen: Screen?
        var completions: [String: String]
        var invalid: [String]
        var newest: AppMemory.Cause
        var sort: ViewOutput.DidSort?
        var isStale: Bool?  // JSON: stale
        /// Milliseconds until the screen is refreshed.
        var refresh: Int?
        /// The row whose preview the user sees.
        var highlighted: String?
    }

    struct Call: JSONCodable, Equatable, Sendable {
        var call: ProgramCall
        /// The scene that it belongs to.
        var scene: String

        /// True for the call whose output decides between rows and screens.
        var isFirst: Bool { call.words.isEmpty && scene.isEmpty }
    }

    /// The event that a reply refers to.
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

/// The part of a predecessor's snapshot that is about a list.
struct RestoredList: Sendable {
    /// The filter text.
    var query: String?
    /// The changes that actions have made there.
    var changes: PickingChanges?
    /// True while its preview is still to be made again.
    var renewsPreview = false
}
