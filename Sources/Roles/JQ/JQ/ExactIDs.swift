/// Ids that libjq cannot hold. Its numbers are doubles, so that of two ids beyond 2^53 both may become a third: they go in as strings.
/// No program computes with an id; all other numbers stay numbers.
enum ExactIDs {
    /// Numbers with fewer digits are below 2^53.
    private static let fewestDigits = 16
    private static let highest: UInt64 = 1 << 53

    /// - Parameter json: valid.
    /// - Returns: the text with quotes around long integers that are members called `id`, `user_id`, `parentId` and the like.
    static func quoted(_ json: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var (at, copied) = (0, 0)
        /// The last string, without its quotes.
        var name = 0..<0
        while at < json.count {
            switch json[at] {
            case UInt8(ascii: "\""):
                let start = at + 1
                at = start
                while at < json.count, json[at] != UInt8(ascii: "\"") { at += json[at] == UInt8(ascii: "\\") ? 2 : 1 }
                name = start..<min(at, json.count)
                at += 1
            case UInt8(ascii: "-"), 0x30...0x39:
                let start = at
                while at < json.count, isPartOfNumber(json[at]) { at += 1 }
                guard at - start >= fewestDigits, isTooLong(json[start..<at]), isID(json[name]),
                    follows(name.upperBound + 1, start, in: json)
                else { continue }
                output += json[copied..<start] + [UInt8(ascii: "\"")] + json[start..<at] + [UInt8(ascii: "\"")]
                copied = at
            default: at += 1
            }
        }
        return copied == 0 ? json : output + json[copied...]
    }

    private static func isPartOfNumber(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte
            || [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")]
                .contains(byte)
    }

    /// An integer that a double may not hold.
    private static func isTooLong(_ number: ArraySlice<UInt8>) -> Bool {
        let digits = number.first == UInt8(ascii: "-") ? number.dropFirst() : number
        guard digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return false }
        return UInt64(String(decoding: digits, as: UTF8.self)).map { $0 > highest } ?? true
    }

    private static func isID(_ name: ArraySlice<UInt8>) -> Bool {
        let name = String(decoding: name, as: UTF8.self)
        return ["id", "Id", "ID"].contains(name) || ["_id", "-id", "_ID", "Id", "ID"].contains(where: name.hasSuffix)
    }

    /// True if only a colon is between.
    private static func follows(_ start: Int, _ end: Int, in json: [UInt8]) -> Bool {
        guard start <= end else { return false }
        let between = json[start..<end].filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return between == [UInt8(ascii: ":")]
    }
}
