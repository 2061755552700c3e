import Languages
import Picking
import Platform
import SafeText
import ViewMessages

/// The output of a command about the selected row (`--preview`). A newer row ends the command of the one before.
struct RowPreview: Sendable {
    /// The most bytes of the output; the command is ended at the first one beyond.
    static let mostBytes = 1 << 16

    private enum Life {
        /// The command runs and has printed nothing.
        case awaited
        case printing
        /// The command was ended at the most bytes.
        case cut
        case ended
    }

    private var command: RowCommand?
    var wraps: Bool
    /// The output so far, or that for the row before until there is some.
    private var shown: [UInt8] = []
    private var life = Life.ended
    private var wait = OutputWait()

    init(_ command: RowCommand?, wraps: Bool) {
        (self.command, self.wraps) = (command, wraps)
    }

    var hasCommand: Bool { command != nil }

    /// Begins with another command, or with none.
    mutating func use(_ command: RowCommand?) {
        clear()
        self.command = command
    }

    /// True until the command has ended, or has printed for some time.
    var isAwaited: Bool { life == .awaited || life == .printing && !wait.isOver }

    /// The time when something changes without output.
    var deadline: Instant? { life == .printing ? wait.end : nil }

    mutating func look(now: Instant) { if life == .printing { wait.look(now: now) } }

    /// Begins with another row.
    /// - Returns: the command to run; nil if it cannot have this row, which is shown.
    mutating func begin(_ values: RowCommand.Values, in language: Words) -> [String]? {
        guard let command else { return nil }
        (life, wait) = (.awaited, OutputWait())
        do throws(RowCommand.Refusal) {
            let words = try command.words(for: values).map { word in String(validating: word, as: UTF8.self) }
            if words.allSatisfy({ $0 != nil }) { return words.compactMap(\.self) }
            end(language["This row is not valid UTF-8, so it cannot be an argument here."])
        } catch {
            end("\(error).")
        }
        return nil
    }

    private var isRunning: Bool { life == .awaited || life == .printing }

    /// - Returns: true if there is room for more.
    mutating func append(_ bytes: [UInt8], now: Instant) -> Bool {
        guard isRunning, !bytes.isEmpty else { return isRunning }
        if life == .awaited { shown = [] }
        let room = Self.mostBytes - shown.count
        shown += bytes.prefix(room)
        life = bytes.count > room ? .cut : .printing
        wait.begin(now: now)
        return isRunning
    }

    /// The command has ended, or could not be started.
    /// - Parameter message: the text to show if the command has printed nothing.
    mutating func end(_ message: String = "") {
        if life == .awaited { shown = Array(message.utf8) }
        if life != .cut { life = .ended }
    }

    /// Empties the preview where no row is selected.
    mutating func clear() {
        (shown, life) = ([], .ended)
    }

    /// The preview on a screen: without colours and control characters but tabs, whose stops are the view's.
    func parts(_ words: Words) -> [Part] {
        let plain = String(decoding: TerminalSequences.removed(from: whole[...]), as: UTF8.self)
        let text = StrippedText.strip(plain, newline: "\n", tab: "\t")
        var parts: [Part] = [.text(Text(body: text, format: wraps ? .plain : .code))]
        if life == .cut {
            parts.append(.label(Label(words("The output exceeds % KiB.", "\(Self.mostBytes >> 10)"), style: .caption)))
        }
        return parts
    }

    /// The output without a character whose last bytes have not come.
    private var whole: ArraySlice<UInt8> {
        guard life != .ended, let start = shown.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }) else {
            return shown[...]
        }
        // The first byte has a bit for each byte of the character, except in ASCII.
        let length = max(1, (~shown[start]).leadingZeroBitCount)
        return start + length > shown.count ? shown[..<start] : shown[...]
    }
}
