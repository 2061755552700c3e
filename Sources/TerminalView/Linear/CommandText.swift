import TerminalText

/// A line that was read: the text of a command, or why it is none.
struct CommandText {
    /// Without control characters; nil when it is no text, or too long.
    let text: String?
    /// Its beginning, to tell the person which line it is.
    let quoted: String
    /// Why there is no text.
    let fault: String

    init(_ bytes: some Collection<UInt8>, isOverlong: Bool) {
        let whole = String(validating: bytes, as: UTF8.self)
        if isOverlong {
            fault = "a command has at most \(LinearCommand.limit) bytes"
        } else if bytes.contains(0) {
            fault = "the line has a NUL byte, so it is no text"
        } else {
            fault = "the line is not UTF-8"
        }
        text = isOverlong || bytes.contains(0) ? nil : whole.map { Self.clean($0[...]) }
        let beginning = Self.clean(String(decoding: bytes.prefix(200), as: UTF8.self)[...])
        quoted = beginning.count > 60 ? "\(beginning.prefix(60))…" : beginning
    }

    /// An empty line or a comment.
    var isNothing: Bool {
        guard let text else { return false }
        do { return try LinearCommand(text) == nil } catch { return false }
    }

    private static func clean(_ text: Substring) -> String {
        // Some systems end lines with CR LF.
        Sanitizer.line(String(text.last == "\r" ? text.dropLast() : text))
    }
}
