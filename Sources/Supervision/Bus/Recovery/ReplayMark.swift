/// Marks an event that an earlier process of its receiver was sent too, with `"replayed":true`.
///
/// The mark stands behind the version, where all complete lines have the same bytes. Only the bus sets it: it is removed from
/// what services write (``EventCompletion``). So it is found and removed by comparing bytes.
enum ReplayMark {
    private static let version = Array(#"{"specversion":"1.0","#.utf8)
    private static let mark = Array(#""replayed":true,"#.utf8)

    /// - Parameter line: complete, without a mark.
    static func marked(_ line: [UInt8]) -> [UInt8] {
        guard line.starts(with: version) else { return line }
        return version + mark + line[version.count...]
    }

    static func isMarked(_ line: [UInt8]) -> Bool {
        line.starts(with: version) && line[version.count...].starts(with: mark)
    }

    static func unmarked(_ line: [UInt8]) -> [UInt8] {
        isMarked(line) ? version + line[(version.count + mark.count)...] : line
    }
}
