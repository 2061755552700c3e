import TerminalView
import Testing

@Suite struct EscapeWaitTests {
    @Test func aTerminalThatAnswersDecides() {
        var wait = EscapeWait()
        #expect(wait.remaining(now: 0) == nil)
        wait.began(.sequence, now: 1000)
        #expect(wait.remaining(now: 1010) == 90)
        #expect(wait.step(now: 1099) == nil)
        #expect(wait.step(now: 1100) == .ask)
        #expect(wait.owesAnswer)
        #expect(wait.remaining(now: 1100) == 500, "an arrow that comes in pieces has this long")
        #expect(wait.step(now: 1180) == nil)
        wait.began(.nothing, now: 1200)
        wait.answered()
        #expect(wait.remaining(now: 1200) == nil)
        #expect(!wait.owesAnswer)
        wait.began(.sequence, now: 2000)
        #expect(wait.step(now: 2100) == .ask)
    }

    @Test func aTerminalThatNeverAnswersIsAskedOnce() {
        var wait = EscapeWait()
        wait.began(.sequence, now: 0)
        #expect(wait.step(now: 100) == .ask)
        #expect(wait.step(now: 599) == nil)
        #expect(wait.step(now: 600) == .giveUp)
        #expect(wait.remaining(now: 600) == nil)
        #expect(!wait.owesAnswer)
        wait.began(.sequence, now: 1000)
        #expect(wait.step(now: 1149) == nil, "longer than 80 ms")
        #expect(wait.step(now: 1150) == .giveUp)
        // A late answer still counts.
        wait.answered()
        wait.began(.sequence, now: 2000)
        #expect(wait.step(now: 2100) == .ask)
    }

    /// Each key that was typed into what looked like a control string began the wait anew.
    @Test func theWaitIsCountedFromTheBeginning() {
        var wait = EscapeWait()
        for now in stride(from: 0, to: 100, by: 10) {
            wait.began(.sequence, 7, now: now)
            #expect(wait.step(now: now) == nil)
        }
        #expect(wait.step(now: 100) == .ask)
        for now in stride(from: 110, to: 600, by: 10) { wait.began(.sequence, 7, now: now) }
        #expect(wait.step(now: 600) == .giveUp)
        wait.began(.sequence, 7, now: 1000)
        wait.began(.sequence, 8, now: 1100)
        #expect(wait.remaining(now: 1100) == 150, "another sequence")
    }

    @Test func aPasteEndsAfterASecondOfSilence() {
        var wait = EscapeWait()
        wait.began(.paste, now: 0)
        #expect(wait.step(now: 999) == nil)
        wait.began(.paste, now: 999)
        #expect(wait.step(now: 1998) == nil)
        #expect(wait.step(now: 1999) == .giveUp)
        #expect(!wait.owesAnswer)
    }
}
