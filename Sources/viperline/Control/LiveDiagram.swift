import Analysis
import Recording
import SupervisorMessages

/// A running session's events, drawn as they pass.
struct LiveDiagram {
    private let participants: [String]
    private var script: DiagramScript
    private var drawing: TextDiagram

    /// - Parameter session: its services have a column from the start, except those that have neither sent nor received
    ///   anything.
    init(of session: SupervisorOutput.Described, width: Int) {
        let speaking = session.services.filter { $0.input.lines + $0.output.lines > 0 }.map(\.name)
        let view = session.services.first(where: \.terminal)?.name ?? CassetteHeader.usualView
        participants = Participants.ordered(speaking, view: view)
        script = DiagramScript(view: view)
        drawing = TextDiagram(width: width)
    }

    mutating func begin() -> [UInt8] { Self.text(drawing.begin(participants)) }

    /// - Parameter record: a line of a tap.
    mutating func lines(for record: [UInt8]) -> [UInt8] {
        guard let passage = Passage(line: record.span) else { return [] }
        return Self.text(script.rows(for: .passage(passage)).flatMap { drawing.lines(for: $0) })
    }

    private static func text(_ lines: [String]) -> [UInt8] { Array(lines.map { $0 + "\n" }.joined().utf8) }
}
