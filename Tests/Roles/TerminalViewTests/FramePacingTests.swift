import TerminalView
import Testing

@Suite struct FramePacingTests {
    /// The answer to a key comes milliseconds after the key's own frame: it is not held back.
    @Test func aPauseIsFollowedByThreeFramesAtOnce() {
        var pacing = FramePacing()
        for start in [0, 1000] {
            #expect(pacing.timeout(now: start) == nil, "nothing has changed")
            for now in [start, start + 1, start + 2] {
                pacing.want()
                #expect(pacing.timeout(now: now) == 0)
                let isDue = pacing.takeDue(now: now)
                #expect(isDue)
            }
            pacing.want()
            #expect(pacing.timeout(now: start + 2) == 15)
            let isEarly = pacing.takeDue(now: start + 16)
            let isDue = pacing.takeDue(now: start + 17)
            #expect(!isEarly && isDue)
        }
    }

    /// Regression: 771 frames per second.
    @Test func aFloodIsPaintedSixtyTimesASecond() {
        var pacing = FramePacing()
        var frames: [Int] = []
        for now in 0..<1000 {
            pacing.want()
            if pacing.takeDue(now: now) { frames.append(now) }
        }
        #expect(frames.count <= 62)
        let waits = zip(frames, frames.dropFirst()).map { $1 - $0 }
        #expect(waits.allSatisfy { $0 <= 17 } && frames.count >= 58)
    }
}
