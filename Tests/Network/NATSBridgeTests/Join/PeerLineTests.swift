import TestSupport
import Testing

@testable import NATSBridge

struct PeerLineTests {
    private static let peer = PeerLine(service: "net", bus: "here")

    @Test(arguments: [
        // The source is ours; id, members and their values stay.
        (
            #"{"specversion":"1.0","type":"a.b.c","source":"view","id":"view-1-7","subject":"s","data":{"x":1.50}}"#,
            #"{"specversion":"1.0","type":"a.b.c","source":"net","id":"view-1-7","subject":"s","data":{"x":1.50}}"#
        ),
        // A cause by the other join's name is one of this bus, known by its id.
        (
            #"{"type":"a.b.c","id":"1","causationid":"view-1-7","causationsource":"far"}"#,
            #"{"specversion":"1.0","type":"a.b.c","source":"net","id":"1","causationid":"view-1-7","data":{}}"#
        ),
        (
            #"{"type":"a.b.c","id":"1","causationid":"7","causationsource":"view"}"#,
            #"{"specversion":"1.0","type":"a.b.c","source":"net","id":"1","causationid":"7","causationsource":"view","data":{}}"#
        ),
        // Only a bus may say that something was replayed or injected.
        (
            #"{"type":"a.b.c","id":"1","replayed":true,"injected":true}"#,
            #"{"specversion":"1.0","type":"a.b.c","source":"net","id":"1","data":{}}"#
        ),
        (
            "{\"type\":\"a.b.c\",\r\n\"data\":{}}",
            #"{"specversion":"1.0","type":"a.b.c","source":"net","id":"new","data":{}}"#
        ),
        (
            "{\"type\":\"a.b.c\",\"id\":\"1\",\"data\":{\"a\":\n[]}}",
            #"{"specversion":"1.0","type":"a.b.c","source":"net","id":"1","data":{"a": []}}"#
        ),
    ])
    func `A line of another bus becomes one of ours`(theirs: String, ours: String) throws {
        let line = try Self.peer.rewrite(Array(theirs.utf8), type: "a.b.c", from: "far", of: nil, id: "new")
        expect(String(decoding: line, as: UTF8.self), equals: ours)
    }

    @Test(arguments: [
        #"{"type":"a.b.d","id":"1"}"#, "{}", "", "no", #"{"type":"a.b.c","type":"a.b.c"}"#, #"{"type":7}"#,
        "{\"type\":\"a.b.c\",\"id\":\"\u{1}\"}",
    ])
    func `What is no event, or not of its subject's type, is refused`(line: String) {
        #expect(throws: PeerLine.Failure.self) {
            try Self.peer.rewrite(Array(line.utf8), type: "a.b.c", from: nil, of: nil, id: "new")
        }
    }

    /// Each join adds the bus that a line comes from.
    @Test(arguments: [
        (#"{"type":"a.b.c","id":"1"}"#, #""via":"there","data""#),
        (#"{"type":"a.b.c","id":"1","via":"first second","data":{}}"#, #""via":"first second there","data""#),
        (#"{"type":"a.b.c","id":"1","via" : "first","x":1}"#, #""via":"first there","x":1,"data""#),
        (#"{"type":"a.b.c","id":"1","via":7}"#, #""via":"there","data""#),
    ])
    func `A line lists the buses that it has passed`(theirs: String, part: String) throws {
        let line = try Self.peer.rewrite(Array(theirs.utf8), type: "a.b.c", from: "far", of: "there", id: "new")
        expect(String(decoding: line, as: UTF8.self), contains: part, "\(String(decoding: line, as: UTF8.self))")
    }

    @Test(arguments: [
        (#"{"type":"a.b.c","via":"first here"}"#, "there", PeerLine.Failure.cameBack),
        (#"{"type":"a.b.c"}"#, "here", .cameBack),
        (
            "{\"type\":\"a.b.c\",\"via\":\"\((1...PeerLine.mostBuses).map { "b\($0)" }.joined(separator: " "))\"}",
            "there",
            .tooFar
        ),
        ("{\"type\":\"a.b.c\",\"via\":\"\(String(repeating: "b", count: PeerLine.longestVia))\"}", "there", .tooFar),
    ])
    func `A line that has passed our bus, or too many, stops here`(line: String, bus: String, why: PeerLine.Failure) {
        #expect(throws: why) {
            try Self.peer.rewrite(Array(line.utf8), type: "a.b.c", from: nil, of: bus, id: "new")
        }
    }
}
