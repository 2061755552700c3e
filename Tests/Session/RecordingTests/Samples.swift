import Processes
import Recording
import TestSupport

/// Sample cassettes and their contents.
enum Samples {
    static let header = CassetteHeader(
        composition: "c", started: "2026-01-02T03:04:05Z",
        services: ["a": .init(command: ["cat"], receives: [], sends: ["a.output"])])

    /// Records of `count` events from a to b, 0.1 seconds apart, numbered from 1.
    static func passages(_ count: Int) -> [[UInt8]] {
        (1...count).map { number in
            let event = #"{"type":"a.output.x","source":"a","id":"a-1-\#(number)","data":{"n":\#(number)}}"#
            var line: [UInt8] = []
            Passage(time: Double(number) / 10, sender: "a", receivers: ["b"], event: Array(event.utf8))
                .appendLine(to: &line)
            return line
        }
    }

    /// Writes a cassette and flushes it after each part.
    static func write(_ parts: [[[UInt8]]], finished: Bool = true, to path: String) throws {
        let file = try CassetteOutput(path)
        var writer = try CassetteWriter(to: file.descriptor.number, compressing: file.isCompressed)
        try writer.append(header.line)
        for part in parts {
            for line in part { try writer.append(line) }
            try writer.flush()
        }
        if finished { try writer.finish() }
    }

    /// The numbers of the readable events in a file.
    static func numbers(in reader: CassetteReader) throws -> [Int] {
        var numbers: [Int] = []
        while let line = try reader.next() {
            guard case .passage(let passage) = line else { continue }
            numbers.append(Int((passage.time * 10).rounded()))
        }
        return numbers
    }
}
