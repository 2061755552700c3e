import Foundation
import JSON
import Processes
import TestSupport
import Testing
import Wire

/// The role loop on real descriptors.
@Suite struct RoleLoopTests {
    /// Answers `a.input.say` with its text.
    struct Echo: Role {
        struct Said: JSONCodable, Equatable {
            var text: String

            init(text: String) { self.text = text }

            init(from reader: inout JSONReader) throws(JSONError) { text = try reader.onlyMember("text") }
            func write(to writer: inout JSONWriter) { writer.write(["text": text]) }
        }

        mutating func start() -> [Event] { [Event("a.output.began", Said(text: ""))] }

        mutating func receive(_ event: Event) throws(PayloadError) -> [Event] {
            guard event.type == "a.input.say" else { return [] }
            return [Event("a.output.said", try event.decode(Said.self), answering: event)]
        }
    }

    /// Counts the events it receives.
    struct Counter: Role {
        struct Count: JSONCodable, Equatable {
            var count = 0

            init() {}

            init(from reader: inout JSONReader) throws(JSONError) { count = try reader.onlyMember("count") }
            func write(to writer: inout JSONWriter) { writer.write(["count": count]) }
        }
        var state = Count()
        var snapshotInterval = 256

        mutating func start() -> [Event] { [Event("a.output.began", state)] }

        mutating func receive(_ event: Event) throws(PayloadError) -> [Event] {
            state.count += 1
            return [Event("a.output.counted", state, answering: event)]
        }

        func snapshot() -> [UInt8]? { Payload.encode(state) }
        mutating func restore(_ event: Event) throws(PayloadError) { state = try event.decode(Count.self) }
    }

    @Test func aRoleWritesSnapshotsAndRestoresThem() throws {
        let lines = (1...600).map { #"{"type":"a.input.x","id":"\#($0)"}"# }.joined(separator: "\n") + "\n"
        let events = try Self.run(lines, as: Counter())
        let snapshots = events.filter { $0.type == ProcessOutput.Snapshot.type }
        expect(snapshots.map(\.causationID), equals: ["256", "512"])
        let state = try require(snapshots.last?.data)
        let restore = #"{"type":"process.input.restore","data":\#(String(decoding: state, as: UTF8.self))}"#
        let restored = try Self.run("\(restore)\n\(lines)", as: Counter(), restored: true)
        expect(restored.first?.type, equals: "a.output.counted", "it does not start again")
        try expect(restored.first?.decode(Counter.Count.self).count, equals: 513)
    }

    @Test func aRestoredStateIsNotWrittenAgain() throws {
        let lines = """
            {"type":"process.input.restore","id":"restore","data":{"count":7}}
            {"type":"a.input.x","id":"1"}

            """
        let events = try Self.run(lines, as: Counter(snapshotInterval: 1), restored: true)
        expect(events.map(\.type), equals: ["a.output.counted", ProcessOutput.Snapshot.type])
        expect(events.last?.causationID, equals: "1")
    }

    @Test(arguments: [(40, 1), (32, 1), (24, 0)]) func aSnapshotThatWouldFillTheLineIsNotWritten(
        limit: Int, snapshots: Int
    )
        throws
    {
        var counter = Counter(snapshotInterval: 1)
        counter.state.count = 1_000_000_000_000
        let lines = #"{"type":"a.input.x"}"# + "\n"
        let events = try Self.run(lines, limit: limit, as: counter)
        expect(events.filter { $0.type == ProcessOutput.Snapshot.type }.count, equals: snapshots)
    }

    @Test func aRoleDoesNotSeeAliases() throws {
        let events = try Self.run(#"{"type":"b.input.say","data":{"text":"hi"}}"#, aliases: "a=b")
        expect(events.map(\.type), equals: ["b.output.began", "b.output.said"])
    }

    private static func run(
        _ input: String, limit: Int = 1000, as role: some Role = Echo(), restored: Bool = false, aliases: String? = nil
    ) throws -> [Event] {
        var role = role
        let folder = try TemporaryFolder()
        let input = try require(Descriptor(opening: folder.write(input, to: "in").path, O_RDONLY))
        let output = try require(Descriptor(opening: folder.write("", to: "out").path, O_WRONLY))
        var variables = ["VIPERLINE_SERVICE": "echo", "VIPERLINE_RUN": "1", "VIPERLINE_LINE_LIMIT": "\(limit)"]
        variables["VIPERLINE_PROTOCOLS"] = aliases
        if restored { variables["VIPERLINE_RESTORED"] = "1" }
        let status = RoleLoop.run(
            &role, in: try RoleEnvironment(role: "echo") { variables[$0] }, input: input.number, output: output.number)
        expect(status, equals: .done)
        return try folder.text(of: "out").split(separator: "\n").map { try Event(line: String($0)) }
    }

    @Test func answersEveryLineTheLastWithoutLineFeedToo() throws {
        let say = #"{"type":"a.input.say","data":{"text":"TEXT"}}"#
        let events = try Self.run("\(say)\n\n{\"type\":\"a.input.other\"}\n\(say)")
        expect(events.map(\.type), equals: ["a.output.began", "a.output.said", "a.output.said"])
        expect(events.map(\.id), equals: ["echo-1-1", "echo-1-2", "echo-1-3"])
        expect(events.map(\.causationID), equals: [nil, "input-1", "input-3"], "lines without ids are numbered")
    }

    @Test(arguments: [
        ("nonsense", "nonsense", "not a JSON object"),
        (#"{"type":"a.input.say","data":{}}"#, "{}", "a.input.say: data.text is missing"),
        (#"{"type":"a.input.say","data":{"text":1}}"#, #"{"text":1}"#, "a.input.say: data.text is not a string"),
        (
            String(repeating: "x", count: 5000), String(repeating: "x", count: 200),
            "a line of 5000 bytes is over the limit of 1000"
        ),
    ])
    func refusesABadLineAndContinues(line: String, quoted: String, reason: String) throws {
        let events = try Self.run("\(line)\n{\"type\":\"a.input.say\",\"data\":{\"text\":\"hi\"}}\n")
        expect(events.map(\.type), equals: ["a.output.began", ProcessOutput.Refused.type, "a.output.said"])
        try expect(
            events[1].decode(ProcessOutput.Refused.self), equals: ProcessOutput.Refused(reason: reason, line: quoted))
    }

    /// It closes the other end.
    private static func writer(of pipe: consuming Processes.Pipe) -> Descriptor { pipe.writer }

    @Test func endsQuietlyWhenItsOutputIsClosed() throws {
        var role = Echo()
        let stdin = try Pipe.open()
        let stdout = Self.writer(of: try Pipe.open())
        let status = RoleLoop.run(
            &role, in: try RoleEnvironment(role: "echo"), input: stdin.reader.number, output: stdout.number)
        expect(status, equals: .done)
    }
}

extension JSONReader {
    /// The value of an object's only member.
    fileprivate mutating func onlyMember<Value: JSONReadable>(_ key: StaticString) throws(JSONError) -> Value {
        let object = try beginObject()
        guard let next = try nextKey(), key ~= next else { throw .missing(key, at: object) }
        let value = try read(Value.self)
        _ = try nextKey()
        return value
    }
}
