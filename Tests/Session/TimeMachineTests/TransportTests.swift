import Foundation
import Playback
import Recording
import TerminalText
import TestSupport
import Testing

@Suite struct TransportTests {
    private func timeline() throws -> Timeline {
        let folder = try TemporaryFolder()
        let reader = try CassetteReader(Recorded.file(in: folder))
        var timeline = Timeline(view: "view")
        while let line = try reader.next() { timeline.note(line) }
        timeline.end()
        return timeline
    }

    @Test func actionsAreTheStops() throws {
        let timeline = try timeline()
        expect((0...3).map { timeline.title(of: $0) }, equals: ["(beginning)", "select 1", "press open", "back"])
        expect([0, 0.99, 1, 2.5, 9].map { timeline.stop(at: $0) }, equals: [0, 0, 1, 2, 3])
        expect(timeline.duration, equals: 3.2)
    }

    struct Row: Sendable {
        let from: Double
        let controls: [Transport.Control]
        let seconds: Double
        let position: Double
        let isPlaying: Bool

        init(
            _ from: Double, _ controls: [Transport.Control], seconds: Double = 0, _ position: Double,
            plays isPlaying: Bool = false
        ) {
            (self.from, self.controls, self.seconds) = (from, controls, seconds)
            (self.position, self.isPlaying) = (position, isPlaying)
        }
    }

    static let rows = [
        Row(0, [.next], 2), Row(0, [.next, .next], 3), Row(0, [.next, .next, .next], 3.2),
        Row(0, [.next, .next, .next, .next], 3.2), Row(1.5, [.next], 3), Row(1.5, [.previous], 1),
        Row(0.5, [.previous], 1), Row(3.2, [.previous], 3), Row(3.2, [.previous, .previous], 2),
        Row(2.5, [.toBeginning], 0), Row(1, [.toEnd], 3.2), Row(9, [], 3.2),
        Row(1, [], seconds: 5, 1), Row(1, [.playOrPause], seconds: 0.5, 1.5, plays: true),
        Row(1, [.playOrPause, .faster], seconds: 0.5, 2, plays: true),
        Row(1, [.playOrPause, .slower], seconds: 0.5, 1.25, plays: true),
        Row(1, [.playOrPause, .playOrPause], seconds: 5, 1), Row(1, [.playOrPause], seconds: 5, 3.2),
        Row(3.2, [.playOrPause], seconds: 1, 1, plays: true),
    ]

    @Test(arguments: rows.indices) func itMoves(_ index: Int) throws {
        let row = Self.rows[index]
        var transport = Transport(try timeline(), position: row.from)
        for control in row.controls { transport.apply(control) }
        transport.advance(by: row.seconds)
        #expect(abs(transport.position - row.position) < 0.000_01)
        expect(transport.isPlaying, equals: row.isPlaying)
    }

    @Test(arguments: 0...130) func theScrubberFits(_ width: Int) throws {
        for position in [0, 1.05, 3.2] {
            let line = Scrubber.line(
                Transport(try timeline(), position: position), passing: "view.input.表示 (\u{1B}[2J)", width: width)
            #expect(CellWidth.of(line) <= width)
            expect(line, lacks: "\u{1B}")
        }
    }

    @Test func theScrubberTellsWhereItStands() throws {
        let line = Scrubber.line(Transport(try timeline(), position: 2.5, speed: 2), passing: "x.output.y", width: 80)
        #expect(line.hasPrefix("‖ 2× ├"))
        expect(line.contains("● 2.500"), equals: false)
        #expect(line.hasSuffix(" 2.500/3.200 s  2/3 press open · x.output.y"))
    }

    static let keys: [(String, [ReplayKey])] = [
        (" ", [.control(.playOrPause)]), ("\u{1B}[C", [.control(.next)]), ("\u{1B}OD", [.control(.previous)]),
        ("\u{1B}[1;5C", [.control(.next)]), ("+-", [.control(.faster), .control(.slower)]),
        ("gG", [.control(.toBeginning), .control(.toEnd)]), ("q", [.quit]), ("\u{3}", [.quit]), ("x\u{1B}[A\u{1B}", []),
    ]

    @Test(arguments: keys) func keysAreControls(_ text: String, _ keys: [ReplayKey]) {
        expect(ReplayKey.decode(Array(text.utf8)), equals: keys)
    }
}
