import TestSupport
import Testing

@testable import NATSBridge

struct LineStampTests {
    @Test(arguments: ["net", "mein netz", "a=b", "é"]) func `A stamp is read as it was written`(service: String) {
        let stamp = LineStamp(
            incarnation: "0a", position: 17, count: 3, previous: 12, number: 4, bus: "b1", service: service)
        expect(stamp.text.hasPrefix("0a 17 3 12 4 b1 ") && stamp.last == 19)
        expect(LineStamp(stamp.text), equals: stamp)
        #expect(stamp.text.utf8.allSatisfy { 0x20...0x7E ~= $0 })
    }

    /// Numbers that no join writes would be traps for what computes with them.
    @Test(arguments: [
        "", "a", "a 1 1 0 0 b", "a 0 1 0 0 b s", "a -1 1 0 0 b s", "a 2 1 2 0 b s", "a 2 1 0 2 b s", "a 1 0 0 0 b s",
        "a 1 129 0 0 b s", "a 9007199254740993 1 0 0 b s", "a 99999999999999999999 1 0 0 b s", "a x 1 0 0 b s",
        "a/b 1 1 0 0 b s", "a 1 1 0 0 b/c s", "a 1 1 0 0 b %zz", "a  1 1 0 0 b s",
        String(repeating: "a", count: 65) + " 1 1 0 0 b s",
    ])
    func `What no join writes is no stamp`(text: String) {
        expect(LineStamp(text), equals: nil)
    }

    @Test func `Each line names the last one of its type, and counts them`() {
        var counter = StampCounter()
        let places = ["a", "b", "a", "a", "c", "b", "a"].map { counter.next(of: $0) }
        expect(places.map { $0?.previous.position ?? 9 }, equals: [0, 0, 1, 3, 0, 2, 4])
        expect(places.map { $0?.previous.number ?? 9 }, equals: [0, 0, 1, 2, 0, 1, 3])
    }

    @Test func `There are so many types and no more`() {
        var counter = StampCounter()
        for number in 0..<LineStamp.mostTypes { #expect(counter.next(of: "t\(number)") != nil) }
        expect(counter.next(of: "one more"), equals: nil)
        #expect(counter.next(of: "t0") != nil)
    }
}
