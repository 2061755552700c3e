import Platform
import Testing

@testable import NATSBridge

struct SentLinesTests {
    private static let start = Instant.now
    private static let sender = SenderID(name: "a", incarnation: "1") ?? .unknown

    private static func lines(_ count: Int, after stored: SentLines.Origin? = nil) -> SentLines {
        var lines = SentLines(sender: sender, service: "net", stored: stored)
        for number in 1...count {
            _ = lines.append([UInt8(number & 127)], subject: "vl.s.t", type: "t", id: "e\(number)", source: "role")
        }
        return lines
    }

    private static func positions(_ messages: [NATSMessage]) -> [String] {
        messages.map { $0.reply?.split(separator: ".").suffix(2).joined(separator: ".") ?? "" }
    }

    @Test func `Lines are published without waiting, and count as stored in order`() {
        var lines = Self.lines(3)
        #expect(Self.positions(lines.due(at: Self.start, inbox: "i")) == ["1.0", "2.0", "3.0"])
        #expect(lines.due(at: Self.start, inbox: "i").isEmpty)
        lines.wasStored(2)
        #expect(lines.stored == nil)
        lines.wasStored(1)
        #expect(lines.stored == SentLines.Origin(id: "e2", source: "role", position: 2))
        lines.wasStored(3)
        lines.wasStored(3)
        lines.wasStored(99)
        #expect(lines.isEmpty && lines.storedPosition == 3)
    }

    @Test func `A refused line holds up those behind it, and what is not stored is sent again in order`() {
        var lines = Self.lines(4)
        _ = lines.due(at: Self.start, inbox: "i")
        lines.wasStored(1)
        lines.wasRefused(2, round: 0, why: "maximum messages exceeded", at: Self.start)
        lines.wasStored(3)
        _ = lines.append([9], subject: "vl.s.t", type: "t", id: "e5", source: "role")
        #expect(lines.due(at: Self.start, inbox: "i").isEmpty)
        #expect(lines.trouble == "maximum messages exceeded")
        let later = Self.start + .seconds(1)
        #expect(Self.positions(lines.due(at: later, inbox: "i")) == ["2.1", "4.1", "5.1"])
        lines.wasRefused(2, round: 0, why: "late", at: later)
        #expect(lines.due(at: later, inbox: "i").isEmpty, "an answer to an earlier round says nothing")
        lines.wasStored(2)
        #expect(lines.trouble == nil && lines.storedPosition == 3)
    }

    @Test func `The pause grows, and silence counts as a refusal`() {
        var lines = Self.lines(1)
        _ = lines.due(at: Self.start, inbox: "i")
        let late = Self.start + SentLines.patience
        #expect(lines.due(at: late, inbox: "i").isEmpty)
        #expect(lines.trouble != nil)
        var now = late
        for round in 1...10 {
            guard let next = lines.deadline else { break }
            #expect(next - now <= SentLines.longestPause)
            now = next
            #expect(Self.positions(lines.due(at: now, inbox: "i")) == ["1.\(round)"])
            lines.wasRefused(1, round: round, why: "full", at: now)
        }
    }

    @Test func `So many lines are on their way, and then the bus waits`() {
        let lines = Self.lines(SentLines.mostLines)
        #expect(!lines.hasRoom)
        #expect(Self.lines(SentLines.mostLines - 1).hasRoom)
        var large = SentLines(sender: Self.sender, service: "net")
        _ = large.append(
            [UInt8](repeating: 0, count: SentLines.mostBytes), subject: "s", type: "t", id: "1", source: "role")
        #expect(!large.hasRoom)
    }

    @Test func `A successor gives the same lines the same positions`() {
        var lines = Self.lines(2, after: SentLines.Origin(id: "e9", source: "role", position: 40))
        #expect(Self.positions(lines.due(at: Self.start, inbox: "i")) == ["41.0", "42.0"])
    }

    @Test func `After a lost connection all that is not stored is published again`() {
        var lines = Self.lines(3)
        _ = lines.due(at: Self.start, inbox: "i")
        lines.wasStored(1)
        lines.publishAgain()
        #expect(Self.positions(lines.due(at: Self.start, inbox: "i")) == ["2.1", "3.1"])
    }
}
