package import JSON

/// Running text, wrapped by the view.
package struct Text: JSONCodable, Equatable, Sendable {
    package var heading: String?
    /// Small print beside the heading, such as a version and a date.
    package var caption: String?
    package enum Format: String, JSONCodable, Sendable {
        case plain
        /// CommonMark, with GitHub's tables and strikethrough.
        case markdown
        /// Lines that are not wrapped.
        case code

        /// A format that only a newer presenter knows is plain.
        package init(from reader: inout JSONReader) throws(JSONError) {
            self = Format(rawValue: try reader.read(String.self)) ?? .plain
        }
    }

    /// Paragraphs, separated by newlines.
    package var body: String
    /// How many lines to show until the person asks for more; nil for all. The view folds the text, because only the view
    /// knows where lines break.
    package var fold: Int?
    package var tone: Tone?
    /// Pieces of the body with tones of their own, in their order. Markdown has none.
    package var marks: [Mark]?
    package var format: Format?

    package init(
        heading: String? = nil, caption: String? = nil, body: String, fold: Int? = nil, tone: Tone? = nil,
        marks: [Mark]? = nil, format: Format? = nil
    ) {
        self.heading = heading
        self.caption = caption
        self.body = body
        self.fold = fold
        self.tone = tone
        self.marks = marks
        self.format = format
    }
}
