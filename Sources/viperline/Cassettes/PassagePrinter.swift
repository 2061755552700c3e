import Recording
import SafeText
import Wire

/// Prints events or passages as lines, many in one write. Pipes and files get the recorded bytes; on a terminal,
/// dangerous characters become JSON escapes.
struct PassagePrinter {
    private static let highWater = 1 << 16
    /// Reports of events that can't be normalised; more are only counted.
    private static let mostTold = 20

    private let records: Bool
    private let isTerminal: Bool
    private var normaliser: Normaliser?
    private var output: [UInt8] = []
    private var leftOut = 0

    init(normalises: Bool, records: Bool, isTerminal: Bool = Output.isTerminal) {
        self.records = records
        self.isTerminal = isTerminal
        normaliser = normalises ? Normaliser() : nil
    }

    mutating func print(_ passage: Passage) throws {
        var passage = passage
        do throws(EnvelopeError) {
            if let event = try normaliser?.normalise(passage.event.span) { passage.event = event }
        } catch {
            return leaveOut(error)
        }
        var line = passage.event
        if records {
            line = []
            passage.appendLine(withTime: normaliser == nil, to: &line)
            line.removeLast()
        }
        output += isTerminal ? PrintableJSON.escaping(line) : line
        output.append(0x0A)
        if output.count >= Self.highWater { try flush() }
    }

    mutating func print(missed count: Int) throws { output += Passage.missed(count) }

    private mutating func leaveOut(_ error: EnvelopeError) {
        leftOut += 1
        guard leftOut <= Self.mostTold else { return }
        StandardStream.diagnose("viperline", "an event can't be normalised: \(error)")
    }

    /// The last lines.
    mutating func finish() throws {
        try flush()
        guard leftOut > Self.mostTold else { return }
        StandardStream.diagnose("viperline", "\(leftOut - Self.mostTold) more events can't be normalised")
    }

    private mutating func flush() throws {
        try Output.write(output)
        output.removeAll(keepingCapacity: true)
    }
}
