import Wire

/// The line that a successor is sent first: the last snapshot of its predecessor.
enum RestoreLine {
    private static let head = Array(#"{"specversion":"1.0","type":"\#(ProcessInput.Restore.type)""#.utf8)

    static func make(of snapshot: [UInt8]) -> Journal.Line {
        var restore = Event(type: ProcessInput.Restore.type)
        restore.source = SessionLog.ownName
        restore.id = "restore"
        restore.data = snapshot
        return restore.line
    }

    /// Leaves out an older restore line, which a process that died at once had not even read.
    static func without(_ lines: [Journal.Line]) -> [Journal.Line] { lines.filter { !$0.starts(with: head) } }
}
