/// Subjects that end with an event's type.
package enum EventSubject {
    /// The prefix of all our subjects; further words follow a dash.
    package static let root = "vl"
    private static let longestType = 256

    /// - Returns: nil if the type cannot be part of a subject.
    package static func make(_ prefix: String, type: String) -> String? {
        isType(type) ? "\(prefix).\(type)" : nil
    }

    /// Whether a type consists of subject tokens: none empty, without blanks, control characters and wildcards.
    package static func isType(_ type: String) -> Bool {
        let bytes = type.utf8
        guard 1...longestType ~= bytes.count else { return false }
        if bytes.allSatisfy({ isWordByte($0) || $0 == UInt8(ascii: ".") }) { return hasWords(bytes) }
        return type.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
            !word.isEmpty
                && word.unicodeScalars.allSatisfy {
                    $0 != "*" && $0 != ">" && !$0.properties.isWhitespace
                        && $0.properties.generalCategory != .control
                }
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }

    /// Whether no two dots are adjacent, and none is at an end.
    private static func hasWords(_ bytes: String.UTF8View) -> Bool {
        var last = UInt8(ascii: ".")
        for byte in bytes {
            if byte == UInt8(ascii: "."), last == byte { return false }
            last = byte
        }
        return last != UInt8(ascii: ".")
    }
}
