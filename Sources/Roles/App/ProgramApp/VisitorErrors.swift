import Languages

/// The failure of a call, as visitors of `viperline serve` read it: a number. A program's words are for its operator, who finds them in the log
/// by that number; they may have paths, addresses and passwords.
struct VisitorErrors {
    let isForVisitors: Bool

    /// The number of an error; equal errors have the same one.
    private static func number(of message: String) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in message.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return String(hash % 0xFFFF_FFFF, radix: 16)
    }

    /// The message as the user reads it.
    func text(of message: String, _ words: Words) -> String {
        isForVisitors
            ? words("Error %. Whoever runs this finds the reason in the log.", Self.number(of: message)) : message
    }

    /// The message as the log has it.
    func remarks(on message: String) -> [AppEffect] {
        isForVisitors ? [.remark("error \(Self.number(of: message)): \(message)")] : []
    }
}
