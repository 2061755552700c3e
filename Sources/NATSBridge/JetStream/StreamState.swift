import JSON

/// A stream's contents.
package struct StreamState: JSONCodable, Equatable, Sendable {
    package var messages: Int
    package var bytes: Int?
    package var firstSequence: Int  // JSON: first_seq
    package var lastSequence: Int  // JSON: last_seq

    package init(messages: Int, firstSequence: Int, lastSequence: Int) {
        self.messages = messages
        self.firstSequence = firstSequence
        self.lastSequence = lastSequence
    }
}
