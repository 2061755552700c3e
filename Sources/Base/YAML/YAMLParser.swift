import Platform
import CYAML

/// libyaml's event parser over one text.
final class YAMLParser {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    /// libyaml reads from here for as long as the parser lives.
    private let text: UnsafeMutableBufferPointer<UInt8>
    private let isInitialized: Bool

    init(_ string: String) {
        // With a given encoding, libyaml does not skip a byte order mark.
        let bytes = string.utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? string.utf8.dropFirst(3) : string.utf8[...]
        text = .allocate(capacity: bytes.count)
        _ = text.initialize(from: bytes)
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        isInitialized = yaml_parser_initialize(parser) == 1
        guard isInitialized else { return }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        text.deallocate()
    }

    /// The next event. Nothing follows a failure or the end of the stream.
    func next() throws(Failure) -> YAMLEvent {
        var event = yaml_event_t()
        guard isInitialized, yaml_parser_parse(parser, &event) == 1 else { throw failure }
        defer { yaml_event_delete(&event) }
        return YAMLEvent(event)
    }

    private var failure: Failure {
        let parser = parser.pointee
        guard let problem = parser.problem.map({ String(cString: $0) }) else {
            return Failure(problem: "out of memory")
        }
        guard parser.error != YAML_READER_ERROR else {
            // The reader counts bytes, not lines.
            let newlines = text.prefix(parser.problem_offset).count { $0 == UInt8(ascii: "\n") }
            return Failure(problem: problem, line: newlines + 1)
        }
        return Failure(
            problem: problem, line: parser.problem_mark.line + 1,
            context: parser.context.map { (String(cString: $0), parser.context_mark.line + 1) },
            sign: sign(at: parser.problem_mark))
    }
}

extension YAMLParser {
    /// libyaml counts characters.
    private func sign(at mark: yaml_mark_t) -> Unicode.Scalar? {
        let lines = text.split(
            separator: UInt8(ascii: "\n"), maxSplits: mark.line + 1, omittingEmptySubsequences: false)
        guard lines.indices.contains(mark.line) else { return nil }
        return String(decoding: lines[mark.line], as: UTF8.self).unicodeScalars.dropFirst(mark.column).first
    }

    /// A syntax error in libyaml's words, which have neither a capital letter nor a full stop.
    struct Failure: Error, CustomStringConvertible {
        var problem: String
        /// Counted from 1; nil where libyaml does not report it.
        var line: Int?
        /// The construct that was being parsed, such as "while parsing a flow sequence", and the line where it begins.
        var context: (text: String, line: Int)?
        /// The character at which libyaml stopped.
        var sign: Unicode.Scalar?

        var description: String {
            let during = context.map { " \($0.text) of line \($0.line)" } ?? ""
            return problem + during + (hint.map { " (\($0))" } ?? "")
        }

        /// A hint at the author's probable mistake.
        private var hint: String? {
            if problem.contains("cannot start any token") {
                return sign == "\t"
                    ? "YAML is indented with spaces, not tabs"
                    : "a text that begins with this character must be in quotes"
            }
            if problem.contains("mapping values are not allowed") {
                return "a text with \": \" must be in quotes, or follow a | on lines of its own"
            }
            if problem.contains("did not find expected key") {
                return
                    "a text that begins with a quote, [ or { ends with its partner; put the whole text in quotes, or after a | on "
                    + "lines of its own"
            }
            return nil
        }
    }
}

/// A step of a YAML file: a scalar, an alias, or the beginning or end of something.
struct YAMLEvent {
    enum Kind {
        /// `isPlain`: written without quotes and without the tag of a string.
        case scalar(String, isPlain: Bool)
        case alias(String)
        case sequenceStart, sequenceEnd, mappingStart, mappingEnd
        case documentStart, documentEnd, streamStart, streamEnd
    }

    let kind: Kind
    /// The line where the event begins, counted from 1.
    let line: Int
    /// The name after `&`.
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

/// A node of a YAML document. An alias is a copy of the node that its anchor names.
struct YAMLNode {
    typealias Pair = (key: YAMLNode, value: YAMLNode)

    enum Content {
        /// `isPlain`: written without quotes, so that `true` may be a truth value.
        case scalar(String, isPlain: Bool)
        case sequence([YAMLNode])
        /// Pairs in the order of the file; a key may appear more than once.
        case mapping([Pair])
    }

    let content: Content
    /// The line where the node begins, counted from 1.
    let line: Int
    /// The explicit tag, such as `!reset`; nil where there is none.
    let tag: String?
    /// The line where the text of a scalar begins; nil where its lines are not those of the file.
    let textLine: Int?

    var text: String? { if case .scalar(let text, _) = content { text } else { nil } }

    var isPlain: Bool { if case .scalar(_, isPlain: true) = content { true } else { false } }
}
