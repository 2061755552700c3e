package import Recording
import Wire

/// Turns passing events into rows of a sequence diagram, in constant memory.
///
/// Causes more than 16,384 events ago are forgotten; their consequences have no latency. Events before the wanted span
/// are read too, so that actions keep their numbers and answers their causes.
package struct DiagramScript: Sendable {
    private let span: ClosedRange<Double>
    private var actions: UserActionLog
    private var causes = RecentMap<String, Double>(capacity: 16_384)

    /// - Parameters:
    ///   - view: the service that the user sees.
    ///   - span: seconds since the session began.
    package init(view: String, span: ClosedRange<Double> = 0...Double.infinity) {
        self.span = span
        actions = UserActionLog(view: view)
    }

    package mutating func rows(for line: CassetteReader.Line) -> [DiagramRow] {
        switch line {
        case .missed(let count): return end() + [.missed(count)]
        case .passage(let passage):
            guard let event = try? Event(line: passage.event.span) else { return [] }
            return actionRows(actions.note(event, at: passage.time)) + messageRows(event, passage)
        }
    }

    /// The rows held back at the end.
    package mutating func end() -> [DiagramRow] { actionRows(actions.end().map { [$0] } ?? []) }

    private func actionRows(_ actions: [RecordedAction]) -> [DiagramRow] {
        actions.filter { span.contains($0.time) }.map { .action($0) }
    }

    private mutating func messageRows(_ event: Event, _ passage: Passage) -> [DiagramRow] {
        guard !passage.receivers.isEmpty else { return [] }
        let cause = event.causationID.flatMap { causes[$0] }
        causes.insert(passage.time, for: event.id)
        guard span.contains(passage.time) else { return [] }
        return [
            .message(
                .init(
                    time: passage.time, sender: passage.sender, receivers: passage.receivers,
                    name: event.type.split(separator: ".").last.map(String.init) ?? event.type, subject: event.subject,
                    latency: cause.map { max(0, passage.time - $0) }))
        ]
    }
}

/// A row of a sequence diagram.
package enum DiagramRow: Equatable, Sendable {
    case action(RecordedAction)
    case message(Message)
    /// A gap: this many events passed here unrecorded.
    case missed(Int)

    package struct Message: Equatable, Sendable {
        package let time: Double
        package let sender: String
        package let receivers: [String]
        /// The last word of the message's type.
        package let name: String
        package let subject: String?
        /// Seconds since the message's cause; nil if unknown.
        package let latency: Double?

        /// A label such as `show (apps-1) +3 ms`, without unknown parts.
        package var label: String {
            name + (subject.map { " (\($0))" } ?? "") + (latency.map { " +\(TimeText.span($0))" } ?? "")
        }
    }
}

/// A diagram's services from left to right: the view, its receivers, their receivers, and so on, so that most arrows go
/// to a neighbour.
package struct Participants: Sendable {
    /// Services with a lifeline of their own; the others share one.
    package static let most = 10_000
    /// The shared lifeline's name.
    package static let others = "(others)"
    /// Receivers of each service, needed only for the order.
    private static let mostSpokenTo = 64

    private let view: String
    private let span: ClosedRange<Double>
    /// Services in the order of appearance.
    private var seen: [String] = []
    private var known: Set<String> = []
    private var spokenTo: [String: [String]] = [:]

    /// - Parameter span: seconds since the session began; services that appear outside it are left out.
    package init(view: String, span: ClosedRange<Double> = 0...Double.infinity) {
        self.view = view
        self.span = span
    }

    package mutating func note(_ line: CassetteReader.Line) {
        guard case .passage(let passage) = line, span.contains(passage.time), !passage.receivers.isEmpty else { return }
        for service in [passage.sender] + passage.receivers where seen.count < Self.most {
            if known.insert(service).inserted { seen.append(service) }
        }
        guard known.contains(passage.sender) else { return }
        for receiver in passage.receivers {
            let others = spokenTo[passage.sender] ?? []
            guard others.count < Self.mostSpokenTo else { break }
            if !others.contains(receiver) { spokenTo[passage.sender, default: []].append(receiver) }
        }
    }

    package var names: [String] {
        var names = seen.filter { $0 == view }
        var placed = Set(names)
        var (next, rest) = (0, seen[...])
        while names.count < seen.count {
            if next < names.count {
                for near in spokenTo[names[next]] ?? [] where known.contains(near) && placed.insert(near).inserted {
                    names.append(near)
                }
                next += 1
            } else if let other = rest.popFirst(), placed.insert(other).inserted {
                names.append(other)
            }
        }
        return names
    }

    /// - Parameter services: in their order after the view.
    package static func ordered(_ services: [String], view: String) -> [String] {
        services.filter { $0 == view } + services.filter { $0 != view }
    }
}
