package import JSON

/// Numbers as a drawing, with a description in words.
package struct Chart: PartContent {
    package enum Kind: String, JSONCodable, Sendable {
        /// A single line, a bar a point, the newest at the right.
        case spark
        /// A bar and its label on each line.
        case bar
        /// A curve over several lines.
        case line
        /// A kind that only a newer presenter knows: it is shown in words.
        case other  // JSON: none

        package init(from reader: inout JSONReader) throws(JSONError) {
            self = try reader.word(among: [.spark, .bar, .line]) ?? .other
        }
    }

    /// `spark`: one line, the newest point at the right. `bar`: a line a point. `line`: a curve.
    package var kind: Kind  // init: _
    package var points: [Point]
    /// The drawing in words, for users who do not see it; linear mode prints them.
    package var alternative: String  // bounds: 1...
    package var heading: String?
    /// A text beside the drawing, such as the newest value.
    package var caption: String?
    /// The lower end of the scale; if absent, the smallest value of a line, else 0 or the smallest value below it.
    package var minimum: Double?
    /// The upper end of the scale; if absent, the largest value.
    package var maximum: Double?
    package var tone: Tone?

    package struct Point: JSONCodable, Equatable, Sendable {
        /// Null is a gap in the drawing.
        package var value: Double?  // bare
        /// The bar's label.
        package var label: String?
        /// The value as it is to be read.
        package var caption: String?
        package var tone: Tone?
    }
}
