/// A key pressed during a replay.
package enum ReplayKey: Equatable, Sendable {
    case control(Transport.Control)
    case quit

    /// Decodes a terminal's input and skips other keys. Sequences are expected whole, as terminals send them.
    package static func decode(_ bytes: [UInt8]) -> [ReplayKey] {
        var keys: [ReplayKey] = []
        var rest = bytes[...]
        while let first = rest.popFirst() {
            if first == 0x1B, let kind = rest.first, kind == UInt8(ascii: "[") || kind == UInt8(ascii: "O") {
                rest.removeFirst()
                // Parameters and intermediates of a control sequence (ECMA-48 5.4), then its final byte.
                while let next = rest.first, 0x20...0x3F ~= next { rest.removeFirst() }
                if let key = rest.popFirst().flatMap(arrow) { keys.append(key) }
            } else if let key = letter(first) {
                keys.append(key)
            }
        }
        return keys
    }

    private static func arrow(_ final: UInt8) -> ReplayKey? {
        switch final {
        case UInt8(ascii: "C"): .control(.next)
        case UInt8(ascii: "D"): .control(.previous)
        case UInt8(ascii: "H"): .control(.toBeginning)
        case UInt8(ascii: "F"): .control(.toEnd)
        default: nil
        }
    }

    private static func letter(_ byte: UInt8) -> ReplayKey? {
        switch byte {
        case UInt8(ascii: " "): .control(.playOrPause)
        case UInt8(ascii: "n"), UInt8(ascii: "l"): .control(.next)
        case UInt8(ascii: "b"), UInt8(ascii: "h"): .control(.previous)
        case UInt8(ascii: "+"), UInt8(ascii: "="): .control(.faster)
        case UInt8(ascii: "-"): .control(.slower)
        case UInt8(ascii: "g"): .control(.toBeginning)
        case UInt8(ascii: "G"): .control(.toEnd)
        // Ctrl-C and Ctrl-D, which are plain bytes in raw mode.
        case UInt8(ascii: "q"), 0x03, 0x04: .quit
        default: nil
        }
    }
}
