package import JSON

/// One line of text.
package struct Label: JSONCodable, Equatable, Sendable {
    package enum Style: String, JSONCodable, Sendable {
        case title, subtitle, caption, heading

        /// A style that only a newer presenter knows is a caption's.
        package init(from reader: inout JSONReader) throws(JSONError) {
            self = Style(rawValue: try reader.read(String.self)) ?? .caption
        }
    }

    package var text: String
    package var style: Style
    package var tone: Tone?
    /// Pieces of the text with tones of their own, in their order.
    package var marks: [Mark]?

    package init(_ text: String, style: Style, tone: Tone? = nil, marks: [Mark]? = nil) {
        self.text = text
        self.style = style
        self.tone = tone
        self.marks = marks
    }
}
