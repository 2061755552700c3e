import Recording
import TestSupport
import Testing
import Wire

@Suite struct NormaliserTests {
    private static func normalise(_ lines: [String], memory: Int = Normaliser.memory) throws -> [String] {
        var normaliser = Normaliser(memory: memory)
        return try lines.map { String(decoding: try normaliser.normalise(Array($0.utf8).span), as: UTF8.self) }
    }

    @Test func idsBecomeOrdinalsAndTimesAreLeftOut() throws {
        let lines = [
            #"{"type":"view.output.didSelect","source":"view","id":"view-1-7","correlationid":"view-1-7","time":"2026-01-01T00:00:00Z","data":{"row":"view-1-8"}}"#,
            #"{"type":"interactor.input.lookup","source":"presenter","id":"p-3","correlationid":"view-1-7","causationid":"view-1-7","data":{"id":"7"}}"#,
            #"{"type":"interactor.input.cancel","source":"presenter","id":"p-4","causationid":"elsewhere-1","data":{"id":"view-1-7"}}"#,
        ]
        try expect(
            Self.normalise(lines),
            equals: [
                #"{"specversion":"1.0","type":"view.output.didSelect","source":"view","id":"1","correlationid":"1","data":{"row":"view-1-8"}}"#,
                #"{"specversion":"1.0","type":"interactor.input.lookup","source":"presenter","id":"2","correlationid":"1","causationid":"1","data":{"id":"7"}}"#,
                #"{"specversion":"1.0","type":"interactor.input.cancel","source":"presenter","id":"3","causationid":"4","data":{"id":"1"}}"#,
            ])
    }

    @Test(arguments: [
        // Order of members at every depth, and whitespace.
        (#"{"type":"a","data":{"x":{"b":1,"a":[1, 2]}}}"#, #" {"data" : {"x":{"a":[1,2],"b":1}}, "type":"a"}"#),
        (#"{"type":"a","y":1,"x":2}"#, #"{"x": 2, "type":"a", "y": 1, "data":{}}"#),
        // A single spelling for each string and number.
        (#"{"type":"a","data":{"s":"\u00e9\/"}}"#, #"{"type":"\u0061","data":{"s":"é/"}}"#),
        (#"{"type":"a","data":{"n":1.0,"m":1e3}}"#, #"{"type":"a","data":{"m":1000,"n":1}}"#),
    ])
    func writersDifferWithoutADifference(one: String, other: String) throws {
        try expect(Self.normalise([one]), equals: Self.normalise([other]))
    }

    @Test(arguments: [
        (#"{"type":"a","data":{"n":9007199254740993}}"#, #"{"type":"a","data":{"n":9007199254740992}}"#),
        (#"{"type":"a","data":{"n":1.5}}"#, #"{"type":"a","data":{"n":1.25}}"#),
        (#"{"type":"a","data":{"n":[1,2]}}"#, #"{"type":"a","data":{"n":[2,1]}}"#),
        (#"{"type":"a","data":{"n":null}}"#, #"{"type":"a","data":{}}"#),
    ])
    func aDifferenceStays(one: String, other: String) throws {
        #expect(try Self.normalise([one]) != Self.normalise([other]))
    }

    @Test func whatIsNoEventIsRefused() {
        #expect(throws: EnvelopeError.self) { try Self.normalise(["nonsense"]) }
        #expect(throws: EnvelopeError.self) { try Self.normalise([#"{"data":{}}"#]) }
    }

    @Test func anIdIsRememberedForAsLongAsItIsPromised() {
        var normaliser = Normaliser(memory: 10)
        let first = normaliser.ordinal(of: "first")
        for number in 0..<9 { _ = normaliser.ordinal(of: "x-\(number)") }
        expect(normaliser.ordinal(of: "first"), equals: first)
        for number in 0..<30 { _ = normaliser.ordinal(of: "y-\(number)") }
        expect(normaliser.ordinal(of: "first"), equals: 41)
    }
}
