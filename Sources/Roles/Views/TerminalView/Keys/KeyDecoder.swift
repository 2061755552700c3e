/// Turns the bytes of a terminal into keys, one byte at a time, so that a sequence may come in pieces.
///
/// ESC begins sequences and is a key as well: while something is ``waiting``, the caller waits for more, then calls
/// ``timeout()`` (``EscapeWait`` decides when). Replies, old mouse reports and unknown sequences are swallowed whole.
///
/// ESC and one of `]P_^X` begin a control string of the terminal, and are Alt and that key as well. They are a string only while what
/// follows can be an answer; what turns out to be something else is handed on as keys.
package struct KeyDecoder: Sendable {
    /// Beginning that more bytes may complete.
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
        /// ESC within one of these: a backslash ends it, anything else begins another sequence.
        case stringEscape
        case skipping(Int)
        /// Bytes go to ``paste``.
        case paste
    }

    /// The view has requested something whose reply is a control string.
    package var expectsAnswer = true
    /// Number of sequences that have begun, so that the wait for one is not taken for that for another.
    package private(set) var beginnings = 0
    private var state = State.ground
    /// The beginning of a control string, with the letter that opened it.
    private var string: [UInt8] = []
    /// Kept apart from the state, so that a byte does not copy all of it.
    private var paste = PasteBuffer()
    /// Time has passed since the ESC, so that the next byte was not sent with it: Alt would have sent its character at once.
    private var isSeparate = false
    /// A second ESC came before the sequence: Alt, where it is sent as a prefix.
    private var hasPrefix = false
    private static let escape: UInt8 = 0x1B
    private static let parameterLimit = 64
    package static let pasteLimit = PasteBuffer.limit

    package init() {}

    package var waiting: Waiting {
        switch state {
        case .ground: .nothing
        case .paste: .paste
        default: .sequence
        }
    }

    /// - Parameter bytes: the bytes of one read.
    package mutating func decode(_ bytes: some Collection<UInt8>) -> [Key] {
        // Ctrl-C gets a user out of a paste whose end never comes. No terminal sends that byte alone within a paste.
        if case .paste = state, bytes.count == 1, bytes.first == 0x03 {
            paste = PasteBuffer()
            state = .ground
        }
        var keys: [Key] = []
        for byte in bytes {
            // Without an array for each letter.
            if case .ground = state, 0x20...0x7E ~= byte {
                keys.append(.text(Unicode.Scalar(byte)))
            } else {
                keys += decode(byte)
            }
        }
        // A string that the view has not requested is handed on at once.
        if case .controlString = state, string.count == 1, !expectsAnswer { keys += endAsKeys() }
        return keys
    }

    /// Notes that time has passed since the last byte.
    package mutating func separate() { isSeparate = true }

    /// Takes what looked like the beginning of a sequence for keys, because nothing has followed.
    package mutating func timeout() -> [Key] {
        defer { state = .ground }
        switch state {
        case .controlString: return expectsAnswer && string.count > 1 ? [] : endAsKeys()
        case .stringEscape: return expectsAnswer && string.count > 1 ? [] : endAsKeys() + [.escape]
        case .escape: return endEscape()
        case .singleShift: return [.alt("O")]
        case .controlSequence(let parameters) where parameters.isEmpty: return [.alt("[")]
        case .paste: return endPaste()
        default: return []
        }
    }

    private mutating func decode(_ byte: UInt8) -> [Key] {
        switch state {
        case .ground: return ground(byte)
        case .utf8(let bytes, let length): return continueUTF8(bytes + [byte], length)
        case .escape: return afterEscape(byte)
        case .singleShift:
            state = .ground
            let key = KeySequence.singleShiftKey(byte)
            return key.map(Self.withoutAlt.contains) == true ? [key].compactMap(\.self) : withPrefix(key)
        case .controlSequence(let parameters): return controlSequence(parameters, byte)
        case .controlString:
            switch byte {
            case 0x07: return string.count > 1 ? endString() : endAsKeys() + ground(byte)
            case Self.escape: state = .stringEscape
            default:
                if string.count < Self.parameterLimit { string.append(byte) }
                let isTooLong = !expectsAnswer && string.count == Self.parameterLimit
                if isTooLong || string.count == 2 && !Self.mayAnswer(string) { return endAsKeys() }
            }
        case .stringEscape:
            if byte == UInt8(ascii: "\\"), string.count > 1 { return endString() }
            let keys = expectsAnswer && string.count > 1 ? [] : endAsKeys()
            beginEscape()
            return keys + afterEscape(byte)
        case .skipping(let count): state = count > 1 ? .skipping(count - 1) : .ground
        case .paste: return paste.append(byte) ? endPaste() : []
        }
        return []
    }

    private mutating func ground(_ byte: UInt8) -> [Key] {
        switch byte {
        case Self.escape: beginEscape()
        // A terminal in raw mode sends CR for Enter. LF is Ctrl-J, which is Enter where it has no meaning of its own.
        case 0x0D: return [.enter]
        case 0x09: return [.tab]
        case 0x08, 0x7F: return [.backspace]
        case 0x00: return [.control("@")]
        case 0x1F: return [.control("_")]
        case 0x01...0x1A: return [.control(Unicode.Scalar(byte + 0x60))]
        case 0x20...0x7E: return [.text(Unicode.Scalar(byte))]
        case 0xC2...0xF4: return beginUTF8(byte)
        default: break
        }
        return []
    }

    private mutating func beginUTF8(_ byte: UInt8) -> [Key] {
        beginnings &+= 1
        state = .utf8(bytes: [byte], length: byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4)
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
        // C1 controls are not text.
        return scalar.flatMap { $0.value >= 0xA0 ? [.text($0)] : nil } ?? []
    }

    private mutating func beginEscape() {
        beginnings &+= 1
        state = .escape
        isSeparate = false
        hasPrefix = false
    }

    private mutating func endString() -> [Key] {
        state = .ground
        if string == Self.graphicsReport { return [.pictures(.kitty)] }
        return BackgroundReport.isLight(string).map { [.background(isLight: $0)] } ?? []
    }

    /// Ends a control string that was Alt and a key, and other keys.
    private mutating func endAsKeys() -> [Key] {
        let bytes = string
        string = []
        state = .ground
        guard let opener = bytes.first else { return [] }
        return withPrefix(.alt(Unicode.Scalar(opener))) + bytes.dropFirst().flatMap { decode($0) }
    }

    /// True where a terminal's answer can begin so: OSC and a number, DCS as of DECRQSS, XTVERSION and XTGETTCAP, kitty's graphics.
    private static func mayAnswer(_ string: [UInt8]) -> Bool {
        guard string.count > 1 else { return true }
        let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= string[1]
        switch string[0] {
        case UInt8(ascii: "]"): return isDigit
        case UInt8(ascii: "P"): return isDigit || ">!+$=?|".utf8.contains(string[1])
        case UInt8(ascii: "_"): return string[1] == UInt8(ascii: "G")
        default: return false
        }
    }

    private mutating func endEscape() -> [Key] {
        defer { hasPrefix = false }
        return hasPrefix ? [.escape, .escape] : [.escape]
    }

    private mutating func afterEscape(_ byte: UInt8) -> [Key] {
        switch byte {
        case UInt8(ascii: "["): state = .controlSequence([])
        case UInt8(ascii: "O"): state = .singleShift
        case _ where Self.stringBeginnings.contains(byte) && !isSeparate:
            state = .controlString
            string = [byte]
        case Self.escape:
            defer { isSeparate = false }
            if isSeparate || hasPrefix { return endEscape() }
            hasPrefix = true
        case 0x20...0x7F where !isSeparate:
            state = .ground
            return (hasPrefix ? [.escape] : []) + [.alt(Unicode.Scalar(byte))]
        case 0x0D where !isSeparate:
            state = .ground
            return [.alt("\r")]
        case 0x08 where !isSeparate:
            state = .ground
            return [.alt("\u{7F}")]
        default:
            // Ctrl-C and other controls are themselves, with Alt or without.
            state = .ground
            return (isSeparate ? endEscape() : []) + ground(byte)
        }
        return []
    }

    /// Keys of single shifts to which Alt adds nothing.
    private static let withoutAlt: Set<Key> = [.enter, .wordLeft, .wordRight]
    /// The answer to ``ControlSequence/askForPictures`` of terminals with kitty's graphics.
    private static let graphicsReport = Array("_Gi=31;OK".utf8)
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
            return finish(KeySequence.meaning(of: parameters, final: byte))
        }
    }

    private mutating func finish(_ meaning: KeySequence.Meaning) -> [Key] {
        switch meaning {
        case .key(let key): return withPrefix(key)
        case .nothing: return withPrefix(nil)
        case .beginPaste:
            paste = PasteBuffer()
            state = .paste
            return withPrefix(nil)
        }
    }

    /// The key after two ESC. The first is Alt where the key has a meaning with it, else a key of its own: a reply of the terminal or
    /// another key has followed it.
    private mutating func withPrefix(_ key: Key?) -> [Key] {
        defer { hasPrefix = false }
        guard hasPrefix else { return [key].compactMap(\.self) }
        if let key = key?.withAlt { return [key] }
        return [.escape] + [key].compactMap(\.self)
    }

    private mutating func endPaste() -> [Key] {
        defer { paste = PasteBuffer() }
        state = .ground
        return [.paste(paste.text)]
    }
}

/// The bytes of a bracketed paste, up to `ESC [ 201 ~`.
struct PasteBuffer: Equatable, Sendable {
    /// Bytes; those beyond are dropped. A search takes less (``TextField/limit``), and shows a notice.
    static let limit = 1 << 20
    private static let ending = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    /// Bytes of the ending so far.
    private var matched = 0

    /// - Returns: whether the paste has ended with this byte.
    mutating func append(_ byte: UInt8) -> Bool {
        if byte == Self.ending[matched] {
            matched += 1
            return matched == Self.ending.count
        }
        keep(Self.ending[..<matched])
        matched = byte == Self.ending[0] ? 1 : 0
        if matched == 0 { keep([byte]) }
        return false
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    private mutating func keep(_ new: some Collection<UInt8>) {
        if bytes.count + new.count <= Self.limit { bytes += new }
    }
}

/// A terminal's answer about its background: OSC 11 ; rgb:RRRR/GGGG/BBBB (xterm), with one to four digits each.
enum BackgroundReport {
    /// - Parameter string: the control string without its end, from `]` on.
    /// - Returns: nil when it is not such a reply.
    static func isLight(_ string: [UInt8]) -> Bool? {
        let start = Array("]11;rgb".utf8)
        guard string.starts(with: start) else { return nil }
        // rgba has an alpha at the end.
        let parts = String(decoding: string[start.count...], as: UTF8.self).split(
            separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].isEmpty || parts[0] == "a" else { return nil }
        let levels = parts[1].split(separator: "/", omittingEmptySubsequences: false).map(level)
        guard levels.count == 3 || levels.count == 4, let red = levels[0], let green = levels[1], let blue = levels[2]
        else { return nil }
        // As bright as an eye sees it (ITU-R BT.709).
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5
    }

    /// The level of a primary colour, from 0 to 1.
    private static func level(_ digits: Substring) -> Double? {
        guard 1...4 ~= digits.utf8.count, let value = UInt16(digits, radix: 16) else { return nil }
        return Double(value) / Double(1 << (4 * digits.utf8.count) - 1)
    }
}
