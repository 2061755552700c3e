import Recording
import Wire

/// Prints events, or their records, as lines; many in one write.
struct PassagePrinter {
    private static let highWater = 1 << 16

    private let records: Bool
    private var normaliser: Normaliser?
    private var output: [UInt8] = []

    init(normalises: Bool, records: Bool) {
        self.records = records
        normaliser = normalises ? Normaliser() : nil
    }

    mutating func print(_ passage: Passage) throws {
        var passage = passage
        do throws(EnvelopeError) {
            if let event = try normaliser?.normalise(passage.event.span) { passage.event = event }
        } catch {
            return StandardStream.diagnose("viperline", "an event can't be normalised: \(error)")
        }
        if records {
            passage.appendLine(withTime: normaliser == nil, to: &output)
        } else {
            output += passage.event
            output.append(0x0A)
        }
        if output.count >= Self.highWater { try flush() }
    }

    mutating func print(missed count: Int) throws { output += Passage.missed(count) }

    mutating func flush() throws {
        try Output.write(output)
        output.removeAll(keepingCapacity: true)
    }
}
