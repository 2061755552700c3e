package import Recording
import Wire

/// Writes a recorded session as a sequence diagram in Mermaid's language, line by line (mermaid.js.org, "Sequence diagrams"), in
/// constant memory. The view stands first if the session has one; each other service stands where it first appears, so neighbours mostly
/// speak to each other.
///
/// Causes more than 16,384 events ago are forgotten; their consequences have no latency. Events before the wanted span
/// are read too, so that actions keep their numbers and answers their causes.
package struct SequenceDiagram: Sendable {
    /// Bytes of the lines that wait for an event that names the view of a session without a header.
    static let mostWaiting = 1 << 20

    private let view: String
    /// Nil until an event of a session without a header has named the view.
    private let hasView: Bool?
    private let span: ClosedRange<Double>
    private var names = MermaidNames()
    private var actions: UserActionLog
    private var causes = RecentMap<String, Double>(capacity: 16_384)
    /// The lines below the first participant; nil once the diagram has begun.
    private var waiting: [String]? = []
    private var waitingBytes = 0

    /// - Parameter span: seconds since the session began.
    package init(of header: CassetteHeader?, span: ClosedRange<Double> = 0...Double.infinity) {
        view = header.view
        hasView = header.map { $0.services[header.view] != nil }
        self.span = span
        actions = UserActionLog(view: view)
    }

    package mutating func lines(for line: CassetteReader.Line) -> [String] {
        guard waiting != nil else { return content(of: line) }
        if let hasView = hasView ?? (isView(in: line) ? true : nil) { return begin(hasView) + content(of: line) }
        let lines = content(of: line)
        waiting?.append(contentsOf: lines)
        waitingBytes += lines.reduce(0) { $0 + $1.utf8.count }
        return waitingBytes < Self.mostWaiting ? [] : begin(false)
    }

    /// The lines that are held back at the end.
    package mutating func end() -> [String] {
        let rest = rest()
        return (waiting == nil ? [] : begin(hasView ?? false)) + rest
    }

    private mutating func begin(_ hasView: Bool) -> [String] {
        defer { waiting = nil }
        return ["sequenceDiagram"] + names.declare(hasView ? [view] : []) + (waiting ?? [])
    }

    private func isView(in line: CassetteReader.Line) -> Bool {
        guard case .passage(let passage) = line else { return false }
        return passage.sender == view || passage.receivers.contains(view)
    }

    private mutating func content(of line: CassetteReader.Line) -> [String] {
        switch line {
        case .missed(let count): return rest() + ["    %% \(count) events were not recorded"]
        case .passage(let passage):
            guard let event = try? Event(line: passage.event.span) else { return [] }
            return notes(of: actions.note(event, at: passage.time)) + arrows(of: event, passage)
        }
    }

    private mutating func rest() -> [String] { notes(of: actions.end()) }

    private mutating func notes(of actions: [RecordedAction]) -> [String] {
        actions.filter { span.contains($0.time) }.flatMap { action in
            let text = "\(action.number). \(MermaidText.escaped(action.text))"
            return names.declare([view]) + ["    Note over \(names.identifier(for: view)): \(text)"]
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
        let declarations = names.declare([passage.sender] + passage.receivers)
        let sender = names.identifier(for: passage.sender)
        return declarations + passage.receivers.map { "    \(sender)->>\(names.identifier(for: $0)): \(label)" }
    }
}
