/// JSON as editors write it: with comments, commas before closing brackets, and a byte order mark.
enum RelaxedJSON {
    /// The text as plain JSON: every byte stays where it is, and blanks stand in the place of what plain JSON does not know.
    static func blanked(_ text: [UInt8]) -> [UInt8] {
        var output = text
        var comma: Int?
        var at = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        for index in 0..<at { output[index] = blank }
        while at < text.count {
            switch text[at] {
            case UInt8(ascii: "\""):
                comma = nil
                at = endOfString(text, at)
            case UInt8(ascii: "/"):
                let end = endOfComment(text, at)
                for index in at..<end where text[index] != 0x0A && text[index] != 0x0D { output[index] = blank }
                if end == at { comma = nil }
                at = max(end, at + 1)
            case UInt8(ascii: ","):
                comma = at
                at += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if let comma { output[comma] = blank }
                comma = nil
                at += 1
            case blank, 0x09, 0x0A, 0x0D: at += 1
            default:
                comma = nil
                at += 1
            }
        }
        return output
    }

    private static let blank = UInt8(ascii: " ")

    private static func endOfString(_ text: [UInt8], _ start: Int) -> Int {
        var at = start + 1
        while at < text.count, text[at] != UInt8(ascii: "\"") { at += text[at] == UInt8(ascii: "\\") ? 2 : 1 }
        return min(at + 1, text.count)
    }

    /// Behind the comment that begins there; `start` if none does.
    private static func endOfComment(_ text: [UInt8], _ start: Int) -> Int {
        guard start + 1 < text.count else { return start }
        switch text[start + 1] {
        case UInt8(ascii: "/"): return text[start...].firstIndex(of: 0x0A) ?? text.count
        case UInt8(ascii: "*"):
            var at = start + 2
            while at + 1 < text.count {
                if text[at] == UInt8(ascii: "*"), text[at + 1] == UInt8(ascii: "/") { return at + 2 }
                at += 1
            }
            return start
        default: return start
        }
    }
}
