import CJQ
import Platform

/// A compiled jq program. It runs in this process, which limits what it may read (see ``Confinement``).
package final class JQProgram {
    /// An error that libjq's compiler reports, in its words.
    package struct Mistake: Error, Equatable, Sendable {
        package var message: String
        /// Of the program's text, counted from 1; nil where libjq reports none.
        package var line: Int?
    }

    package enum Failure: Error, Equatable, Sendable {
        /// The program's own error, or that of a function on a value of the wrong kind.
        case error(String)
        /// More outputs, or more bytes, than are taken.
        case tooMuch
    }

    private var state: OpaquePointer?

    /// - Parameter text: the program. Its input is what it is run with; the variables are `$term`, `$id` and the like.
    package init(_ text: String, variables: [String]) throws(MistakeList) {
        state = jq_init()
        let messages = Messages()
        let context = Unmanaged.passUnretained(messages).toOpaque()
        jq_set_error_cb(
            state,
            { context, message in
                guard let context else { return jv_free(message) }
                Unmanaged<Messages>.fromOpaque(context).takeUnretainedValue().add(message)
            }, context)
        let isCompiled = withExtendedLifetime(messages) { jq_compile(state, Self.wrapped(text, variables)) != 0 }
        jq_set_error_cb(state, { _, message in jv_free(message) }, nil)
        // The parenthesis behind the program is not the author's.
        let lines = text.utf8.count { $0 == 0x0A } + 1
        guard isCompiled else {
            throw MistakeList(
                messages.mistakes.map { Mistake(message: $0.message, line: $0.line.map { min($0, lines) }) })
        }
    }

    deinit { jq_teardown(&state) }

    /// What is wrong with a program; at least one.
    package struct MistakeList: Error, Equatable, Sendable {
        package var mistakes: [Mistake]

        init(_ mistakes: [Mistake]) {
            self.mistakes = mistakes.isEmpty ? [Mistake(message: "libjq reports no reason")] : mistakes
        }
    }

    /// The program, the first line of which is the first line of the text. Its input is `[INPUT, VARIABLES]`. In parentheses it
    /// has neither `import` nor `include`. What jq's own programs read besides their input is out of reach.
    private static func wrapped(_ text: String, _ variables: [String]) -> String {
        let names = variables.isEmpty ? "" : ", {\(variables.map { "$\($0)" }.joined(separator: ", "))}"
        return Prelude.text + " . as [$viperline_input\(names)] | $viperline_input | (" + text + "\n)"
    }

    /// - Parameters:
    ///   - input: JSON.
    ///   - variables: a JSON object.
    /// - Returns: the outputs as JSON, in their order.
    package func run(_ input: [UInt8], variables: [UInt8], most: Limits) throws(Failure) -> [[UInt8]] {
        let whole = Array("[".utf8) + input + Array(",".utf8) + variables + Array("]".utf8)
        let value = whole.withUnsafeBytes { bytes in
            jv_parse_sized(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count))
        }
        guard jv_is_valid(value) != 0 else { throw .error(Self.message(of: value)) }
        jq_start(state, value, 0)
        var outputs: [[UInt8]] = []
        var bytes = 0
        while true {
            let output = jq_next(state)
            guard jv_is_valid(output) != 0 else {
                guard jv_invalid_has_msg(jv_copy(output)) != 0 else {
                    jv_free(output)
                    return outputs
                }
                throw .error(Self.message(of: output))
            }
            let text = Self.bytes(of: jv_dump_string(output, 0))
            bytes += text.count
            guard outputs.count < most.outputs, bytes <= most.bytes else { throw .tooMuch }
            outputs.append(text)
        }
    }

    package struct Limits: Sendable {
        package var outputs: Int
        package var bytes: Int

        package init(outputs: Int, bytes: Int) {
            self.outputs = outputs
            self.bytes = bytes
        }
    }

    /// Takes the value.
    private static func message(of invalid: jv) -> String {
        let message = jv_invalid_get_msg(invalid)
        guard jv_get_kind(message) == JV_KIND_STRING else {
            return String(decoding: bytes(of: jv_dump_string(message, 0)), as: UTF8.self)
        }
        return String(decoding: bytes(of: message), as: UTF8.self)
    }

    /// Takes the string.
    fileprivate static func bytes(of string: jv) -> [UInt8] {
        let count = Int(jv_string_length_bytes(jv_copy(string)))
        let bytes = jv_string_value(string).map { start in
            Array(UnsafeRawBufferPointer(start: start, count: count))
        }
        jv_free(string)
        return bytes ?? []
    }
}

/// What libjq reports while it compiles.
private final class Messages {
    private(set) var mistakes: [JQProgram.Mistake] = []

    /// Takes the message: "jq: error: NAME/0 is not defined at <top-level>, line 2:", then the line itself. The last one counts the
    /// errors.
    func add(_ message: jv) {
        let text = Self.text(of: message)
        guard text.hasPrefix("jq: error: ") else { return }
        let first = text.dropFirst("jq: error: ".count).prefix { $0 != "\n" }
        var words = String(first)
        var line: Int?
        if let place = words.lastRange(ofText: " at <top-level>, line ") {
            line = Int(words[place.upperBound...].prefix(while: \.isNumber))
            words = String(words[..<place.lowerBound])
        }
        // libjq adds advice about another error than the one that it has reported.
        guard mistakes.isEmpty || !words.hasPrefix("try .[") else { return }
        mistakes.append(JQProgram.Mistake(message: words.withoutAdvice.inOtherWords, line: line))
    }

    /// Takes the message.
    private static func text(of message: jv) -> String {
        guard jv_get_kind(message) == JV_KIND_STRING else {
            return String(decoding: JQProgram.bytes(of: jv_dump_string(message, 0)), as: UTF8.self)
        }
        return String(decoding: JQProgram.bytes(of: message), as: UTF8.self)
    }
}

extension String {
    fileprivate func lastRange(ofText text: String) -> Range<Index>? {
        var found: Range<Index>?
        var start = startIndex
        while let range = self[start...].firstRange(of: text) {
            found = range
            start = range.upperBound
        }
        return found
    }

    /// Without libjq's guess about the quotes of a shell: no shell is involved here.
    fileprivate var withoutAdvice: String {
        firstRange(of: " (Unix shell quoting issues?)").map(removing) ?? self
    }

    /// A clearer message than libjq's, which takes the end of the text for a character, or recommends a form that does not fit.
    fileprivate var inOtherWords: String {
        if contains("unexpected INVALID_CHARACTER") || contains("unexpected $end") {
            return "a bracket, a brace, a parenthesis or a quotation mark is not closed, or a character is not jq's"
        }
        if contains("expecting ':'") {
            return "\(self); a keyword of jq, such as label or end, needs its value: {\"label\": .label}"
        }
        return self
    }

    private func removing(_ range: Range<Index>) -> String {
        String(self[..<range.lowerBound] + self[range.upperBound...])
    }
}

/// Functions that every program has, all in one line, so that line numbers in errors are those of the author's program.
///
/// The first ones make the parts of a screen in few words. The others replace functions that would read something
/// besides the input: equal input must lead to equal output, and a program does not have a terminal.
enum Prelude {
    static let text = definitions.joined(separator: " ")

    private static let definitions = [
        #"def title($t): {label: {text: ($t | tostring), style: "title"}};"#,
        #"def heading($t): {label: {text: ($t | tostring), style: "heading"}};"#,
        #"def caption($t): {label: {text: ($t | tostring), style: "caption"}};"#,
        #"def text($t): {text: {body: ($t | tostring)}};"#,
        #"def text($h; $t): {text: {heading: ($h | tostring), body: ($t | tostring)}};"#,
        #"def markdown($t): {text: {body: ($t | tostring), format: "markdown"}};"#,
        #"def facts($o): {facts: {items: [$o | to_entries[] | select(.value != null and .value != "") | {label: .key, value: (.value | if type == "array" then map(tostring) | join(", ") else tostring end)}]}};"#,
        #"def button($control; $title): {button: {control: $control, title: $title}};"#,
        #"def plain: if type != "string" then "" else [splits("<(?:p|br|li|div)[^>]*>")] | map([splits("<[^>]*>")] | join("")) | join("\n") | split("&lt;") | join("<") | split("&gt;") | join(">") | split("&quot;") | join("\"") | split("&#x27;") | join("'") | split("&#39;") | join("'") | split("&#x2F;") | join("/") | split("&nbsp;") | join(" ") | split("&amp;") | join("&") end;"#,
        #"def now: error("a program does not know the time");"#,
        #"def debug: .;"#, #"def debug(f): .;"#, #"def stderr: .;"#,
        #"def input: error("a program has one input");"#,
        #"def inputs: error("a program has one input");"#,
    ]
}
