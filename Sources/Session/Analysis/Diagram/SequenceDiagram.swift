package import Recording
import Wire

/// Writes a recorded session as a sequence diagram in Mermaid's language, line by line (mermaid.js.org, "Sequence diagrams"), in
/// constant memory. A service stands where it first appears, so neighbours mostly speak to each other.
///
/// Causes more than 16,384 events ago are forgotten; their consequences have no latency. Events before the wanted span
/// are read too, so that actions keep their numbers and answers their causes.
package struct SequenceDiagram: Sendable {
    private let span: ClosedRange<Double>
    private var names = MermaidNames()
    private var actions: UserActionLog
    private var causes = RecentMap<String, Double>(capacity: 16_384)

    /// - Parameters:
    ///   - view: the service that the user sees.
    ///   - span: seconds since the session began.
    package init(view: String, span: ClosedRange<Double> = 0...Double.infinity) {
        self.span = span
        actions = UserActionLog(view: view)
    }

    /// - Parameter services: these stand first.
    package mutating func begin(_ services: [String] = []) -> [String] {
        ["sequenceDiagram"] + services.compactMap { names.declare($0) }
    }

    package mutating func lines(for line: CassetteReader.Line) -> [String] {
        switch line {
        case .missed(let count): return end() + ["    %% \(count) events were not recorded"]
        case .passage(let passage):
            guard let event = try? Event(line: passage.event.span) else { return [] }
            return notes(of: actions.note(event, at: passage.time)) + arrows(of: event, passage)
        }
    }

    /// The action held back at the end.
    package mutating func end() -> [String] { notes(of: actions.end().map { [$0] } ?? []) }

    private mutating func notes(of actions: [RecordedAction]) -> [String] {
        actions.filter { span.contains($0.time) }.flatMap { action in
            let declaration = names.declare(action.service).map { [$0] } ?? []
            let text = "\(action.number). \(MermaidText.escaped(action.text))"
            return declaration + ["    Note over \(identifier(of: action.service)): \(text)"]
        }
    }

    private mutating func arrows(of event: Event, _ passage: Passage) -> [String] {
        guard !passage.receivers.isEmpty else { return [] }
        let cause = event.causationID.flatMap { causes[$0] }
        causes.insert(passage.time, for: event.id)
        guard span.contains(passage.time) else { return [] }
        // Such as `show (apps-1) +3 ms`, without unknown parts.
        let name = event.type.split(separator: ".").last.map(String.init) ?? event.type
        let label = MermaidText.escaped(
            name + (event.subject.map { " (\($0))" } ?? "")
                + (cause.map { " +\(TimeText.span(max(0, passage.time - $0)))" } ?? ""))
        let declarations = ([passage.sender] + passage.receivers).compactMap { names.declare($0) }
        let sender = identifier(of: passage.sender)
        return declarations + passage.receivers.map { "    \(sender)->>\(identifier(of: $0)): \(label)" }
    }

    private func identifier(of service: String) -> String {
        names.known(service) ?? names.known(MermaidNames.others) ?? "others"
    }
}
