import Wire

/// Input and requests that a service leaves behind when it has ended for good: no process of it will read or answer them.
struct Leftover: Equatable {
    /// How many events of each sender were never delivered, in the order in which the senders come.
    private(set) var events: [(sender: String, count: Int)] = []
    /// How many requests are unanswered; some of them may be among the events.
    var requests = 0

    /// - Parameter undelivered: lines, each with its LF. A line that an earlier process of the service was sent too was delivered
    ///   to that one, and what the supervisor has written concerns the process alone.
    init(undelivered: [[UInt8]], requests: Int) {
        self.requests = requests
        for line in undelivered where !ReplayMark.isMarked(line) {
            let bytes = line.dropLast()
            guard let layout = try? EnvelopeScanner.scan(bytes.span),
                let sender = try? layout.text(.source, in: bytes.span), sender != SessionLog.ownName
            else { continue }
            note(sender)
        }
    }

    private mutating func note(_ sender: String) {
        if let place = events.firstIndex(where: { $0.sender == sender }) {
            events[place].count += 1
        } else {
            events.append((sender, 1))
        }
    }

    var isEmpty: Bool { events.isEmpty && requests == 0 }

    static func == (one: Leftover, other: Leftover) -> Bool {
        one.requests == other.requests && one.events.elementsEqual(other.events, by: ==)
    }
}

extension Leftover: CustomStringConvertible {
    var description: String {
        let senders = events.map { "\($0.count) event\($0.count == 1 ? "" : "s") from \($0.sender)" }
        let lost =
            senders.isEmpty
            ? nil
            : senders.joined(separator: ", ") + (events.map(\.count) == [1] ? " was" : " were") + " never delivered"
        let open = requests == 0 ? nil : "\(requests) request\(requests == 1 ? " is" : "s are") unanswered"
        return [lost, open].compactMap(\.self).joined(separator: ", and ")
    }
}
