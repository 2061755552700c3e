package import JSON

/// What a text means. Never a colour: the view's theme says what a tone looks like.
package enum Tone: String, JSONCodable, Sendable {
    /// As without a tone. A cell that is plain stays so in a row that has a tone.
    case plain
    /// Belongs to what the person does or looks for.
    case accent
    /// It went well.
    case success
    /// It needs attention.
    case warning
    /// It failed, or it destroys something.
    case danger
    /// It matters less than the rest.
    case muted

    /// A tone that only a newer presenter knows counts as none.
    package init(from reader: inout JSONReader) throws(JSONError) {
        self = Tone(rawValue: try reader.read(String.self)) ?? .plain
    }
}
