import Recording
import Wire

/// A window of a cassette's next events.
struct EventWindow {
    private static let longest = 1_000
    private static let largest = 16 << 20

    private let source: () throws -> Passage?
    private let ids = KnownIDs()
    private var events: ArraySlice<ComparedEvent> = []
    private var bytes = 0
    private var hasEnded = false

    init(_ source: @escaping () throws -> Passage?) {
        self.source = source
    }

    mutating func first() throws -> ComparedEvent? {
        if events.isEmpty { try readOne() }
        return events.first
    }

    /// Fills the window.
    mutating func filled() throws -> ArraySlice<ComparedEvent> {
        while !hasEnded, events.count < Self.longest, bytes < Self.largest { try readOne() }
        return events
    }

    mutating func removeFirst(_ count: Int) {
        bytes -= events.prefix(count).reduce(0) { $0 + $1.event.data.count }
        events.removeFirst(count)
    }

    private mutating func readOne() throws {
        while !hasEnded {
            guard let passage = try source() else {
                hasEnded = true
                return
            }
            guard let event = ComparedEvent(passage, ids: ids) else { continue }
            events.append(event)
            bytes += event.event.data.count
            return
        }
    }
}
