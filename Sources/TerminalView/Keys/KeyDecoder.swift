/// Turns the bytes of a terminal into keys, one byte at a time, so that a sequence may come in pieces.
///
/// ESC begins sequences and is a key as well: while ``isWaiting``, the caller waits a moment for more, then calls
/// ``timeout()``. Replies, mouse reports and whatever else is unknown are swallowed whole.
package struct KeyDecoder: Sendable {
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
        case skipping(Int)
        case paste([UInt8])
    }

    private var state = State.ground
    private static let escape: UInt8 = 0x1B
    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    private static let pasteLimit = 1 << 16
    private static let parameterLimit = 64

    package init() {}

    /// A sequence has begun that more bytes may complete.
    package var isWaiting: Bool {
        switch state {
        case .ground, .paste: false
        default: true
        }
    }

    package mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] { bytes.flatMap { decode($0) } }

    /// Nothing has followed: what looked like the beginning of a sequence was typed.
    package mutating func timeout() -> [Key] {
        guard isWaiting else { return [] }
        defer { state = .ground }
        switch state {
        case .escape: return [.escape]
        case .singleShift: return [.escape, "O"]
        case .controlSequence(let parameters) where parameters.isEmpty: return [.escape, "["]
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
            return Self.cursorKey(byte).map { [$0] } ?? (byte == UInt8(ascii: "M") ? [.enter] : [])
        case .controlSequence(let parameters): return controlSequence(parameters, byte)
        case .controlString:
            // ESC \ ends it as well: the ESC does, and the backslash is swallowed after it.
            if byte == 0x07 { state = .ground }
            if byte == Self.escape { state = .skipping(1) }
        case .skipping(let count): state = count > 1 ? .skipping(count - 1) : .ground
        case .paste(let bytes): return paste(bytes, byte)
        }
        return []
    }

    private mutating func ground(_ byte: UInt8) -> [Key] {
        switch byte {
        case Self.escape: state = .escape
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
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            state = .controlString
        case Self.escape: return [.escape]
        default:
            // No Alt keys are bound, so this is Esc, with another key right behind it.
            state = .ground
            return [.escape] + ground(byte)
        }
        return []
    }

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
            state = .escape
            return []
        default:
            state = .ground
            return finish(parameters, final: byte)
        }
    }

    private mutating func finish(_ parameters: [UInt8], final: UInt8) -> [Key] {
        // Private parameters (`<`, `=`, `>`, `?`) belong to replies.
        if let first = parameters.first, 0x3C...0x3F ~= first { return [] }
        switch final {
        case UInt8(ascii: "Z"): return [.backTab]
        case UInt8(ascii: "~"):
            // The first number is the key, the second one a modifier.
            let number = String(decoding: parameters.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
            if number == "200" { state = .paste([]) }
            return Self.numberedKeys[number].map { [$0] } ?? []
        default: return Self.cursorKey(final).map { [$0] } ?? []
        }
    }

    private mutating func paste(_ bytes: [UInt8], _ byte: UInt8) -> [Key] {
        var bytes = bytes
        state = .ground  // Lets the bytes be appended in place.
        bytes.append(byte)
        if bytes.suffix(Self.pasteEnd.count) == Self.pasteEnd[...] {
            return [.paste(String(decoding: bytes.dropLast(Self.pasteEnd.count), as: UTF8.self))]
        }
        // What is over the limit is dropped, all but the end, which may be the beginning of the closing bracket.
        if bytes.count > Self.pasteLimit { bytes.remove(at: Self.pasteLimit - Self.pasteEnd.count) }
        state = .paste(bytes)
        return []
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
}
