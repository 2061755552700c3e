import TestSupport
import Testing
import Wire

/// Lenient input becomes strict output.
@Suite struct EventLineTests {
    @Test(arguments: [
        (#"{"type":"a.input.b"}"#, #"{"specversion":"1.0","type":"a.input.b","data":{}}"#),
        (
            #"{"data":{"x":[1,{"type":"no"}]},"id":"7","source":"s","type":"a.input.b","subject":"u"}"#,
            #"{"specversion":"1.0","type":"a.input.b","source":"s","id":"7","subject":"u","data":{"x":[1,{"type":"no"}]}}"#
        ),
        (
            #"{"type":"a.b","causationid":"c","correlationid":"k","time":"2026-01-01T00:00:00Z","other":1}"#,
            #"{"specversion":"1.0","type":"a.b","correlationid":"k","causationid":"c","time":"2026-01-01T00:00:00Z","data":{}}"#
        ),
        (#"{"type":"a.b","subject":""}"#, #"{"specversion":"1.0","type":"a.b","data":{}}"#),
        (
            #"{"type":"\u0061.b","subject":"\ud83c\udfbb é \u0007 \u2028"}"#,
            #"{"specversion":"1.0","type":"a.b","subject":"🎻 é \u0007 \u2028","data":{}}"#
        ),
        ("\u{FEFF}{\"type\":\"a.b\"}\r", #"{"specversion":"1.0","type":"a.b","data":{}}"#),
    ])
    func isReadAndWritten(input: String, output: String) throws {
        expect(String(decoding: try Event(line: input).line, as: UTF8.self), equals: output + "\n")
    }

    @Test func anAnswerStaysInItsChain() throws {
        var request = try Event(line: #"{"type":"a.input.b","id":"r-1","correlationid":"user-1","subject":"s-1"}"#)
        let answer = Event("a.output.c", ["k": "v"], answering: request)
        expect(answer.correlationID, equals: "user-1")
        expect(answer.causationID, equals: "r-1")
        expect(answer.subject, equals: "s-1")
        request.correlationID = nil
        expect(Event("a.output.c", ["k": "v"], answering: request).correlationID, equals: "r-1", "it began the chain")
    }

    /// Ids are unique only for their source: if an id does not show its source, the answer names it.
    @Test(arguments: [
        ("view", "view-1-2", nil), ("view", "view+2", nil), ("view", "7", "view"), ("view", "views-1", "view"),
        ("view", "view", "view"), ("", "7", nil),
    ])
    func anAnswerNamesTheSourceOfItsCause(source: String, id: String, named: String?) throws {
        var request = Event(type: "a.input.b")
        (request.source, request.id) = (source, id)
        let answer = Event("a.output.c", ["k": "v"], answering: request)
        expect(answer.causationID == id && answer.causationSource == named)
        try expect(Event(line: answer.line.span), equals: answer)
    }

    @Test func aReplayedEventIsMarked() throws {
        let event = try Event(line: #"{"specversion":"1.0","replayed":true,"type":"a.b"}"#)
        #expect(event.isReplayed)
        try expect(Event(line: event.line.span), equals: event)
        #expect(try !Event(line: #"{"type":"a.b","replayed":false}"#).isReplayed)
    }

    /// The bus marks accepted lines, and the mark must not make a line too long for its reader.
    @Test func aLineOfTheLimitMayBeMarked() throws {
        var reader = EventReader(limit: 100)
        let line = #"{"specversion":"1.0","replayed":true,"type":"a.b","data":{"x":""#
        let text = line + String(repeating: "x", count: 116 - line.count - 3) + "\"}}\n"
        Array(text.utf8).withUnsafeBytes { reader.append($0) }
        guard case .event(let event)? = reader.next() else {
            Issue.record("it is refused")
            return
        }
        #expect(event.isReplayed)
    }

    @Test(arguments: [("9223372036854775807", 1 << 30), ("-5", 1), ("0", 1), ("x", 1 << 20), ("5000", 5000)])
    func aLimitFromTheEnvironmentIsBounded(value: String, limit: Int) throws {
        let environment = try RoleEnvironment(role: "a") { $0 == "VIPERLINE_LINE_LIMIT" ? value : nil }
        expect(environment.lineLimit, equals: limit)
    }

    @Test func aStampGivesEveryEventAnIdOfItsOwn() {
        var stamp = EventStamp(source: "view", run: "2")
        let events = (0..<3).map { _ in stamp.stamp(Event(type: "a.b")) }
        expect(events.map(\.id), equals: ["view-2-1", "view-2-2", "view-2-3"])
        #expect(events.allSatisfy { $0.source == "view" && $0.correlationID == $0.id })
    }

    /// A raw `cat` of our output cannot move the cursor, and readers that also split at other line ends do not split
    /// it.
    @Test(arguments: ["\u{1B}[2J", "\u{7F}", "\u{85}", "\u{9B}31m", "\u{2028}", "\u{2029}", "a\nb", "\u{0}"])
    func nothingUnprintableLeavesRaw(text: String) throws {
        let event = Event("a.b", ["text": text, text: "key"], subject: text)
        let line = String(decoding: event.line.dropLast(), as: UTF8.self)
        #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(!line.unicodeScalars.contains { $0 == "\u{2028}" || $0 == "\u{2029}" })
        let back = try Event(line: line)
        expect(back.subject, equals: text)
        try expect(back.decode([String: String].self)["text"], equals: text)
    }

    @Test(arguments: [
        (#"{"type":"t","bytes":"x","limit":1}"#, "data.bytes is not an integer"),
        (#"{"type":"t","bytes":1}"#, "data.limit is missing"),
        (#"{"type":null,"bytes":1,"limit":1}"#, "data.type is null"),
        (#"{"bytes":1,"type":["t"],"limit":1}"#, "data.type is not a string"),
    ])
    func aPayloadOfTheWrongShapeIsNamed(data: String, reason: String) throws {
        let event = try Event(line: #"{"type":"a.b","data":\#(data)}"#)
        #expect(throws: PayloadError(type: "a.b", reason: reason)) { try event.decode(ProcessInput.Refused.self) }
    }

    /// Of duplicate keys the first counts; unknown keys and keys with escapes are read as usual.
    @Test func aPayloadIsReadLeniently() throws {
        let data = #"{"other":[{"type":1}],"ty\u0070e":"t","type":"u","bytes":1e1,"limit":2.0}"#
        let event = try Event(line: #"{"type":"a.b","data":\#(data)}"#)
        try expect(
            event.decode(ProcessInput.Refused.self), equals: ProcessInput.Refused(type: "t", bytes: 10, limit: 2))
    }
}
