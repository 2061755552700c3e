import TerminalText

/// A line that was read: the text of a command, or why it cannot be one.
struct CommandText {
    /// Without control characters; nil when it is not text, or too long.
    let text: String?
    /// Its beginning, to show the user which line it is.
    let quoted: String
    /// Why the line is not a command.
    let fault: CommandError

    init(_ bytes: some Collection<UInt8>, isOverlong: Bool) {
        let whole = String(validating: bytes, as: UTF8.self)
        if isOverlong {
            fault = CommandError(reason: "a command has at most % bytes", "\(LinearCommand.limit)")
        } else if bytes.contains(0) {
            fault = CommandError(reason: "the line contains a NUL byte")
        } else {
            fault = CommandError(reason: "the line is not UTF-8")
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

/// The bytes of commands that have been read and not been carried out.
struct CommandBuffer: Sendable {
    private(set) var bytes: [UInt8] = []
    /// The first line is longer than a command may be; ``bytes`` has only its beginning.
    private(set) var isOverlong = false
    /// How far the commands have been read, where they are a file.
    private(set) var position: Int?
    /// The number of the line that was taken last, from 1.
    private(set) var lineNumber = 0
    /// The last of them were read while no screen showed which fields are secret.
    private(set) var areBlind = false
    /// No further ones will come.
    private(set) var haveEnded = false

    /// Bytes of an overlong line that are kept, to show which line it was.
    private static let quoted = 200
    private static let lastLine = 1 << 40

    init() {}

    /// - Parameter memory: from outside, so its numbers are bounded.
    init(_ memory: LinearMemory) {
        bytes = memory.typed
        isOverlong = memory.isOverlong
        position = memory.input
        lineNumber = max(0, min(memory.lineNumber, Self.lastLine))
    }

    var hasLine: Bool { bytes.contains(0x0A) }

    mutating func append(_ new: [UInt8], position: Int?, isBlind: Bool) {
        self.position = position
        if !new.isEmpty { areBlind = isBlind }
        bytes += new
        // A line that is too long grows no further: a successor gets these bytes again with each read.
        let limit = isOverlong ? Self.quoted : LinearCommand.limit
        guard bytes.count > limit else { return }
        guard let end = bytes.firstIndex(of: 0x0A) else {
            isOverlong = true
            return bytes.removeLast(bytes.count - Self.quoted)
        }
        if end > limit {
            isOverlong = true
            bytes.removeSubrange(Self.quoted..<end)
        }
    }

    /// The last line may lack its line feed.
    mutating func end() {
        haveEnded = true
        if !bytes.isEmpty, bytes.last != 0x0A { bytes.append(0x0A) }
    }

    mutating func nextLine() -> CommandText? {
        guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
        let line = CommandText(bytes[..<end], isOverlong: isOverlong)
        bytes.removeSubrange(...end)
        isOverlong = false
        lineNumber = min(lineNumber + 1, Self.lastLine)
        return line
    }
}
