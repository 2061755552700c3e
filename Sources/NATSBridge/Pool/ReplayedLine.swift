import Wire

/// A request that may have been sent to another process before, marked as the bus does it.
enum ReplayedLine {
    private static let mark = Array(#""replayed":true,"#.utf8)

    static func mark(_ line: BusLine) -> [UInt8] {
        guard let layout = try? EnvelopeScanner.scan(line.bytes.span), layout[.replayed] == nil,
            let brace = line.bytes.firstIndex(of: UInt8(ascii: "{"))
        else { return line.bytes }
        return line.bytes[...brace] + mark + line.bytes[(brace + 1)...]
    }
}
