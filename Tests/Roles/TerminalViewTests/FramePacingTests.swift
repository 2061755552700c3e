import TerminalView
import TestSupport
import Testing

@Suite struct FramePacingTests {
    /// The answer to a key comes milliseconds after the key's own frame: it is not held back.
    @Test func aPauseIsFollowedByThreeFramesAtOnce() {
        var pacing = FramePacing()
        for start in [0, 1000] {
            expect(pacing.timeout(now: .at(start)), equals: nil, "nothing has changed")
            for now in [start, start + 1, start + 2] {
                pacing.want()
                expect(pacing.timeout(now: .at(now)), equals: .zero)
                let isDue = pacing.takeDue(now: .at(now))
                #expect(isDue)
            }
            pacing.want()
            expect(pacing.timeout(now: .at(start + 2)), equals: .milliseconds(15))
            let isEarly = pacing.takeDue(now: .at(start + 16))
            let isDue = pacing.takeDue(now: .at(start + 17))
            expect(!isEarly && isDue)
        }
    }

    /// Regression: 771 frames per second.
    @Test func aFloodIsPaintedSixtyTimesASecond() {
        var pacing = FramePacing()
        var frames: [Int] = []
        for now in 0..<1000 {
            pacing.want()
            if pacing.takeDue(now: .at(now)) { frames.append(now) }
        }
        #expect(frames.count <= 62)
        let waits = zip(frames, frames.dropFirst()).map { $1 - $0 }
        expect(waits.allSatisfy { $0 <= 17 } && frames.count >= 58)
    }

    /// The frame of a key waited for that of a flood: 17 ms.
    @Test func aKeyWaitsHalfAFrameAndTheFloodGoesOn() {
        var pacing = FramePacing()
        var frames: [Int] = []
        var waits: [Int] = []
        var pressed: Int?
        for now in 0..<3000 {
            if now % 37 == 36 { pressed = pressed ?? now }
            pacing.want(isAwaited: pressed == now)
            guard pacing.takeDue(now: .at(now)) else { continue }
            frames.append(now)
            if let key = pressed { waits.append(now - key) }
            pressed = nil
        }
        expect(waits.count > 70 && waits.allSatisfy { $0 <= 8 })
        #expect(frames.count <= 62 * 3 + waits.count)
        let gaps = zip(frames.dropFirst(3), frames.dropFirst(4)).map { $1 - $0 }
        #expect(gaps.allSatisfy { 1...17 ~= $0 }, "keys do not stop the flood")
    }

    @Test func aFloodOfKeysIsPaintedAHundredTimesASecond() {
        var pacing = FramePacing()
        var frames = 0
        for now in 0..<1000 {
            pacing.want(isAwaited: true)
            if pacing.takeDue(now: .at(now)) { frames += 1 }
        }
        #expect(frames <= 130)
    }
}
