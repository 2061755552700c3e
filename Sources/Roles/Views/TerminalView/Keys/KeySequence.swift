import ScreenModel

/// Meanings of the sequences of a terminal's keys (ECMA-48, xterm, rxvt).
enum KeySequence {
    /// CSI, parameters, a final byte.
    enum Meaning: Equatable {
        case key(Key)
        /// A bracketed paste follows.
        case beginPaste
        /// A reply, or a key that has no meaning here.
        case nothing
    }

    /// - Parameter parameters: the bytes between CSI and the final byte.
    static func meaning(of parameters: [UInt8], final: UInt8) -> Meaning {
        if parameters.first == UInt8(ascii: "<"), final == UInt8(ascii: "M") || final == UInt8(ascii: "m") {
            let event = MouseEvent(report: parameters.dropFirst(), isRelease: final == UInt8(ascii: "m"))
            return event.map { .key(.mouse($0)) } ?? .nothing
        }
        // Terminals that know mode 2031 report when their colours change.
        if final == UInt8(ascii: "n"), parameters.starts(with: "?997;".utf8), let last = parameters.last {
            return .key(.background(isLight: last == UInt8(ascii: "2")))
        }
        // Primary device attributes; 4 means sixels. The first number is the kind of terminal.
        if final == UInt8(ascii: "c"), parameters.first == UInt8(ascii: "?") {
            let attributes = parameters.dropFirst().split(separator: UInt8(ascii: ";")).dropFirst()
            return attributes.contains { $0.elementsEqual([UInt8(ascii: "4")]) } ? .key(.pictures(.sixel)) : .nothing
        }
        // Private parameters (`<`, `=`, `>`, `?`) belong to replies.
        if let first = parameters.first, 0x3C...0x3F ~= first { return .nothing }
        let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        switch final {
        case UInt8(ascii: "Z"): return .key(.backTab)
        case UInt8(ascii: "n"): return numbers == ["0"] ? .key(.statusReport) : .nothing
        case UInt8(ascii: "~"):
            // The first number is the key, the second its modifier.
            let number = numbers.first ?? ""
            return number == "200" ? .beginPaste : numberedKeys[number].map { .key($0) } ?? .nothing
        default:
            if let key = wordKeys[final], let modifier = numbers.last, wordModifiers.contains(modifier) {
                return .key(key)
            }
            return cursorKeys[final].map { .key($0) } ?? .nothing
        }
    }

    /// ESC O and one byte (SS3).
    static func singleShiftKey(_ byte: UInt8) -> Key? {
        // rxvt sends lower-case letters with Ctrl.
        if byte & 0x20 != 0, let key = wordKeys[byte & ~0x20] { return key }
        if UInt8(ascii: "P")...UInt8(ascii: "S") ~= byte { return .function(Int(byte) - 0x4F) }
        return byte == UInt8(ascii: "M") ? .enter : cursorKeys[byte]
    }

    private static let numberedKeys: [String: Key] = [
        "1": .home, "2": .insert, "3": .delete, "4": .end, "5": .pageUp, "6": .pageDown, "7": .home, "8": .end,
        "11": .function(1), "12": .function(2), "13": .function(3), "14": .function(4), "15": .function(5),
        "17": .function(6), "18": .function(7), "19": .function(8), "20": .function(9), "21": .function(10),
        "23": .function(11), "24": .function(12),
    ]

    /// xterm's modifiers with Alt or Ctrl: 1, plus a bit each for Shift, Alt and Ctrl.
    private static let wordModifiers: Set<String> = ["3", "4", "5", "6", "7", "8"]

    private static let cursorKeys: [UInt8: Key] = [
        0x41: .up, 0x42: .down, 0x43: .right, 0x44: .left, 0x48: .home, 0x46: .end,
    ]

    private static let wordKeys: [UInt8: Key] = [0x43: .wordRight, 0x44: .wordLeft]
}

/// A key, or text that came at once.
package enum Key: Hashable, Sendable {
    /// A scalar of typed text; a composed character may come as several.
    case text(Unicode.Scalar)
    /// A letter with Ctrl, in lower case.
    case control(Unicode.Scalar)
    /// A character with Alt (Meta); U+007F is Backspace.
    case alt(Unicode.Scalar)
    /// A bracketed paste, as it came.
    case paste(String)
    case enter, escape, tab, backTab, backspace, delete, insert
    /// F1 to F12.
    case function(Int)
    case up, down, left, right, home, end, pageUp, pageDown
    /// ← and → with Ctrl or Alt.
    case wordLeft, wordRight
    case mouse(MouseEvent)
    /// The terminal's answer to ``ControlSequence/askForStatus``; no key.
    case statusReport
    /// The terminal's report of its background, requested or not; no key.
    case background(isLight: Bool)
    /// A format of pictures that the terminal reports; no key.
    case pictures(PictureFormat)

    /// Name in the help; nil for what is not a key or has no name. Esc leaves something, and nothing is left where it has no meaning.
    var name: String? {
        switch self {
        case .text(let scalar): DeclaredKey(String(scalar))?.name
        case .function(let number): "F\(number)"
        case _ where Self.names[self] != nil: Self.names[self]
        case .control(let letter): "^" + String(letter).uppercased()
        case .alt(let scalar): DeclaredKey(String(scalar)).map { "Alt-\($0.name)" }
        default: nil
        }
    }

    private static let names: [Key: String] = [
        .alt("\u{7F}"): "Alt-⌫", .alt("\r"): "Alt-⏎", .control("@"): "^Space", .enter: "⏎", .tab: "Tab",
        .backTab: "⇧Tab",
        .backspace: "⌫", .delete: "Del", .insert: "Ins", .up: "↑", .down: "↓", .left: "←", .right: "→", .home: "Home",
        .end: "End", .pageUp: "PgUp", .pageDown: "PgDn", .wordLeft: "^←", .wordRight: "^→",
    ]

    /// The same key with Alt, where Alt is sent as an ESC before the key's own sequence.
    var withAlt: Key? { self == .left ? .wordLeft : self == .right ? .wordRight : nil }

    /// True for what comes from the terminal rather than from the user.
    var isAnswer: Bool {
        switch self {
        case .statusReport, .background, .pictures: true
        default: false
        }
    }
}

extension Key: ExpressibleByUnicodeScalarLiteral {
    package init(unicodeScalarLiteral scalar: Unicode.Scalar) { self = .text(scalar) }
}
