package import JSON

/// Running text, wrapped by the view.
package struct Text: PartContent {
    package var heading: String?
    /// Small text beside the heading, such as a version and a date.
    package var caption: String?
    package enum Format: String, CaseIterable, JSONCodable, Sendable {
        case plain
        /// CommonMark, with GitHub's tables and strikethrough.
        case markdown
        /// Lines that are not wrapped.
        case code

        /// A format that only a newer presenter knows is plain.
        package init(from reader: inout JSONReader) throws(JSONError) {
            self = try reader.word(among: Self.allCases) ?? .plain
        }
    }

    /// Paragraphs, separated by newlines.
    package var body: String  // bounds: block
    // Only the view knows where lines break, so the view folds the text.
    /// Lines to show until the user asks for more; all if absent.
    package var fold: Int?  // bounds: 1...
    package var tone: Tone?
    /// Pieces of the body with tones of their own, in their order. Markdown has none.
    package var marks: [Mark]?  // bounds: block
    /// Markdown is CommonMark with tables and strikethrough; code is not wrapped. A view treats an unknown format as plain.
    package var format: Format?
}

/// A text and its author.
package struct Quote: PartContent {
    /// Paragraphs, separated by newlines.
    package var text: String  // bounds: block
    /// The author, on a line of its own.
    package var author: String?  // bounds: 1...
}

/// A line of text.
package struct Label: PartContent {
    package enum Style: String, CaseIterable, JSONCodable, Sendable {
        case title, subtitle, caption, heading

        /// A style that only a newer presenter knows is a caption's.
        package init(from reader: inout JSONReader) throws(JSONError) {
            self = try reader.word(among: Self.allCases) ?? .caption
        }
    }

    package var text: String  // init: _, bounds: whole
    package var style: Style
    package var tone: Tone?
    /// Pieces of the text with tones of their own, in their order.
    package var marks: [Mark]?  // bounds: whole
}

/// A piece of a text that has a tone of its own. The text is whole without its marks, so a view may ignore them.
package struct Mark: JSONCodable, Equatable, Sendable {
    /// The piece of the text. Of several equal ones, the first after the mark before this one.
    package var text: String  // init: _, bounds: given
    package var tone: Tone  // init: _
}

/// The meaning of a text. Never a colour: the view's theme defines the style of a tone.
package enum Tone: String, CaseIterable, JSONCodable, Sendable {
    /// A text as without a tone. A cell that is plain stays so in a row that has a tone.
    case plain
    /// A mark of what the user does or looks for.
    case accent
    case success
    /// A warning: something needs attention.
    case warning
    /// A failure, or the end of something that is to be destroyed.
    case danger
    /// A text that matters less than the rest.
    case muted

    /// An unknown tone, from a newer presenter, is ignored.
    package init(from reader: inout JSONReader) throws(JSONError) {
        self = try reader.word(among: Self.allCases) ?? .plain
    }
}
