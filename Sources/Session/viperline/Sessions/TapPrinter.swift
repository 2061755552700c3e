import Analysis
import Recording
import SafeText
import SessionClient
import SupervisorMessages
import Wire

/// The output of `viperline tap`. A pipe or a file gets the bytes as they passed; on a terminal, control characters
/// become JSON escapes.
struct TapPrinter {
    private let records: Bool
    private let isTerminal: Bool
    private var drawing: LiveDiagram?
    private(set) var losses = TapLosses()
    private(set) var hasEnded = false

    /// - Parameter drawing: nil to print the events themselves.
    init(records: Bool, drawing: LiveDiagram?, isTerminal: Bool) {
        self.records = records
        self.drawing = drawing
        self.isTerminal = isTerminal
    }

    mutating func begin() -> [UInt8] { drawing?.begin() ?? [] }

    mutating func print(_ line: [UInt8], to output: inout [UInt8]) throws(SessionLink.Failure) {
        switch TapLine(line) {
        case .record(let event):
            if drawing != nil {
                output += drawing?.lines(for: line) ?? []
            } else {
                append(records ? line[...] : line[event], to: &output)
            }
        case .missed(let count):
            losses.miss(count)
            StandardStream.diagnose(
                "viperline", "missed \(count) events: the reader of this output is slower than the session")
            if records { append(line[...], to: &output) }
        case .ended: hasEnded = true
        case .refused(let reason): throw .refused(reason)
        case .unreadable: losses.leaveOut()
        case .header, .answer: return
        }
    }

    private func append(_ line: ArraySlice<UInt8>, to output: inout [UInt8]) {
        output += isTerminal ? PrintableJSON.escaping(line) : Array(line)
        output.append(0x0A)
    }

    /// The connection has ended.
    /// - Parameter overlong: how many lines were too long to read.
    mutating func end(overlong: Int) {
        losses.leaveOut(overlong)
        if !hasEnded { losses.cutOff() }
    }
}

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
