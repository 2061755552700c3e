import JSON

/// The state that a join's successor needs.
///
/// A snapshot is written before the lines that it contains. The bus counts the lines after a snapshot, and drops as many of a
/// successor's first ones. The successor writes these lines again, so each is on the bus once, wherever the process died.
struct JoinSnapshot: JSONCodable, Equatable {
    var incarnation: String
    /// The last event of the bus before those that the bus sends a successor; nil for none.
    var place: BusPlace?
    /// The states before this place that are still the newest.
    var states: [State] = []
    /// How far the others are with this join's lines.
    var links: [Link] = []
    /// How far this join is with the others' lines, including `lines`.
    var progress: JoinProgress = JoinProgress()
    /// The others' lines that this progress skips.
    var losses: [Loss] = []
    /// The lines to be written next.
    var lines: [JSONBytes] = []
    /// Instead of `lines`, a line too long for a snapshot. It is not in `progress`.
    var next: Next?

    struct Next: JSONCodable, Equatable {
        var origin: LineOrigin
        var type: String
    }

    struct State: JSONCodable, Equatable {
        var position: UInt64
        var line: JSONBytes
    }

    /// A ``SendLink``.
    struct Link: JSONCodable, Equatable {
        var receiver: JoinID
        var takes: [String]
        var acknowledged: UInt64
        var begins: UInt64
        /// Dropped lines behind `gap`, newest states included.
        var lost: UInt64
        var gap: UInt64?
    }
}
