import JSON

/// The state that a join's successor needs.
///
/// A snapshot is written before the lines that it contains. The bus counts the lines after a snapshot, and drops as many of a
/// successor's first ones. The successor writes these lines again, so each is on the bus once, wherever the process died.
struct JoinSnapshot: JSONCodable, Equatable {
    var incarnation: String
    /// The last event of the bus that the server has stored, together with all before it; nil for none.
    var stored: SentLines.Origin?
    /// The last line of each type at that event.
    var types: [String: StampCounter.Last] = [:]
    /// Progress including `lines`.
    var progress: JoinProgress = JoinProgress()
    /// The backlogs of this join's lines at the others, by their names.
    var backlogs: [String: PeerWindows.Backlog] = [:]
    /// The lines to be written next.
    var lines: [RawLine] = []
    /// Instead of `lines`, a line too long for a snapshot: its sender and position. It is not in `progress`.
    var next: LineReference?

    init(incarnation: String) { self.incarnation = incarnation }

    struct LineReference: JSONCodable, Equatable {
        var name: String
        var incarnation: String
        var position: UInt64
    }

    /// A line, byte for byte.
    struct RawLine: JSONCodable, Equatable {
        let bytes: [UInt8]

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        init(from reader: inout JSONReader) throws(JSONError) {
            let range = try reader.skipValue()
            bytes = reader.bytes(range)
        }

        func write(to writer: inout JSONWriter) { writer.json(bytes) }
    }
}
