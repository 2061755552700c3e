package import Recording
import Wire

/// Counts a recorded session's events in constant memory.
package struct CassetteStatistics: Sendable {
    /// Events, and their lines' bytes without LF.
    package struct Traffic: Equatable, Sendable {
        package var events = 0
        package var bytes = 0

        mutating func add(_ bytes: Int) {
            events += 1
            self.bytes += bytes
        }
    }

    package struct ServiceTraffic: Equatable, Sendable {
        package var sent = Traffic()
        package var received = Traffic()
    }

    package private(set) var total = Traffic()
    package private(set) var byType: [String: Traffic] = [:]
    package private(set) var byService: [String: ServiceTraffic] = [:]
    package private(set) var responses = ResponseTimes()
    /// The time of the last event, in seconds since the session began.
    package private(set) var duration = 0.0
    /// Events that passed unrecorded.
    package private(set) var missed = 0

    /// Types counted by name, and services too; a session has some dozens.
    package static let mostNames = 10_000
    /// The name for all others together.
    package static let others = "(others)"

    private let view: String

    /// - Parameter header: nil for a tap's output saved without a header.
    package init(header: CassetteHeader?) {
        view = header.view
        for service in (header?.services ?? [:]).keys.sorted().prefix(Self.mostNames) {
            byService[service] = ServiceTraffic()
        }
    }

    package mutating func count(_ line: CassetteReader.Line) {
        switch line {
        case .missed(let count): missed += count
        case .passage(let passage): count(passage)
        }
    }

    private mutating func count(_ passage: Passage) {
        let bytes = passage.event.count
        total.add(bytes)
        duration = max(duration, passage.time)
        byService[Self.name(passage.sender, in: byService), default: .init()].sent.add(bytes)
        for receiver in passage.receivers {
            byService[Self.name(receiver, in: byService), default: .init()].received.add(bytes)
        }
        guard let event = try? Event(line: passage.event.span) else { return }
        byType[Self.name(event.type, in: byType), default: .init()].add(bytes)
        responses.count(
            event, at: passage.time, from: passage.sender, view: view, isSeen: passage.receivers.contains(view))
    }

    private static func name<Count>(_ name: String, in counts: [String: Count]) -> String {
        counts.count < mostNames || counts[name] != nil ? name : others
    }
}
