import Recording
import TestSupport
import Testing

@testable import SessionClient

@Suite struct ShadowComparisonTests {
    private static func line(_ type: String, answers cause: String, id: String, _ data: String) -> [UInt8] {
        Array(#"{"type":"\#(type)","id":"\#(id)","causationid":"\#(cause)","data":\#(data)}"#.utf8)
    }

    @Test func answersArePairedByWhatTheyAnswer() {
        var comparison = ShadowComparison(saidAlready: 0)
        expect(comparison.live(Self.line("a", answers: "1", id: "x-1", #"{"n":1,"m":[2]}"#)), equals: nil)
        expect(comparison.live(Self.line("a", answers: "2", id: "x-2", #"{"n":2}"#)), equals: nil)
        expect(comparison.shadow(Self.line("a", answers: "2", id: "y-1", #"{"n":2}"#)), equals: .same)
        expect(comparison.shadow(Self.line("a", answers: "1", id: "y-2", #"{ "m": [2.0], "n": 1 }"#)), equals: .same)
        #expect(comparison.remaining().isEmpty)
    }

    /// A role need only copy the correlationid; Viperline's own name the cause, too.
    @Test(arguments: [
        (#""causationid":"p-1","causationsource":"p","#, ""), ("", #""causationid":"p-1","#), ("", ""),
    ]) func theChainIsEnough(_ live: String, _ candidate: String) {
        func line(_ cause: String, _ chain: String, _ number: Int) -> [UInt8] {
            Array(#"{"type":"a",\#(cause)"correlationid":"\#(chain)","data":{"n":\#(number)}}"#.utf8)
        }
        var comparison = ShadowComparison(saidAlready: 0)
        expect(comparison.live(line(live, "v-1", 1)), equals: nil)
        expect(comparison.live(line(live, "v-2", 2)), equals: nil)
        expect(comparison.shadow(line(candidate, "v-2", 2)), equals: .same)
        expect(comparison.shadow(line(candidate, "v-1", 1)), equals: .same)
        _ = comparison.shadow(line(candidate, "v-3", 3))
        let cause = candidate.isEmpty ? "v-3" : "p-1"
        expect(comparison.remaining(), equals: [.additional(type: "a", cause: cause)])
    }

    @Test func whatDiffersIsNamed() {
        var comparison = ShadowComparison(saidAlready: 0)
        _ = comparison.live(Self.line("a", answers: "1", id: "x", #"{"rows":[{"t":"one"}]}"#))
        guard
            case .differs("a", "1", let differences)? =
                comparison.shadow(Self.line("a", answers: "1", id: "y", #"{"rows":[{"t":"two"},3]}"#))
        else {
            Issue.record("no difference")
            return
        }
        expect(
            differences.map(\.description),
            equals: [
                #"data.rows[0].t: expected "one", got "two""#, "data.rows[1]: expected nothing, got 3",
            ])
    }

    /// A candidate starts no player, unlike the live router.
    @Test func theMachinesPlayerIsNoDifference() {
        var comparison = ShadowComparison(saidAlready: 0)
        let type = "router.output.didPlay"
        _ = comparison.live(Self.line(type, answers: "1", id: "x", #"{"url":"https://a.example","player":"mpv"}"#))
        expect(
            comparison.shadow(Self.line(type, answers: "1", id: "y", #"{"url":"https://a.example"}"#)), equals: .same)
    }

    /// Regression: a side that never answers made the comparison grow without limit.
    @Test func whatWaitsForItsCounterpartIsBounded() {
        let line = Self.line("a", answers: "1", id: "x", "{}")
        var comparison = ShadowComparison(
            saidAlready: 0, mostWaiting: 2 * (line.count + 1 + ShadowComparison.costPerLine))
        expect(comparison.live(line), equals: nil)
        expect(comparison.live(line), equals: nil)
        expect(comparison.live(line), equals: .missing(type: "a", cause: "1"))
        expect(
            comparison.shadow(Self.line("b", answers: "2", id: "y", "{}")), equals: .additional(type: "b", cause: "2"))
        // A matching answer frees its room.
        expect(comparison.shadow(line), equals: .same)
        expect(comparison.live(line), equals: nil)
        expect(comparison.remaining().count, equals: 2)
    }

    /// Regression: 8 MiB of short lines took 200 MB, because what was made of them was kept.
    @Test func shortLinesAreCountedWithWhatKeepingThemTakes() {
        var comparison = ShadowComparison(saidAlready: 0)
        let most = ShadowComparison.mostWaiting / ShadowComparison.costPerLine
        let line = Array(#"{"type":"b.out.e"}"#.utf8)
        let kept = (0..<most).prefix { _ in comparison.shadow(line) == nil }.count
        expect(kept < most && kept > most / 2)
        expect(comparison.remaining().count, equals: kept)
    }

    @Test func aNegativeCountOfWhatWasSaidIsNone() {
        var comparison = ShadowComparison(saidAlready: .min)
        expect(comparison.shadow(Self.line("a", answers: "1", id: "y", "{}")), equals: nil)
        expect(comparison.remaining(), equals: [.additional(type: "a", cause: "1")])
    }

    @Test func whatWasSaidBeforeIsNotCompared() {
        var comparison = ShadowComparison(saidAlready: 1)
        expect(comparison.shadow(Self.line("a", answers: "0", id: "y", "{}")), equals: nil)
        expect(comparison.shadow(Self.line("process.output.ready", answers: "0", id: "y", "{}")), equals: nil)
        expect(comparison.shadow(Self.line("a", answers: "1", id: "y", "{}")), equals: nil)
        expect(comparison.live(Self.line("b", answers: "2", id: "y", "{}")), equals: nil)
        expect(comparison.remaining(), equals: [.missing(type: "b", cause: "2"), .additional(type: "a", cause: "1")])
    }
}
