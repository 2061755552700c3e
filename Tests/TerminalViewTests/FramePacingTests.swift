import TerminalView
import Testing

@Suite struct FramePacingTests {
    @Test func theFirstFrameAfterAPauseIsPaintedAtOnce() {
        var pacing = FramePacing()
        #expect(!pacing.takeDue(now: 5) && pacing.timeout(now: 5) == nil)
        pacing.want()
        #expect(pacing.timeout(now: 5) == 0 && pacing.takeDue(now: 5))
        #expect(!pacing.takeDue(now: 6) && pacing.timeout(now: 6) == nil)
        pacing.want()
        #expect(pacing.timeout(now: 10) == 12 && !pacing.takeDue(now: 21) && pacing.takeDue(now: 22))
    }

    /// Regression: 771 frames per second.
    @Test func thereAreAtMostSixtyASecond() {
        var pacing = FramePacing()
        let frames = (0..<10_000).filter { now in
            pacing.want()
            return pacing.takeDue(now: now)
        }
        #expect(550...600 ~= frames.count)
    }
}
