/// What a program prints, by its first bytes: JSON begins as an object with members, or as an array of objects or texts. Anything
/// else is plain lines, such as a log's `[info] …` or a C program's `{`.
enum OutputFormat: Equatable {
    case json, lines

    /// - Parameter isWhole: whether nothing follows.
    /// - Returns: nil while more bytes are needed.
    static func of(_ output: some Collection<UInt8>, isWhole: Bool) -> OutputFormat? {
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        var rest = output[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        rest = rest.drop(while: blanks.contains)
        guard let first = rest.popFirst() else { return isWhole ? .lines : nil }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return .lines }
        guard let next = rest.first(where: { !blanks.contains($0) }) else { return isWhole ? .lines : nil }
        switch (first, next) {
        case (UInt8(ascii: "{"), UInt8(ascii: "\"")), (UInt8(ascii: "{"), UInt8(ascii: "}")),
            (UInt8(ascii: "["), UInt8(ascii: "\"")), (UInt8(ascii: "["), UInt8(ascii: "{")),
            (UInt8(ascii: "["), UInt8(ascii: "]")):
            return .json
        default: return .lines
        }
    }
}
