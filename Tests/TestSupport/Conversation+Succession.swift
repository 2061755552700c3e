import Foundation
package import Wire

extension Conversation {
    /// Replaces the role by a successor with the first one's state, at each place of the conversation in turn, and
    /// compares it with a role that receives the whole conversation.
    /// - Returns: the difference, or nil.
    package func checkSuccession(from first: some Role, to successor: some Role) throws -> String? {
        let events = try readableInput()
        for cut in 0...events.count {
            var (whole, other) = (first, successor)
            _ = whole.start()
            for event in events.prefix(cut) { _ = Self.answers(of: &whole, to: event) }
            try other.restore(Self.restoring(whole))
            guard other.snapshot() == whole.snapshot() else { return "after \(cut) events: it took over another state" }
            for (place, event) in events.enumerated().dropFirst(cut) {
                let (wanted, actual) = (Self.answers(of: &whole, to: event), Self.answers(of: &other, to: event))
                guard wanted == actual else {
                    return "after \(cut) events: event \(place + 1): \(Self.text(actual)), not \(Self.text(wanted))"
                }
            }
            guard other.snapshot() == whole.snapshot() else { return "after \(cut) events: it ends in another state" }
        }
        return nil
    }

    package static func restoring(_ role: some Role) -> Event {
        var restore = Event(type: ProcessInput.Restore.type)
        restore.data = role.snapshot() ?? []
        return restore
    }

    /// The lines that are events, each with an id, as on a bus.
    private func readableInput() throws -> [Event] {
        let lines = try input().split(separator: "\n").compactMap { try? Event(line: String($0)) }
        return lines.enumerated().map { number, line in
            var event = line
            if event.id.isEmpty { event.id = "line-\(number + 1)" }
            return event
        }
    }

    private static func answers(of role: inout some Role, to event: Event) -> [Event] {
        (try? role.receive(event)) ?? []
    }

    private static func text(_ events: [Event]) -> String {
        events.map { String(decoding: $0.line, as: UTF8.self) }.joined()
    }
}
