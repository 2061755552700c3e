import Testing

@testable import NATSBridge

struct LineStampTests {
    @Test(arguments: ["net", "mein netz", "a=b", "é"]) func `A stamp is read as it was written`(service: String) {
        let stamp = LineStamp(
            sender: SenderID(name: "host-1", incarnation: "0a") ?? .unknown, service: service, position: 17, stored: 12,
            previous: 16, others: [TypePosition("view.input.show", 15)])
        #expect(stamp.positionText == "17 12 16 view.input.show=15")
        #expect(LineStamp(senderText: stamp.senderText, positionText: stamp.positionText) == stamp)
        #expect(stamp.senderText.utf8.allSatisfy { 0x20...0x7E ~= $0 })
    }

    @Test(arguments: [
        "", "1", "1 0", "0 0 0", "-1 0 0", "1 1 0", "2 0 2", "9007199254740993 0 0", "1 0 x", "5 0 1 a", "5 0 1 a=",
        "5 0 1 =3", "5 0 1 a=5", "5 0 1 a=99999999999999999999", "5  0 1",
    ])
    func `What no join writes is no stamp`(position: String) {
        #expect(LineStamp(senderText: "a b c", positionText: position) == nil)
    }

    @Test(arguments: ["", "a", "a b", "a/b c d", "a b %zz", String(repeating: "a", count: 65) + " b c"])
    func `A sender has two words and a service`(sender: String) {
        #expect(LineStamp(senderText: sender, positionText: "1 0 0") == nil)
    }

    @Test func `Each line names what came since the last of its type`() {
        var counter = StampCounter()
        let places = ["a", "b", "a", "a", "c", "b", "a"].map { counter.next(of: $0) }
        #expect(places.map { $0?.previous ?? 0 } == [0, 0, 1, 3, 0, 2, 4])
        #expect(places[2]?.others == [TypePosition("b", 2)])
        #expect(places[3]?.others == [])
        #expect(places[6]?.others == [TypePosition("b", 6), TypePosition("c", 5)])
    }

    @Test func `There are so many types and no more`() {
        var counter = StampCounter()
        for number in 0..<LineStamp.mostTypes { #expect(counter.next(of: "t\(number)") != nil) }
        #expect(counter.next(of: "one more") == nil)
        #expect(counter.next(of: "t0") != nil)
    }
}
