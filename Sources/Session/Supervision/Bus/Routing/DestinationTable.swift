import Platform
import Wire

/// The destinations of the types that one sender has used, found by the bytes of the type.
///
/// A sender that invents ever new types costs time, not memory: long types are not kept, and a full table is emptied.
struct DestinationTable {
    private struct Entry {
        let hash: UInt64
        let type: [UInt8]
        let destination: Destination
    }

    static let capacity = 4096
    /// Bytes of a type that is kept; a longer one is looked up again each time.
    static let longestType = 256
    private var entries: [Entry] = []
    /// Indices into `entries` by hash, with open addressing; a power of two, at least twice as many as entries.
    private var slots = [Int32](repeating: -1, count: 64)
    private var last = 0
    private let hash = SpellingHash()

    /// - Parameter type: as spelled in the line, between its quotes.
    mutating func destination(of type: UnsafeRawBufferPointer) -> Destination? {
        if last < entries.count, Self.isSame(entries[last].type, type) { return entries[last].destination }
        guard let found = find(type, hash(type)) else { return nil }
        last = found
        return entries[found].destination
    }

    mutating func keep(_ destination: Destination, for type: UnsafeRawBufferPointer) {
        guard type.count <= Self.longestType else { return }
        let hash = hash(type)
        guard find(type, hash) == nil else { return }
        if entries.count == Self.capacity {
            entries.removeAll(keepingCapacity: true)
            resetSlots(count: slots.count)
        }
        entries.append(Entry(hash: hash, type: Array(type), destination: destination))
        if entries.count * 2 > slots.count {
            resetSlots(count: slots.count * 2)
        } else {
            place(entries.count - 1)
        }
    }

    private mutating func resetSlots(count: Int) {
        slots = [Int32](repeating: -1, count: count)
        for index in entries.indices { place(index) }
    }

    private mutating func place(_ index: Int) {
        var slot = Int(truncatingIfNeeded: entries[index].hash) & (slots.count - 1)
        while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = Int32(index)
    }

    private func find(_ type: UnsafeRawBufferPointer, _ hash: UInt64) -> Int? {
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if entries[index].hash == hash, Self.isSame(entries[index].type, type) { return index }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private static func isSame(_ one: [UInt8], _ other: UnsafeRawBufferPointer) -> Bool {
        guard one.count == other.count, let base = other.baseAddress else { return false }
        return memcmp(one, base, one.count) == 0
    }
}

/// The receivers of the lines of one type that one sender writes.
final class Destination {
    let type: String
    let receivers: [Port]
    /// Lines of this type are states: only the newest of each subject matters.
    let isState: Bool
    private let stateHead: [UInt8]
    private let hash = SpellingHash()

    init(type: String, receivers: [Port], isState: Bool) {
        self.type = type
        self.receivers = receivers
        self.isState = isState
        stateHead = StateKey.head(of: type)
    }

    /// True if lines of the other type have the same receivers and none of them are states.
    func isParallel(to other: Destination) -> Bool {
        !isState && !other.isState && receivers.count == other.receivers.count
            && zip(receivers, other.receivers).allSatisfy { $0 === $1 }
    }

    /// The states of a run that no later one of it supersedes; nil for a destination that carries none.
    func newestStates(of run: LineRun) -> [NewState]? {
        guard isState, !run.lines.isEmpty else { return nil }
        var subjects = SpellingSet(hash, most: run.lines.count)
        var newest: [NewState] = []
        for line in run.lines.reversed() {
            let subject = AttributeText(run.bytes(of: line), line.layout[.subject])
            guard subjects.insert(subject?.spelling) else { continue }
            newest.append(NewState(range: line.range, key: StateKey(stateHead, subject: subject)))
        }
        return newest.reversed()
    }
}

/// A state on its way to the queues.
struct NewState {
    /// The place of the line in ``LineRun/bytes``, with its LF.
    let range: Range<Int>
    let key: StateKey
}
