import TerminalView
import TestSupport
import Testing

@Suite struct EscapeWaitTests {
    @Test func aTerminalThatAnswersDecides() {
        var wait = EscapeWait()
        expect(wait.remaining(now: .at(0)), equals: nil)
        wait.began(.sequence, now: .at(1000))
        expect(wait.remaining(now: .at(1010)), equals: .milliseconds(90))
        expect(wait.step(now: .at(1099)), equals: nil)
        expect(wait.step(now: .at(1100)), equals: .ask)
        #expect(wait.owesAnswer)
        expect(
            wait.remaining(now: .at(1100)), equals: .milliseconds(500), "an arrow that comes in pieces has this long")
        expect(wait.step(now: .at(1180)), equals: nil)
        wait.began(.nothing, now: .at(1200))
        wait.answered()
        expect(wait.remaining(now: .at(1200)), equals: nil)
        #expect(!wait.owesAnswer)
        wait.began(.sequence, now: .at(2000))
        expect(wait.step(now: .at(2100)), equals: .ask)
    }

    @Test func aTerminalThatNeverAnswersIsAskedOnce() {
        var wait = EscapeWait()
        wait.began(.sequence, now: .at(0))
        expect(wait.step(now: .at(100)), equals: .ask)
        expect(wait.step(now: .at(599)), equals: nil)
        expect(wait.step(now: .at(600)), equals: .giveUp)
        expect(wait.remaining(now: .at(600)), equals: nil)
        #expect(!wait.owesAnswer)
        wait.began(.sequence, now: .at(1000))
        expect(wait.step(now: .at(1149)), equals: nil, "longer than 80 ms")
        expect(wait.step(now: .at(1150)), equals: .giveUp)
        // A late answer still counts.
        wait.answered()
        wait.began(.sequence, now: .at(2000))
        expect(wait.step(now: .at(2100)), equals: .ask)
    }

    /// Each key that was typed into what looked like a control string began the wait anew.
    @Test func theWaitIsCountedFromTheBeginning() {
        var wait = EscapeWait()
        for now in stride(from: 0, to: 100, by: 10) {
            wait.began(.sequence, 7, now: .at(now))
            expect(wait.step(now: .at(now)), equals: nil)
        }
        expect(wait.step(now: .at(100)), equals: .ask)
        for now in stride(from: 110, to: 600, by: 10) { wait.began(.sequence, 7, now: .at(now)) }
        expect(wait.step(now: .at(600)), equals: .giveUp)
        wait.began(.sequence, 7, now: .at(1000))
        wait.began(.sequence, 8, now: .at(1100))
        expect(wait.remaining(now: .at(1100)), equals: .milliseconds(150), "another sequence")
    }

    @Test func aPasteEndsAfterASecondOfSilence() {
        var wait = EscapeWait()
        wait.began(.paste, now: .at(0))
        expect(wait.step(now: .at(999)), equals: nil)
        wait.began(.paste, now: .at(999))
        expect(wait.step(now: .at(1998)), equals: nil)
        expect(wait.step(now: .at(1999)), equals: .giveUp)
        #expect(!wait.owesAnswer)
    }
}
