import Platform
import TestSupport
import Testing

@testable import NATSBridge

struct FarewellTests {
    private static let start = Instant.now

    @Test func `The others are told when the bus has taken something after the end`() {
        var farewell = Farewell()
        expect(farewell.deadline, equals: nil)
        var took = farewell.busTook()
        #expect(!took, "nothing has ended")
        farewell.end(at: Self.start)
        let due = Self.start + Farewell.triesBusAfter
        expect(farewell.deadline, equals: due)
        var tries = farewell.triesBus(at: due - .milliseconds(1))
        #expect(!tries, "a supervisor that dies closes one pipe before the other")
        took = farewell.busTook()
        #expect(!took, "that was written before")
        tries = farewell.triesBus(at: due)
        #expect(tries)
        tries = farewell.triesBus(at: due)
        #expect(!tries)
        farewell.end(at: due)
        took = farewell.busTook()
        expect(took && farewell.deadline == nil)
        took = farewell.busTook()
        #expect(!took)
    }
}
