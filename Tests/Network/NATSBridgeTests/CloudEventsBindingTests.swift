import NATSBridge
import TestSupport
import Testing
import Wire

@Suite struct CloudEventsBindingTests {
    private static let line = #"{"specversion":"1.0","type":"a.b","source":"s","id":"1","data":{"x":"é"}}"#
    private static let structured = "application/cloudevents+json; charset=utf-8"

    private func read(_ headers: [(String, String)], _ payload: String) -> Result<String, BindingError> {
        let message = NATSMessage(
            "vl.s.a.b", headers: headers.map { NATSHeader($0, $1) }, payload: Array(payload.utf8))
        return Result { () throws(BindingError) in try CloudEventsBinding.line(message, limit: 200) }
            .map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test func `A line is written as it stands, with the header of a structured message`() throws {
        let message = CloudEventsBinding.message(Array(Self.line.utf8), on: "vl.s.a.b", reply: "r")
        expect(message["content-type"], equals: Self.structured)
        expect(message.payload, equals: Array(Self.line.utf8))
        try expect(CloudEventsBinding.line(message, limit: 200).bytes, equals: Array(Self.line.utf8))
    }

    @Test(arguments: [
        structured, "application/cloudevents+json", "Application/CloudEvents+JSON;charset=UTF-8",
        #"application/cloudevents+json; charset="utf-8""#,
    ])
    func `A structured message is read by its content type`(type: String) {
        expect(read([("content-type", type)], Self.line), equals: .success(Self.line))
    }

    @Test func `Line ends between values become blanks`() {
        let payload = "{\"type\":\r\n\"a.b\"}\n"
        expect(read([("Content-Type", Self.structured)], payload), equals: .success("{\"type\":  \"a.b\"} "))
    }

    private static let refused: [(headers: [(String, String)], payload: String, error: BindingError)] = [
        (
            [("Content-Type", "application/cloudevents-batch+json")], line,
            .format("application/cloudevents-batch+json")
        ),
        ([("Content-Type", "application/cloudevents+avro")], line, .format("application/cloudevents+avro")),
        (
            [("Content-Type", "application/cloudevents+json; charset=latin1")], line,
            .format("application/cloudevents+json; charset=latin1")
        ),
        ([], line, .format("")),
        ([("Content-Type", "application/json")], line, .format("application/json")),
        ([("Content-Type", structured)], "no", .event(.notAnObject)),
        ([("Content-Type", structured)], "", .event(.notAnObject)),
        ([("Content-Type", structured)], #"{"type":"a","Type":"b"}"#, .event(.misspeltAttribute("Type", "type"))),
        (
            [("Content-Type", structured)],
            #"{"type":"a","data":{"x":""# + String(repeating: "x", count: 200) + #""}}"#,
            .event(.lineTooLong(bytes: 228, limit: 200))
        ),
        ([("ce-type", "a")], "{}", .header("ce-specversion")),
        ([("ce-specversion", "0.3"), ("ce-type", "a")], "{}", .header("ce-specversion")),
        ([("ce-specversion", "1.0")], "{}", .event(.missingType)),
        ([("ce-specversion", "1.0"), ("ce-type", "a"), ("CE-TYPE", "b")], "{}", .header("CE-TYPE")),
        ([("ce-specversion", "1.0"), ("ce-type", "a"), ("ce-id", "%C0%80")], "{}", .header("ce-id")),
        ([("ce-specversion", "1.0"), ("ce-type", "a"), ("ce-data", "1")], "{}", .header("ce-data")),
        ([("ce-specversion", "1.0"), ("ce-type", "a"), ("ce-a_b", "1")], "{}", .header("ce-a_b")),
        ([("ce-specversion", "1.0"), ("ce-type", "a")], "[1]", .data),
        ([("ce-specversion", "1.0"), ("ce-type", "a")], #"{},"replayed":true"#, .data),
        ([("ce-specversion", "1.0"), ("ce-type", "a")], "text", .data),
    ]

    @Test(arguments: refused) func `What is no event for the bus is refused`(
        headers: [(String, String)], payload: String, error: BindingError
    ) {
        expect(read(headers, payload), equals: .failure(error))
    }

    @Test func `A binary message becomes a line`() {
        let headers = [
            ("ce-specversion", "1.0"), ("Ce-Type", "a.b"), ("ce-source", "%22s%22"), ("ce-id", "\"1 \\\" 2\""),
            ("ce-subject", "Euro%20%E2%82%AC%20%f0%9f%98%80"), ("ce-zone", "x"),
            ("ce-datacontenttype", "application/json"),
            ("ce-replayed", "true"), ("other", "1"),
        ]
        let line =
            #"{"specversion":"1.0","type":"a.b","source":"\"s\"","id":"1 \" 2","subject":"Euro € 😀","zone":"x","data":{"x": 1}}"#
        expect(read(headers, "{\"x\":\n1}"), equals: .success(line))
        expect(
            read([("ce-specversion", "1.0"), ("ce-type", "a")], ""),
            equals: .success(#"{"specversion":"1.0","type":"a","data":{}}"#))
    }

    @Test(arguments: [
        ("plain", "plain"), ("a b", "a%20b"), ("\"q\"", "%22q%22"), ("100%", "100%25"),
        ("é€😀", "%C3%A9%E2%82%AC%F0%9F%98%80"),
        ("line\r\nX: y", "line%0D%0AX:%20y"), ("", ""), ("\u{7F}", "%7F"),
    ])
    func `Header values are encoded by the binding's rules`(text: String, encoded: String) {
        expect(AttributeCoding.encode(text), equals: encoded)
        expect(AttributeCoding.decode(encoded), equals: text)
    }

    @Test(arguments: ["%", "%4", "%GG", "%c3", "%ED%A0%80", "%F5%80%80%80", "\"open", "\"a\"b", "\"\\"])
    func `Values that cannot be decoded are refused`(value: String) {
        expect(AttributeCoding.decode(value), equals: nil)
    }
}
