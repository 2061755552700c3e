import CJQ
import Platform

/// A compiled jq program. It runs in this process, which limits what it may read (see ``Confinement``).
package final class JQProgram {
    /// An error that libjq's compiler reports, in its words.
    package struct Mistake: Error, Equatable, Sendable {
        package var message: String
        /// The line of the program's text, counted from 1; nil where libjq reports none.
        package var line: Int?
    }

    package enum Failure: Error, Equatable, Sendable {
        /// The program's own error, or that of a function on a value of the wrong kind.
        case error(String)
        /// The program has made more outputs, or more bytes, than are taken.
        case tooMuch
    }

    private var state: OpaquePointer?
    private let html = PlainFunction()

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
        html.serve(state)
        // The parenthesis behind the program is not the author's.
        let lines = text.utf8.count { $0 == 0x0A } + 1
        guard isCompiled else {
            let advice = ProgramAdvice(text: text, variables: variables)
            throw MistakeList(
                messages.mistakes.map {
                    Mistake(message: advice.words(for: $0.message), line: $0.line.map { min($0, lines) })
                })
        }
    }

    deinit { jq_teardown(&state) }

    /// The mistakes in a program; at least one.
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
        let whole = Array("[".utf8) + ExactIDs.quoted(input) + Array(",".utf8) + variables + Array("]".utf8)
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

/// The texts of `plain`: libjq has no function that is not written in jq, but it hands over what it debugs and takes inputs.
private final class PlainFunction {
    private var text: [UInt8] = []

    /// - Parameter state: the program's, which must not outlive this.
    func serve(_ state: OpaquePointer?) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        jq_set_debug_cb(
            state,
            { context, html in
                guard let context, jv_get_kind(html) == JV_KIND_STRING else { return jv_free(html) }
                Unmanaged<PlainFunction>.fromOpaque(context).takeUnretainedValue().text = HTMLText.of(
                    JQProgram.bytes(of: html))
            }, context)
        jq_set_input_cb(
            state,
            { _, context in
                guard let context else { return jv_invalid() }
                let text = Unmanaged<PlainFunction>.fromOpaque(context).takeUnretainedValue().text
                return text.withUnsafeBytes {
                    jv_string_sized($0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: $0.count))
                }
            }, context)
    }
}

/// The messages of libjq while it compiles.
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
        mistakes.append(JQProgram.Mistake(message: words.withoutAdvice, line: line))
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

    /// The text without libjq's guess about the quotes of a shell: no shell is involved here.
    fileprivate var withoutAdvice: String {
        firstRange(of: " (Unix shell quoting issues?)").map(removing) ?? self
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

    static let definitions =
        [
            #"def viperline_line($t; $style): if $t == null then empty else {label: {text: ($t | tostring), style: $style}} end;"#,
            #"def viperline_text($h; $t; $format): if $t == null then empty else {text: ({heading: $h, body: ($t | tostring), format: $format} | map_values(select(. != null)))} end;"#,
            #"def title($t): viperline_line($t; "title");"#,
            #"def heading($t): viperline_line($t; "heading");"#,
            #"def caption($t): viperline_line($t; "caption");"#,
            #"def text($t): viperline_text(null; $t; null);"#,
            #"def text($h; $t): viperline_text(if $h == null then null else $h | tostring end; $t; null);"#,
            #"def markdown($t): viperline_text(null; $t; "markdown");"#,
            #"def facts($o): {facts: {items: [$o | to_entries[] | {label: .key, value: (.value | if type == "array" then map(select(. != null and . != "") | tostring) | join(", ") elif . == null then "" else tostring end)} | select(.value != "")]}};"#,
            #"def button($control; $title): if $title == null then empty else {button: {control: $control, title: ($title | tostring)}} end;"#,
            #"def viperline_local(f): "\uE000" + ([f | tostring] | join("\uE002")) + "\uE001";"#,
            #"def words($t): viperline_local("words", $t);"#,
            #"def words($t; $x): if $x == null then null else viperline_local("words", $t, $x) end;"#,
            #"def day: if type == "string" and test("^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])($|[Tt ])") then .[:10] as $d | viperline_local("day", $d) else null end;"#,
            #"def short: if type == "number" then floor as $n | viperline_local("short", $n) else null end;"#,
            #"def count($one; $other): if type == "number" then floor as $n | viperline_local("count", $n, $one, $other) else null end;"#,
            #"def viperline_html: debug | input;"#,
            #"def plain: if type == "string" then viperline_html else "" end;"#,
            #"def debug: .;"#, #"def debug(f): .;"#, #"def stderr: .;"#,
        ] + refused.map { "def \($0.function): viperline_no_\($0.function);" }

    /// Functions that no program may use. Each calls one that is not there, which the compiler reports if it is used.
    private static let refused = [
        (function: "now", reason: "a program does not know the time"),
        (function: "input", reason: "a program has one input"), (function: "inputs", reason: "a program has one input"),
    ]

    /// The reason why a function may not be used.
    /// - Parameter message: the complaint about one that is not defined.
    static func refusal(in message: String) -> String? {
        refused.first { message.hasPrefix("viperline_no_\($0.function)/") }.map { "\($0.function): \($0.reason)" }
    }
}
