import TestSupport
import Testing
import Wire

@testable import Supervision

@Suite struct EventCompletionTests {
    private static func complete(
        _ line: String, source: String = "view", number: Int = 1, isInjected: Bool = false
    ) throws -> String {
        let bytes = Array(line.utf8)
        let layout = try EnvelopeScanner.scan(bytes.span)
        var output = Array("before".utf8)
        bytes.withUnsafeBytes {
            EventCompletion(source: source).complete($0, layout, number: number, isInjected: isInjected, onto: &output)
        }
        expect(output.starts(with: "before".utf8) && output.last == 0x0A)
        return String(decoding: output.dropFirst(6).dropLast(), as: UTF8.self)
    }

    @Test(arguments: [
        (#"{"type":"a"}"#, #"{"specversion":"1.0","type":"a","source":"view","id":"view+1","data":{}}"#),
        (
            #"{"time":"t","causationsource":"s","causationid":"c","correlationid":"k","subject":"","id":"i","type":"a"}"#,
            #"{"specversion":"1.0","type":"a","source":"view","id":"i","subject":"","correlationid":"k","causationid":"c","causationsource":"s","time":"t","data":{}}"#
        ),
        (
            #"{"type":"a","x":[1, 2],"replayed":true,"data":{"a" : 1},"y":null}"#,
            #"{"specversion":"1.0","type":"a","source":"view","id":"view+1","x":[1, 2],"y":null,"data":{"a" : 1}}"#
        ),
        (
            "{\"type\":\"a\",\r\"data\":{\r\"a\":\r1}}\r",
            #"{"specversion":"1.0","type":"a","source":"view","id":"view+1","data":{ "a": 1}}"#
        ),
    ])
    func membersArePutInOrder(line: String, complete: String) throws {
        try expect(Self.complete(line), equals: complete)
        // Complete lines stay unchanged.
        try expect(Self.complete(complete), equals: complete)
    }

    @Test(arguments: [(0, "0"), (9, "9"), (10, "10"), (1_234_567_890, "1234567890"), (.max, "9223372036854775807")])
    func theNumberIsWrittenOut(number: Int, text: String) throws {
        try expect(Self.complete(#"{"type":"a"}"#, number: number), contains: "\"id\":\"view+\(text)\"")
    }

    @Test func aNameIsQuoted() throws {
        let complete = try Self.complete(#"{"type":"a"}"#, source: #"a"\é"#)
        expect(complete, contains: #""source":"a\"\\é","id":"a\"\\é+1""#)
    }

    /// Regression: a member whose name was spelt with escapes stood beside the bus's own.
    @Test(
        arguments: [
            #""injected":0"#, #""\u0069njected":false"#, #""injecte\u0064":true"#, #""inj\u0065cted":{"a":[]}"#,
            #""\u0072eplayed":true"#, #""replaye\u0064":false,"injected":true"#,
        ], [true, false])
    func aMarkOfTheBusReplacesASendersHoweverItIsSpelt(member: String, isInjected: Bool) throws {
        let complete = try Self.complete(#"{"type":"a",\#(member),"injectedly":1}"#, isInjected: isInjected)
        let mark = isInjected ? #""injected":true,"# : ""
        #expect(complete.hasSuffix(#""id":"view+1","injectedly":1,\#(mark)"data":{}}"#), "\(complete)")
    }

    /// Attributes of other names are moved to their places, however they are spelt.
    @Test func anAttributeSpeltWithEscapesStandsOnce() throws {
        let complete = try Self.complete(
            #"{"type":"a","\u0063ausationid":"c","causationsourc\u0065":"s","subj\u0065ct":"x","\u0074ime":"t"}"#)
        expect(
            complete,
            equals:
                #"{"specversion":"1.0","type":"a","source":"view","id":"view+1","subject":"x","causationid":"c","causationsource":"s","time":"t","data":{}}"#
        )
    }
}
