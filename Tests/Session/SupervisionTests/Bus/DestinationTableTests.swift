import TestSupport
import Testing

@testable import Supervision

/// Destinations are looked up by the bytes of a type.
@Suite struct DestinationTableTests {
    private static func keep(_ type: String, in table: inout DestinationTable) {
        let destination = Destination(type: type, receivers: [], isState: false)
        Array(type.utf8).withUnsafeBytes { table.keep(destination, for: $0) }
    }

    private static func find(_ type: String, in table: inout DestinationTable) -> String? {
        Array(type.utf8).withUnsafeBytes { table.destination(of: $0)?.type }
    }

    @Test func eachTypeHasItsOwn() {
        var table = DestinationTable()
        let types = (0..<1000).map { "a.output.ticked\($0)" } + ["a", "a.output", "é", "a.output.ticked\u{301}"]
        for type in types { Self.keep(type, in: &table) }
        for type in types + types.reversed() { expect(Self.find(type, in: &table), equals: type) }
    }

    /// Types that are not in the table: longer or shorter by one byte, of equal length, empty.
    @Test(arguments: ["", "a", "a.output.ticke", "a.output.tickedd", "a.output.tickef", "A.output.ticked", "\u{0}"])
    func anotherTypeHasNone(type: String) {
        var table = DestinationTable()
        expect(Self.find(type, in: &table), equals: nil)
        Self.keep("a.output.ticked", in: &table)
        #expect(Self.find("a.output.ticked", in: &table) != nil)
        expect(Self.find(type, in: &table), equals: nil)
    }

    /// A sender that invents types must not fill the memory.
    @Test func theNumberOfTypesIsBounded() {
        var table = DestinationTable()
        for number in 0..<DestinationTable.capacity * 2 + 1 { Self.keep("\(number)", in: &table) }
        let found = (0..<DestinationTable.capacity * 2 + 1).filter { Self.find("\($0)", in: &table) != nil }
        expect(!found.isEmpty && found.count <= DestinationTable.capacity)
        expect(found.last, equals: DestinationTable.capacity * 2, "the newest is there")
    }

    @Test func aLongTypeIsNotKept() {
        var table = DestinationTable()
        let long = String(repeating: "x", count: DestinationTable.longestType + 1)
        Self.keep(long, in: &table)
        expect(Self.find(long, in: &table), equals: nil)
        Self.keep(String(long.dropLast()), in: &table)
        #expect(Self.find(String(long.dropLast()), in: &table) != nil)
    }

    @Test func aTypeThatIsKeptTwiceStaysTheFirst() {
        var table = DestinationTable()
        for isState in [false, true] {
            let destination = Destination(type: "a", receivers: [], isState: isState)
            Array("a".utf8).withUnsafeBytes { table.keep(destination, for: $0) }
        }
        expect(Array("a".utf8).withUnsafeBytes { table.destination(of: $0)?.isState }, equals: false)
    }
}

/// The states of a run that no later one of it supersedes.
@Suite struct NewestStatesTests {
    @Test(arguments: [
        (["a"], [0]), (["a", "a", "a"], [2]), (["a", "b", "a"], [1, 2]), (["a", "b", "c"], [0, 1, 2]),
        (["", "a", ""], [1, 2]), (["é", "e\u{301}", "é"], [1, 2]),
        (Array(repeating: ["a", "b"], count: 500).flatMap(\.self), [998, 999]),
    ])
    func onlyTheLastOfEachSubjectIsQueued(subjects: [String], kept: [Int]) throws {
        let destination = Destination(type: "a.output.x", receivers: [], isState: true)
        let lines = subjects.enumerated().map { number, subject in
            #"{"type":"a.output.x","id":"\#(number)","subject":"\#(subject)","data":{}}"# + "\n"
        }
        Array(lines.joined().utf8).withUnsafeBytes { bytes in
            let states = destination.newestStates(of: LineRun(scanning: bytes)) ?? []
            expect(states.map { String(decoding: bytes[$0.range], as: UTF8.self) }, equals: kept.map { lines[$0] })
            expect(states.map(\.key), equals: kept.map { StateKey(type: "a.output.x", subject: subjects[$0]) })
        }
    }

    @Test func otherEventsAreNoStates() {
        Array(#"{"type":"a.output.x","data":{}}"#.utf8 + [0x0A]).withUnsafeBytes { bytes in
            let destination = Destination(type: "a.output.x", receivers: [], isState: false)
            expect(destination.newestStates(of: LineRun(scanning: bytes)) == nil)
        }
    }
}
