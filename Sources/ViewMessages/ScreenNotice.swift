import JSON

/// A passing word about what has happened, such as "Saved". It is a state, so that it survives a replay: a view shows each id
/// once.
package struct ScreenNotice: JSONCodable, Equatable, Sendable {
    package var id: String
    package var text: String
    package var tone: Tone?

    package init(id: String, text: String, tone: Tone? = nil) {
        self.id = id
        self.text = text
        self.tone = tone
    }
}
