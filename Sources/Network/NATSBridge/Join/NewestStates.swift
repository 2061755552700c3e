struct SentLine: Equatable {
    /// Counts the lines that come from the bus, from 1.
    let position: UInt64
    /// The bytes of all lines up to this one.
    let offset: UInt64
    let type: String
    /// The line without its LF.
    let bytes: [UInt8]
}

/// The newest line of each type and subject that is a state, for joins that come later.
struct NewestStates {
    private struct Key: Hashable {
        let type: String
        let subject: String?
    }

    private var states: [Key: SentLine] = [:]
    /// Oldest first, with entries of replaced states, but not as the first one.
    private var order: ArraySlice<(key: Key, position: UInt64)> = []
    private var bytes = 0

    /// The oldest states are forgotten beyond these.
    static let mostStates = 10_000
    static let mostBytes = 16 << 20

    mutating func set(_ line: SentLine, subject: String?) {
        let key = Key(type: line.type, subject: subject)
        bytes += line.bytes.count - (states.updateValue(line, forKey: key)?.bytes.count ?? 0)
        order.append((key, line.position))
        skip()
        while states.count > Self.mostStates || bytes > Self.mostBytes, let first = order.first {
            bytes -= states.removeValue(forKey: first.key)?.bytes.count ?? 0
            skip()
        }
        guard order.count > 2 * states.count + 64 else { return }
        order = states.map { (key: $0.key, position: $0.value.position) }.sorted { $0.position < $1.position }[...]
    }

    private mutating func skip() {
        while let first = order.first, states[first.key]?.position != first.position { order.removeFirst() }
    }

    var oldest: UInt64? { order.first?.position }

    /// The states in this range, oldest first.
    func lines(after position: UInt64, upTo last: UInt64) -> [SentLine] {
        guard position < last, let oldest, oldest <= last else { return [] }
        return states.values.filter { $0.position > position && $0.position <= last }
            .sorted { $0.position < $1.position }
    }

    /// The oldest states up to a position, of so many bytes at most.
    func oldest(upTo last: UInt64, bytes most: Int) -> [SentLine] {
        var found: [SentLine] = []
        var rest = most
        for entry in order {
            guard entry.position <= last, let state = states[entry.key], rest >= state.bytes.count else { break }
            guard state.position == entry.position else { continue }
            rest -= state.bytes.count
            found.append(state)
        }
        return found
    }
}
