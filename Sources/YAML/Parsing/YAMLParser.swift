import CYAML

/// libyaml's event parser over one text.
final class YAMLParser {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    /// libyaml reads from here for as long as the parser lives.
    private let text: UnsafeMutableBufferPointer<UInt8>
    private let isInitialized: Bool

    init(_ string: String) {
        text = .allocate(capacity: string.utf8.count)
        _ = text.initialize(from: string.utf8)
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
            context: parser.context.map { (String(cString: $0), parser.context_mark.line + 1) })
    }
}

extension YAMLParser {
    /// A syntax error in libyaml's words, which have neither a capital letter nor a full stop.
    struct Failure: Error, CustomStringConvertible {
        var problem: String
        /// Counted from 1; nil where libyaml does not say.
        var line: Int?
        /// What was being parsed, such as "while parsing a flow sequence", and the line where that begins.
        var context: (text: String, line: Int)?

        var description: String {
            let during = context.map { " \($0.text) of line \($0.line)" } ?? ""
            let hint = problem.contains("cannot start any token") ? " (YAML is indented with spaces, not tabs)" : ""
            return problem + during + hint
        }
    }
}
