import Playback
import Processes
import Recording
import TestSupport
import Testing

@Suite struct ViewTapeTests {
    private let folder: TemporaryFolder
    private let tape: ViewTape

    init() throws {
        let folder = try TemporaryFolder()
        let file = try Recorded.file(in: folder)
        self.folder = folder
        tape = try ViewTape(of: "view") { () throws(SystemError) in try CassetteReader(file) }
    }

    /// The events' ids, which equal their times.
    private func ids(_ lines: [UInt8]) throws -> [String] {
        try String(decoding: lines, as: UTF8.self).split(separator: "\n").map { line in
            guard case .string(let id) = try JSONValue(String(line))["id"] else { return "?" }
            return id
        }
    }

    @Test func itPlaysOnFromWhereItStands() throws {
        try expect(ids(tape.play(to: 0.5)), equals: ["0.1", "0.2"])
        try expect(ids(tape.play(to: 1.25)), equals: ["1.1", "1.2"])
        expect(tape.passing, equals: "view.input.show (song-2)")
        try expect(ids(tape.play(to: 1.25)), equals: [])
        try expect(ids(tape.play(to: 9)), equals: ["1.3", "2.1", "3.1", "3.2"])
    }

    /// The top scene comes last; events other than states appear only at their own stop.
    @Test func itWindsToAnyMoment() throws {
        let moments = [(9.0, 3.0), (1.25, 1), (2.5, 2), (0.05, 0), (2.999, 2)]
        let told = try moments.map { try ids(tape.wind(to: $0.0, since: $0.1)) }
        expect(told[0].last, equals: "3.1")
        expect(Set(told[0]), equals: ["3.2", "1.3", "3.1"])
        expect(Set(told[1].dropLast()), equals: ["0.2", "1.2"])
        expect(told[1].last, equals: "1.1")
        expect(told[2].dropFirst(2), equals: ["2.1", "1.1"])
        expect(told[3], equals: [])
        expect(told[4], contains: "2.1")
    }

    @Test func itPlaysOnAfterWinding() throws {
        _ = try tape.wind(to: 9, since: 3)
        _ = try tape.wind(to: 1.25, since: 1)
        try expect(ids(tape.play(to: 2)), equals: ["1.3"])
    }
}
