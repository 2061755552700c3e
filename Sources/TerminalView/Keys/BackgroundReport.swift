/// A terminal's answer about its background: OSC 11 ; rgb:RRRR/GGGG/BBBB (xterm), with one to four digits each.
enum BackgroundReport {
    /// - Parameter string: the control string without its end, from `]` on.
    /// - Returns: nil when it is no such answer.
    static func isLight(_ string: [UInt8]) -> Bool? {
        let start = Array("]11;rgb".utf8)
        guard string.starts(with: start) else { return nil }
        // rgba has an alpha at the end.
        let parts = String(decoding: string[start.count...], as: UTF8.self).split(
            separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].isEmpty || parts[0] == "a" else { return nil }
        let levels = parts[1].split(separator: "/", omittingEmptySubsequences: false).map(level)
        guard levels.count == 3 || levels.count == 4, let red = levels[0], let green = levels[1], let blue = levels[2]
        else { return nil }
        // As bright as an eye sees it (ITU-R BT.709).
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5
    }

    /// From 0 to 1.
    private static func level(_ digits: Substring) -> Double? {
        guard 1...4 ~= digits.utf8.count, let value = UInt16(digits, radix: 16) else { return nil }
        return Double(value) / Double(1 << (4 * digits.utf8.count) - 1)
    }
}
