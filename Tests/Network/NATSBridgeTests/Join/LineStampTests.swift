import TestSupport
import Testing

@testable import NATSBridge

struct LineStampTests {
    @Test(arguments: ["net", "mein netz", "a=b", "é"]) func `A stamp is read as it was written`(service: String) {
        for (isFirst, lost, text) in [(false, UInt64(0), "-"), (false, 7, "+7"), (true, 0, "0"), (true, 7, "7")] {
            let stamp = LineStamp(
                sender: "0a", receiver: "0b", position: 17, count: 3, previous: 12, isFirst: isFirst,
                lost: lost, bus: "b1", service: service)
            expect(stamp.text.hasPrefix("0a 0b 17 3 12 \(text) b1 ") && stamp.last == 19)
            expect(LineStamp(stamp.text), equals: stamp)
            #expect(stamp.text.utf8.allSatisfy { 0x20...0x7E ~= $0 })
        }
    }

    /// Numbers that no join writes would be traps for what computes with them.
    @Test(arguments: [
        "", "a", "a r 1 1 0 - b", "a r 0 1 0 - b s", "a r -1 1 0 - b s", "a r 2 1 2 - b s", "a r 2 1 0 x b s",
        "a r 1 0 0 - b s", "a r 1 129 0 - b s", "a r 9007199254740993 1 0 - b s", "a r 99999999999999999999 1 0 - b s",
        "a r x 1 0 - b s", "a/b r 1 1 0 - b s", "a r/s 1 1 0 - b s", "a r 1 1 0 - b/c s", "a r 1 1 0 - b %zz",
        "a  1 1 0 - b s", "a r 1 1 0 -1 b s", "a r 1 1 0 + b s", "a r 1 1 0 ++1 b s", "a r 1 1 0 9007199254740993 b s",
        String(repeating: "a", count: 65) + " r 1 1 0 - b s",
    ])
    func `What no join writes is no stamp`(text: String) {
        expect(LineStamp(text), equals: nil)
    }

    @Test func `An acknowledgement is read as it was written, and nothing else is one`() {
        for asksAgain in [false, true] {
            let answer = Acknowledgement(sender: "0a", receiver: "0b", position: 17, asksAgain: asksAgain)
            expect(Acknowledgement(answer.payload), equals: answer)
        }
        for text in ["", "a b", "a b x", "a b -1", "a b 9007199254740993", "a b 1 twice", "a b 1 again x", "a/b b 1"] {
            expect(Acknowledgement(Array(text.utf8)), equals: nil)
        }
    }
}
