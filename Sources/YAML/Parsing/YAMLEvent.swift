import CYAML

/// One step of a YAML file: a scalar, an alias, or the beginning or end of something.
struct YAMLEvent {
    enum Kind {
        /// `isPlain`: written without quotes and without the tag of a string.
        case scalar(String, isPlain: Bool)
        case alias(String)
        case sequenceStart, sequenceEnd, mappingStart, mappingEnd
        /// The beginning or end of a document, or of the stream.
        case documentStart, documentEnd, streamStart, streamEnd
    }

    let kind: Kind
    /// Where it begins, counted from 1.
    let line: Int
    /// The name behind `&`.
    private(set) var anchor: String?
    /// The explicit tag, such as `!reset`; nil where there is none.
    private(set) var tag: String?
    /// The line where the text of a scalar begins; nil where its lines are folded, so that they are not those of the file.
    private(set) var textLine: Int?

    init(_ event: yaml_event_t) {
        line = event.start_mark.line + 1
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            anchor = Self.text(scalar.anchor)
            tag = scalar.quoted_implicit == 0 ? Self.text(scalar.tag) : nil
            textLine = Self.textLine(scalar.style, from: event.start_mark.line + 1, to: event.end_mark.line + 1)
            let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE && scalar.quoted_implicit == 0 && tag != YAML_STR_TAG
            // A scalar may contain NUL characters.
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            kind = .scalar(String(decoding: bytes, as: UTF8.self), isPlain: isPlain)
        case YAML_ALIAS_EVENT:
            kind = .alias(Self.text(event.data.alias.anchor) ?? "")
        case YAML_SEQUENCE_START_EVENT:
            let sequence = event.data.sequence_start
            anchor = Self.text(sequence.anchor)
            tag = sequence.implicit == 0 ? Self.text(sequence.tag) : nil
            kind = .sequenceStart
        case YAML_MAPPING_START_EVENT:
            let mapping = event.data.mapping_start
            anchor = Self.text(mapping.anchor)
            tag = mapping.implicit == 0 ? Self.text(mapping.tag) : nil
            kind = .mappingStart
        case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
        case YAML_MAPPING_END_EVENT: kind = .mappingEnd
        case YAML_DOCUMENT_START_EVENT: kind = .documentStart
        case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
        case YAML_STREAM_START_EVENT: kind = .streamStart
        default: kind = .streamEnd
        }
    }

    private static func textLine(_ style: yaml_scalar_style_t, from start: Int, to end: Int) -> Int? {
        switch style {
        case YAML_LITERAL_SCALAR_STYLE: start + 1
        case YAML_FOLDED_SCALAR_STYLE: nil
        default: start == end ? start : nil
        }
    }

    private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        pointer.map { String(cString: $0) }
    }
}
