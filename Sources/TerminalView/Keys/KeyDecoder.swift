/// Turns the bytes of a terminal into keys, one byte at a time, so that a sequence may come in pieces.
///
/// ESC begins sequences and is a key as well: while something is ``waiting``, the caller waits for more, then calls
/// ``timeout()`` (``EscapeWait`` says when). Replies, mouse reports and whatever else is unknown are swallowed whole.
package struct KeyDecoder: Sendable {
    /// What more bytes may complete.
    package enum Waiting: Equatable, Sendable {
        case nothing, sequence
        /// A paste whose end has not come.
        case paste
    }

    private enum State: Equatable, Sendable {
        case ground
        case utf8(bytes: [UInt8], length: Int)
        case escape
        /// ESC O: one byte follows.
        case singleShift
        /// ESC [: parameters so far.
        case controlSequence([UInt8])
        /// OSC, DCS, APC, PM, SOS: until BEL or ESC \.
        case controlString
        /// ESC in one of these: a backslash ends it, anything else begins another sequence.
        case stringEscape
        case skipping(Int)
        /// In ``pasted``; so many bytes of the closing bracket have come.
        case paste(ending: Int)
    }

    private var state = State.ground
    /// Kept apart from the state, or each byte would copy all of it.
    private var pasted: [UInt8] = []
    /// The ESC that has come stands alone unless a sequence follows: Alt would have sent its character at once.
    private var isSeparate = false
    /// A second ESC came before the sequence: Alt, where it is sent as a prefix.
    private var hasPrefix = false
    private static let escape: UInt8 = 0x1B
    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    /// In bytes; what is over it is dropped. A search takes less (``PromptField/limit``), and says so.
    package static let pasteLimit = 1 << 20
    private static let parameterLimit = 64

    package init() {}

    package var waiting: Waiting {
        switch state {
        case .ground: .nothing
        case .paste: .paste
        default: .sequence
        }
    }

    /// - Parameter bytes: what one read has brought.
    package mutating func decode(_ bytes: some Collection<UInt8>) -> [Key] {
        // Ctrl-C gets a person out of a paste whose end never comes. No terminal pastes that byte by itself.
        if case .paste = state, bytes.count == 1, bytes.first == 0x03 {
            pasted = []
            state = .ground
        }
        var keys: [Key] = []
        for byte in bytes { keys += decode(byte) }
        return keys
    }

    /// Some time has passed since the last byte: a character that comes now was not sent with it.
    package mutating func separate() { isSeparate = true }

    /// Nothing has followed: what looked like the beginning of a sequence was typed.
    package mutating func timeout() -> [Key] {
        defer { state = .ground }
        switch state {
        case .escape: return endEscape()
        case .singleShift: return [.alt("O")]
        case .controlSequence(let parameters) where parameters.isEmpty: return [.alt("[")]
        case .paste: return endPaste()
        default: return []
        }
    }

    private mutating func endEscape() -> [Key] {
        defer { hasPrefix = false }
        return hasPrefix ? [.escape, .escape] : [.escape]
    }

    private mutating func decode(_ byte: UInt8) -> [Key] {
        switch state {
        case .ground: return ground(byte)
        case .utf8(let bytes, let length): return continueUTF8(bytes + [byte], length)
        case .escape: return afterEscape(byte)
        case .singleShift:
            state = .ground
            // rxvt sends lower-case letters with Ctrl.
            if let key = Self.wordKey(byte & ~0x20), byte & 0x20 != 0 { return [key] }
            return byte == UInt8(ascii: "M") ? [.enter] : cursorKey(byte)
        case .controlSequence(let parameters): return controlSequence(parameters, byte)
        case .controlString:
            if byte == 0x07 { state = .ground }
            if byte == Self.escape { state = .stringEscape }
        case .stringEscape:
            state = .ground
            guard byte != UInt8(ascii: "\\") else { return [] }
            beginEscape()
            return afterEscape(byte)
        case .skipping(let count): state = count > 1 ? .skipping(count - 1) : .ground
        case .paste(let ending): return paste(byte, ending)
        }
        return []
    }

    private mutating func beginEscape() {
        state = .escape
        isSeparate = false
        hasPrefix = false
    }

    private mutating func ground(_ byte: UInt8) -> [Key] {
        switch byte {
        case Self.escape: beginEscape()
        case 0x0A, 0x0D: return [.enter]
        case 0x09: return [.tab]
        case 0x08, 0x7F: return [.backspace]
        case 0x01...0x1A: return [.control(Unicode.Scalar(byte + 0x60))]
        case 0x20...0x7E: return [.text(Unicode.Scalar(byte))]
        case 0xC2...0xDF: state = .utf8(bytes: [byte], length: 2)
        case 0xE0...0xEF: state = .utf8(bytes: [byte], length: 3)
        case 0xF0...0xF4: state = .utf8(bytes: [byte], length: 4)
        default: break
        }
        return []
    }

    private mutating func continueUTF8(_ bytes: [UInt8], _ length: Int) -> [Key] {
        guard let byte = bytes.last, 0x80...0xBF ~= byte else {
            state = .ground
            return bytes.last.map { ground($0) } ?? []
        }
        guard bytes.count == length else {
            state = .utf8(bytes: bytes, length: length)
            return []
        }
        state = .ground
        let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
        // C1 controls are no text.
        return scalar.flatMap { $0.value >= 0xA0 ? [.text($0)] : nil } ?? []
    }

    private mutating func afterEscape(_ byte: UInt8) -> [Key] {
        switch byte {
        case UInt8(ascii: "["): state = .controlSequence([])
        case UInt8(ascii: "O"): state = .singleShift
        case _ where Self.stringBeginnings.contains(byte) && !isSeparate: state = .controlString
        case Self.escape:
            defer { isSeparate = false }
            if isSeparate || hasPrefix { return endEscape() }
            hasPrefix = true
        case 0x20...0x7F where !isSeparate:
            state = .ground
            return (hasPrefix ? [.escape] : []) + [.alt(Unicode.Scalar(byte))]
        case 0x08 where !isSeparate:
            state = .ground
            return [.alt("\u{7F}")]
        default:
            // Ctrl-C and its like are themselves, with Alt or without.
            state = .ground
            return (isSeparate ? endEscape() : []) + ground(byte)
        }
        return []
    }

    private static let stringBeginnings = Array("]P_^X".utf8)

    private mutating func controlSequence(_ parameters: [UInt8], _ byte: UInt8) -> [Key] {
        switch byte {
        case 0x20...0x3F:
            if parameters.count < Self.parameterLimit { state = .controlSequence(parameters + [byte]) }
            return []
        case UInt8(ascii: "M") where parameters.isEmpty:
            state = .skipping(3)  // X10 mouse report
            return []
        case UInt8(ascii: "[") where parameters.isEmpty:
            state = .skipping(1)  // a function key of the Linux console
            return []
        case Self.escape:
            beginEscape()
            return []
        default:
            state = .ground
            return finish(parameters, final: byte)
        }
    }

    private mutating func finish(_ parameters: [UInt8], final: UInt8) -> [Key] {
        // Private parameters (`<`, `=`, `>`, `?`) belong to replies.
        if let first = parameters.first, 0x3C...0x3F ~= first { return withPrefix([]) }
        let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        switch final {
        case UInt8(ascii: "Z"): return withPrefix([.backTab])
        case UInt8(ascii: "n"): return withPrefix(numbers == ["0"] ? [.statusReport] : [])
        case UInt8(ascii: "~"):
            // The first number is the key, the second one a modifier.
            let number = numbers.first ?? ""
            if number == "200" {
                state = .paste(ending: 0)
                pasted = []
            }
            return withPrefix(Self.numberedKeys[number].map { [$0] } ?? [])
        default:
            if let key = Self.wordKey(final), let modifier = numbers.last, Self.wordModifiers.contains(modifier) {
                return withPrefix([key])
            }
            return cursorKey(final)
        }
    }

    /// Of xterm: 1 and a bit each for Shift, Alt and Ctrl, those with Alt or Ctrl.
    private static let wordModifiers: Set<String> = ["3", "4", "5", "6", "7", "8"]

    /// After a lone ESC that the terminal's reply or another key has followed.
    private mutating func withPrefix(_ keys: [Key]) -> [Key] {
        defer { hasPrefix = false }
        return hasPrefix ? [.escape] + keys : keys
    }

    private mutating func cursorKey(_ byte: UInt8) -> [Key] {
        guard let key = Self.cursorKey(byte) else { return withPrefix([]) }
        guard hasPrefix, let word = Self.wordKey(byte) else { return withPrefix([key]) }
        hasPrefix = false
        return [word]
    }

    private mutating func paste(_ byte: UInt8, _ ending: Int) -> [Key] {
        if byte == Self.pasteEnd[ending] {
            guard ending + 1 == Self.pasteEnd.count else {
                state = .paste(ending: ending + 1)
                return []
            }
            return endPaste()
        }
        keepPasted(Self.pasteEnd[..<ending])
        state = .paste(ending: byte == Self.escape ? 1 : 0)
        if byte != Self.escape { keepPasted([byte]) }
        return []
    }

    private mutating func keepPasted(_ bytes: some Collection<UInt8>) {
        if pasted.count + bytes.count <= Self.pasteLimit { pasted += bytes }
    }

    private mutating func endPaste() -> [Key] {
        defer { pasted = [] }
        state = .ground
        return [.paste(String(decoding: pasted, as: UTF8.self))]
    }

    private static let numberedKeys: [String: Key] = [
        "1": .home, "3": .delete, "4": .end, "5": .pageUp, "6": .pageDown, "7": .home, "8": .end,
    ]

    private static func cursorKey(_ byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        default: nil
        }
    }

    private static func wordKey(_ byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "C"): .wordRight
        case UInt8(ascii: "D"): .wordLeft
        default: nil
        }
    }
}
