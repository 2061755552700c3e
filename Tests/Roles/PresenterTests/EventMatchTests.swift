import TestSupport
import Testing

/// The rule of Tests/Conversations/README.md.
@Suite struct EventMatchTests {
    @Test(
        arguments: [
            (#"{"type":"a"}"#, #"{"type":"a","id":"7","data":{"x":1}}"#, nil),
            (#"{"type":"a","id":"1","time":"x"}"#, #"{"type":"a","id":"2"}"#, nil),
            (#"{"data":{"x":1}}"#, #"{"data":{"x":1.0,"y":2}}"#, nil),
            (#"{"data":{"x":null}}"#, #"{"data":{}}"#, nil),
            (#"{"data":{"x":null}}"#, #"{"data":{"x":0}}"#, "data.x is 0, not null"),
            (#"{"data":{"id":"1"}}"#, #"{"data":{"id":"2"}}"#, #"data.id is "2", not "1""#),
            (#"{"data":{"x":1}}"#, #"{"data":{"x":true}}"#, "data.x is true, not 1"),
            (#"{"data":{"x":[{"y":1}]}}"#, #"{"data":{"x":[{"y":1,"z":2}]}}"#, nil),
            (#"{"data":{"x":[1]}}"#, #"{"data":{"x":[1,2]}}"#, "data.x has 2 elements, not 1"),
            (#"{"data":{"x":[1,3]}}"#, #"{"data":{"x":[1,2]}}"#, "data.x[1] is 2, not 3"),
            (#"{"type":"a"}"#, #""noise""#, #"the event is "noise", not {"type":"a"}"#),
        ] as [(String, String, String?)])
    func difference(_ wanted: String, _ actual: String, is problem: String?) throws {
        expect(EventMatch.difference(try JSONValue(wanted), try JSONValue(actual)), equals: problem)
    }

    @Test func orderMattersUnlessItIsSaidNotTo() throws {
        let expected = try [JSONValue(#"{"type":"a"}"#), JSONValue(#"{"type":"b"}"#)]
        let reversed = Array(expected.reversed())
        #expect(EventMatch.compare(expected, reversed, inAnyOrder: false) != nil)
        expect(EventMatch.compare(expected, reversed, inAnyOrder: true), equals: nil)
        #expect(EventMatch.compare(expected, [expected[0], expected[0]], inAnyOrder: true) != nil)
        #expect(EventMatch.compare(expected, [expected[0]], inAnyOrder: true) != nil)
        #expect(EventMatch.compare(expected, reversed + [expected[0]], inAnyOrder: true) != nil)
    }
}
