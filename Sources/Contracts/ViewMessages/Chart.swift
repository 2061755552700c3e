package import JSON

/// Numbers as a drawing.
package struct Chart: JSONCodable, Equatable, Sendable {
    package enum Kind: String, JSONCodable, Sendable {
        /// One line, a bar a point, the newest at the right.
        case spark
        /// A bar and its label on each line.
        case bar
        /// A curve over several lines.
        case line
        /// One that only a newer presenter knows: it is shown in words.
        case other

        package init(from reader: inout JSONReader) throws(JSONError) {
            self = Kind(rawValue: try reader.read(String.self)) ?? .other
        }
    }

    package var kind: Kind  // init: _
    package var points: [Point]
    /// A description of the drawing, for users who don't see it.
    package var alternative: String
    package var heading: String?
    /// Beside the drawing, such as the newest value.
    package var caption: String?
    /// The value at the bottom, or the left. If absent, the smallest of a line; of a spark or bars 0, or the smallest below it.
    package var minimum: Double?
    /// The value at the top, or the right; the largest if absent.
    package var maximum: Double?
    package var tone: Tone?

    /// In JSON also the bare value.
    package struct Point: JSONCodable, Equatable, Sendable {
        package var value: Double  // init: _
        /// What the bar represents.
        package var label: String?
        /// The value's text, beside the bar.
        package var caption: String?
        package var tone: Tone?

        package init(from reader: inout JSONReader) throws(JSONError) {
            guard reader.nextByte == UInt8(ascii: "{") else {
                value = try reader.read(Double.self)
                return
            }
            var value: Double?
            let object = try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "value" where value == nil: value = try reader.read(Double.self)
                case "label" where label == nil: label = try reader.readIfPresent(String.self)
                case "caption" where caption == nil: caption = try reader.readIfPresent(String.self)
                case "tone" where tone == nil: tone = try reader.readIfPresent(Tone.self)
                default: try reader.skipValue()
                }
            }
            guard let value else { throw .missing("value", at: object) }
            self.value = value
        }

        package func write(to writer: inout JSONWriter) {
            guard label != nil || caption != nil || tone != nil else { return writer.write(value) }
            writer.beginObject()
            writer.member("caption", caption)
            writer.member("label", label)
            writer.member("tone", tone)
            writer.member("value", value)
            writer.endObject()
        }
    }
}
