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
    ///   - view: the service that the person sees.
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
