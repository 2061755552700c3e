/// Finds where a JSON value ends while it comes, without looking at any byte twice. What is between is not checked.
struct JSONExtent: Sendable {
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var hasBegun = false

    /// - Returns: how many of these bytes belong to the value, once its end is among them.
    mutating func end(in bytes: some Collection<UInt8>) -> Int? {
        for (offset, byte) in bytes.enumerated() {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                hasBegun = true
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if hasBegun, depth <= 0 { return offset + 1 }
            default: continue
            }
        }
        return nil
    }
}
