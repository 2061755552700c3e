import JSON
import TestSupport
import Testing

@testable import NATSBridge

/// Duplicates and gaps are recognized by the stamps alone.
struct SenderTrackTests {
    /// A message of a sender: its process, position, lines, the previous line of its type and its number, and its type.
    private typealias Row = (run: String, position: UInt64, count: Int, previous: UInt64, number: UInt64, type: String)

    private static func handle(_ rows: [Row], after progress: SenderProgress? = nil) -> [String] {
        var track = SenderTrack(after: progress)
        return rows.map { row in
            let stamp = LineStamp(
                incarnation: row.run, position: row.position, count: row.count, previous: row.previous,
                number: row.number, bus: "b", service: "net")
            let (verdict, lost) = track.handle(stamp, type: row.type)
            let text = if case .lines(let dropped) = verdict { "+\(row.count - dropped)" } else { "=" }
            return lost > 0 ? "\(text) lost \(lost)" : text
        }
    }

    private static func progress(_ position: UInt64) -> SenderProgress {
        SenderProgress(stream: "1", place: 1, positions: ["r": position], newest: "r")
    }

    @Test func `A latecomer misses nothing that came before it listened`() {
        expect(Self.handle([("r", 90, 1, 80, 30, "a"), ("r", 91, 1, 85, 2, "b")]), equals: ["+1", "+1"])
    }

    @Test func `A line that comes again is dropped, also in the middle of a message`() {
        let rows: [Row] = [
            ("r", 1, 1, 0, 0, "a"), ("r", 2, 3, 1, 1, "a"), ("r", 2, 3, 1, 1, "a"), ("r", 1, 1, 0, 0, "a"),
            ("r", 3, 4, 2, 2, "a"), ("r", 7, 1, 6, 6, "a"),
        ]
        expect(Self.handle(rows), equals: ["+1", "+3", "=", "=", "+2", "+1"])
    }

    /// Regression: lines that another host's flood had evicted counted as lines from before this join listened, and nobody was told.
    @Test func `A gap is counted by types`() {
        let rows: [Row] = [
            ("r", 1, 1, 0, 0, "a"), ("r", 2, 1, 0, 0, "b"), ("r", 448, 1, 447, 438, "a"), ("r", 449, 1, 2, 1, "b"),
            ("r", 460, 1, 459, 1, "c"),
        ]
        expect(Self.handle(rows), equals: ["+1", "+1", "+1 lost 437", "+1", "+1 lost 1"])
    }

    @Test func `What a join of a former session has not written is a gap`() {
        expect(Self.handle([("r", 60, 1, 50, 9, "a")], after: Self.progress(50)), equals: ["+1"])
        expect(Self.handle([("r", 60, 1, 51, 9, "a")], after: Self.progress(50)), equals: ["+1 lost 1"])
        expect(Self.handle([("r", 50, 1, 49, 9, "a")], after: Self.progress(50)), equals: ["="])
    }

    @Test func `A known sender's new process is expected from its first line`() {
        expect(Self.handle([("s", 1, 1, 0, 0, "a")], after: Self.progress(50)), equals: ["+1"])
        expect(Self.handle([("s", 9, 1, 8, 5, "a")], after: Self.progress(50)), equals: ["+1 lost 5"])
    }

    @Test func `Two sessions of one name do not disturb each other`() {
        let rows: [Row] = [
            ("r", 1, 1, 0, 0, "a"), ("s", 1, 1, 0, 0, "a"), ("r", 2, 1, 1, 1, "a"), ("s", 2, 1, 1, 1, "a"),
            ("r", 2, 1, 1, 1, "a"),
        ]
        expect(Self.handle(rows), equals: ["+1", "+1", "+1", "+1", "="])
    }

    @Test func `Progress is bounded, whatever a record contains`() throws {
        let text = """
            {"senders":{"a b":{"place":1},"b":{"stream":"x","place":9223372036854775807,"positions":{"r":18446744073709551615,\
            "a b":1},"newest":"q"},"c":{"place":-5}}}
            """
        let progress = try JoinProgress(json: Array(text.utf8)).bounded
        expect(progress.senders.keys.sorted(), equals: ["b", "c"])
        expect(progress.senders["b"]?.place == ServerAnswer.highest && progress.senders["c"]?.place == 0)
        expect(progress.senders["b"]?.positions == ["r": LineStamp.highest] && progress.senders["b"]?.newest == nil)
    }

    @Test func `There are so many senders and processes of one`() {
        var progress = JoinProgress()
        for number in 0..<2 * JoinProgress.mostSenders {
            progress.note(LineOrigin(name: "n\(number)", stream: "1", place: 1, incarnation: "r", position: 1))
        }
        expect(progress.senders.count, equals: JoinProgress.mostSenders)
        for number in 0..<20 {
            progress.note(LineOrigin(name: "n1", stream: "1", place: 1, incarnation: "r\(number)", position: 1))
        }
        expect(
            progress.senders["n1"].map { $0.positions.count <= SenderProgress.mostRuns && $0.newest == "r19" },
            equals: true)
    }
}
