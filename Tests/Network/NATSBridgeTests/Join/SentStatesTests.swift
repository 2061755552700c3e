import Platform
import TestSupport
import Testing

@testable import NATSBridge

struct SentStatesTests {
    private static let start = Instant.now

    private static func set(_ states: inout SentStates, _ subject: String, _ text: String, at position: UInt64) {
        states.set(NATSMessage(subject, payload: Array(text.utf8)), position: position)
    }

    private static func due(_ states: inout SentStates, at now: Instant = start) -> [String] {
        states.due(at: now, inbox: "i").map { "\($0.reply ?? "") \($0.subject) \($0.text)" }
    }

    @Test func `A newer state replaces one that waits, and follows one that is on its way`() {
        var states = SentStates()
        Self.set(&states, "a", "1", at: 1)
        Self.set(&states, "b", "2", at: 2)
        Self.set(&states, "a", "3", at: 3)
        expect(states.oldest, equals: 2)
        expect(Self.due(&states), equals: ["i.s.1 a 3", "i.s.2 b 2"])
        Self.set(&states, "a", "4", at: 4)
        Self.set(&states, "a", "5", at: 5)
        expect(Self.due(&states) == [] && states.oldest == 2)
        states.wasStored(1)
        expect(Self.due(&states), equals: ["i.s.3 a 5"])
        states.wasStored(2)
        states.wasStored(3)
        states.wasStored(3)
        expect(states.isEmpty && states.deadline == nil)
    }

    @Test func `What is refused, not answered, or published before a reconnect is published again`() {
        var states = SentStates()
        Self.set(&states, "a", "1", at: 1)
        expect(Self.due(&states), equals: ["i.s.1 a 1"])
        states.failed(1)
        expect(Self.due(&states), equals: ["i.s.2 a 1"])
        expect(states.deadline, equals: Self.start + SentLines.patience)
        expect(Self.due(&states, at: Self.start + SentLines.patience), equals: ["i.s.3 a 1"])
        states.publishAgain()
        expect(Self.due(&states), equals: ["i.s.4 a 1"])
        states.wasStored(3)
        #expect(!states.isEmpty, "that was an earlier one")
        states.wasStored(4)
        #expect(states.isEmpty)
    }

    @Test func `So many are on their way`() {
        var states = SentStates()
        for number in 1...SentStates.mostStates { Self.set(&states, "s\(number)", "x", at: UInt64(number)) }
        #expect(!states.hasRoom)
        var next = 1
        while !states.isEmpty {
            let due = Self.due(&states)
            #expect(1...SentStates.mostUnderWay ~= due.count)
            for _ in due {
                states.wasStored(next)
                next += 1
            }
        }
        expect(next == SentStates.mostStates + 1 && states.hasRoom)
    }
}
