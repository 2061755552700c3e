import JSON

/// A piece of a text that has a tone of its own. The text is whole without its marks, so a view may ignore them.
package struct Mark: JSONCodable, Equatable, Sendable {
    /// The piece as it stands in the text. Of several equal ones, the first behind the mark before this one.
    package var text: String
    package var tone: Tone

    package init(_ text: String, _ tone: Tone) {
        self.text = text
        self.tone = tone
    }
}
