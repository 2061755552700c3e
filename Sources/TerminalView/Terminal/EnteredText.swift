import Wire

/// What a person types, as events for the recording of the session. A character is held back until all of its bytes have
/// been read.
struct EnteredText {
    private var pending: [UInt8] = []

    /// - Returns: the event for the whole characters so far; nil when there are none.
    mutating func take(_ bytes: some Sequence<UInt8>) -> Event? {
        pending += bytes
        let whole = pending.count - Self.begunCharacter(at: pending)
        guard whole > 0 else { return nil }
        defer { pending.removeFirst(whole) }
        return Self.event(String(decoding: pending[..<whole], as: UTF8.self))
    }

    static func event(_ text: String) -> Event {
        Event(ProcessOutput.Entered.type, ProcessOutput.Entered(text: text))
    }

    /// The number of bytes at the end that are the beginning of an unfinished character.
    private static func begunCharacter(at bytes: [UInt8]) -> Int {
        for (index, byte) in bytes.suffix(3).reversed().enumerated() {
            let length = index + 1
            switch byte {
            case 0x80...0xBF: continue
            case 0xC0...0xDF: return length < 2 ? length : 0
            case 0xE0...0xEF: return length < 3 ? length : 0
            case 0xF0...0xF7: return length < 4 ? length : 0
            default: return 0
            }
        }
        return 0
    }
}
