import TerminalText

/// A line that was read.
struct CommandText {
    /// The text of a command without control characters, or the reason why the line cannot be one.
    let content: Result<String, CommandError>
    /// The beginning, to show the user which line it is.
    let quoted: String

    init(_ bytes: some Collection<UInt8>, isOverlong: Bool) {
        if isOverlong {
            content = .failure(CommandError(reason: "a command has at most % bytes", "\(LinearCommand.limit)"))
        } else if bytes.contains(0) {
            content = .failure(CommandError(reason: "the line contains a NUL byte"))
        } else if let text = String(validating: bytes, as: UTF8.self) {
            content = .success(Self.clean(text[...]))
        } else {
            content = .failure(CommandError(reason: "the line is not UTF-8"))
        }
        let beginning = Self.clean(String(decoding: bytes.prefix(200), as: UTF8.self)[...])
        quoted = beginning.count > 60 ? "\(beginning.prefix(60))…" : beginning
    }

    /// Nil of a line that cannot be a command.
    var text: String? { if case .success(let text) = content { text } else { nil } }

    /// - Returns: nil for an empty line or a comment.
    func command() throws(CommandError) -> LinearCommand? { try LinearCommand(try content.get()) }

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
    /// Bytes of the commands that have been read, where they are a file.
    private(set) var position: Int?
    /// The number of the line that was taken last, from 1.
    private(set) var lineNumber = 0
    /// True if the last of them were read while no screen showed which fields are secret.
    private(set) var areBlind = false
    /// True if no further ones will come.
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
        let end = bytes.firstIndex(of: 0x0A)
        guard end ?? bytes.count > limit else { return }
        isOverlong = true
        bytes.removeSubrange(Self.quoted..<(end ?? bytes.count))
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
