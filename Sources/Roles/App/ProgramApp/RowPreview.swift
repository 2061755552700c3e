import Languages
import Picking
import Processes
import SafeText
import ViewMessages

/// What a command prints about the selected row (`--preview`). A newer row ends the command of the one before.
struct RowPreview: Sendable {
    /// The most bytes of the output; the command is ended at the first one beyond.
    static let mostBytes = 1 << 16

    private var command: RowCommand?
    var wraps: Bool
    /// What is shown: the output so far, or that for the row before until there is some.
    private var shown: [UInt8] = []
    private var isNew = false
    private var isRunning = false
    private var isCut = false

    init(_ command: RowCommand?, wraps: Bool) {
        (self.command, self.wraps) = (command, wraps)
    }

    var hasCommand: Bool { command != nil }

    /// Begins with another command, or with none.
    mutating func use(_ command: RowCommand?) {
        clear()
        self.command = command
    }

    /// The command runs and has printed nothing.
    var isAwaited: Bool { isRunning && isNew }

    /// Begins with another row.
    /// - Returns: the command to run; nil if it cannot have this row, which is shown.
    mutating func begin(_ values: RowCommand.Values) -> [String]? {
        guard let command else { return nil }
        (isNew, isCut, isRunning) = (true, false, true)
        do throws(RowCommand.Refusal) {
            let words = try command.words(for: values).map { word in String(validating: word, as: UTF8.self) }
            if words.allSatisfy({ $0 != nil }) { return words.compactMap(\.self) }
            end("This row is not valid UTF-8, so it cannot be an argument here.")
        } catch {
            end("\(error).")
        }
        return nil
    }

    /// - Returns: whether there is room for more.
    mutating func append(_ bytes: [UInt8]) -> Bool {
        guard isRunning, !bytes.isEmpty else { return isRunning }
        if isNew { shown = [] }
        isNew = false
        let room = Self.mostBytes - shown.count
        shown += bytes.prefix(room)
        guard bytes.count > room else { return true }
        (isCut, isRunning) = (true, false)
        return false
    }

    /// The command has ended, or could not be started.
    /// - Parameter message: what is shown if it has printed nothing.
    mutating func end(_ message: String = "") {
        if isNew { shown = Array(message.utf8) }
        (isNew, isRunning) = (false, false)
    }

    /// Nothing is selected.
    mutating func clear() {
        (shown, isNew, isRunning, isCut) = ([], false, false, false)
    }

    /// For the screen: without colours and control characters but tabs, whose stops are the view's.
    func parts(_ words: Words) -> [Part] {
        let plain = String(decoding: TerminalSequences.removed(from: whole[...]), as: UTF8.self)
        let text = StrippedText.strip(plain, newline: "\n", tab: "\t")
        var parts: [Part] = [.text(Text(body: text, format: wraps ? .plain : .code))]
        if isCut {
            parts.append(.label(Label(words("The output exceeds % KiB.", "\(Self.mostBytes >> 10)"), style: .caption)))
        }
        return parts
    }

    /// Without a character whose last bytes have not come.
    private var whole: ArraySlice<UInt8> {
        guard isRunning || isCut, let start = shown.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }) else {
            return shown[...]
        }
        // The first byte has a bit for each byte of the character, except in ASCII.
        let length = max(1, (~shown[start]).leadingZeroBitCount)
        return start + length > shown.count ? shown[..<start] : shown[...]
    }
}
