import JSON
import Platform

struct BusPlace: JSONCodable, Equatable {
    var id: String
    var source: String
    /// Counts the lines that come from the bus, from 1.
    var position: UInt64
}

/// The lines that have come from the bus since the place that this join's snapshot names. The bus sends a successor everything behind that
/// place, so it moves on only when no other join needs these lines, and while they hold no newest state.
struct TakenLines {
    /// Oldest first.
    private var lines: ArraySlice<(place: BusPlace, bytes: Int)> = []
    private var bytes = 0
    private(set) var offset: UInt64 = 0
    private(set) var position: UInt64
    /// The place for the snapshot; nil for the beginning.
    private(set) var place: BusPlace?
    /// Lines that the place has passed since the last snapshot.
    private var unsaved = 0
    private var unsavedSince: Instant?

    /// Lines that are kept at the bus for the states in them alone.
    static let mostLines = 16_384
    static let mostBytes = 4 << 20
    static let savesEvery = 256
    static let savesAfter = Duration.milliseconds(250)

    init(after place: BusPlace? = nil) {
        self.place = place
        position = place?.position ?? 0
    }

    /// - Returns: nil after more lines than can be counted.
    mutating func append(_ line: BusLine) -> SentLine? {
        guard position < LineStamp.highest else { return nil }
        position += 1
        offset += UInt64(line.bytes.count)
        bytes += line.bytes.count
        let place = BusPlace(id: line.id ?? "", source: line.source ?? "", position: position)
        lines.append((place, line.bytes.count))
        return SentLine(position: position, offset: offset, type: line.type, bytes: line.bytes)
    }

    /// - Parameters:
    ///   - needed: the first line that another join needs.
    ///   - state: the oldest line that is a newest state.
    mutating func advance(needed: UInt64?, state: UInt64?, at now: Instant) {
        let count = lines.count
        while let line = lines.first {
            if let needed, line.place.position >= needed { break }
            if let state, line.place.position >= state, bytes <= Self.mostBytes, lines.count <= Self.mostLines {
                break
            }
            bytes -= line.bytes
            place = line.place
            lines.removeFirst()
        }
        guard lines.count < count else { return }
        unsaved += count - lines.count
        if unsavedSince == nil { unsavedSince = now }
    }

    mutating func didSave() { (unsaved, unsavedSince) = (0, nil) }

    var deadline: Instant? { unsavedSince.map { $0 + Self.savesAfter } }

    func isToSave(at now: Instant) -> Bool { unsaved >= Self.savesEvery || deadline.map { now >= $0 } ?? false }
}
