import Foundation
import Testing
import Wire

/// The loop around a role, on real pipes.
@Suite struct RoleLoopTests {
    /// Answers `a.input.say` with what it was told.
    struct Echo: Role {
        struct Said: Codable, Equatable { var text: String }

        mutating func start() -> [Event] { [Event("a.output.began", Said(text: ""))] }

        mutating func receive(_ event: Event) throws(PayloadError) -> [Event] {
            guard event.type == "a.input.say" else { return [] }
            return [Event("a.output.said", try event.decode(Said.self), answering: event)]
        }
    }

    private static func run(_ input: String, limit: Int = 1000) throws -> [Event] {
        var role = Echo()
        let (stdin, stdout) = (Pipe(), Pipe())
        try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try stdin.fileHandleForWriting.close()
        let variables = ["VIPERLINE_SERVICE": "echo", "VIPERLINE_RUN": "1", "VIPERLINE_LINE_LIMIT": "\(limit)"]
        let status = RoleLoop.run(
            &role, in: RoleEnvironment(role: "echo") { variables[$0] },
            input: stdin.fileHandleForReading.fileDescriptor, output: stdout.fileHandleForWriting.fileDescriptor)
        #expect(status == .done)
        try stdout.fileHandleForWriting.close()
        let text = String(decoding: try stdout.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        return try text.split(separator: "\n").map { try Event(line: String($0)) }
    }

    @Test func answersEveryLineTheLastWithoutLineFeedToo() throws {
        let say = #"{"type":"a.input.say","data":{"text":"TEXT"}}"#
        let events = try Self.run("\(say)\n\n{\"type\":\"a.input.other\"}\n\(say)")
        #expect(events.map(\.type) == ["a.output.began", "a.output.said", "a.output.said"])
        #expect(events.map(\.id) == ["echo-1-1", "echo-1-2", "echo-1-3"])
        #expect(events.map(\.causationID) == [nil, "input-1", "input-3"], "lines without ids are numbered")
    }

    @Test(arguments: [
        "nonsense", #"{"type":"a.input.say","data":{}}"#, #"{"type":"a.input.say","data":{"text":1}}"#,
        String(repeating: "x", count: 5000),
    ])
    func refusesABadLineAndGoesOn(line: String) throws {
        let events = try Self.run("\(line)\n{\"type\":\"a.input.say\",\"data\":{\"text\":\"hi\"}}\n")
        #expect(events.map(\.type) == ["a.output.began", ProcessOutput.Refused.type, "a.output.said"])
        #expect(try events[1].decode(ProcessOutput.Refused.self).line.hasPrefix(line.prefix(2)) || line.hasPrefix("{"))
    }

    @Test func leavesQuietlyWhenNobodyReads() throws {
        var role = Echo()
        let (stdin, stdout) = (Pipe(), Pipe())
        try stdout.fileHandleForReading.close()
        let status = RoleLoop.run(
            &role, in: RoleEnvironment(role: "echo"), input: stdin.fileHandleForReading.fileDescriptor,
            output: stdout.fileHandleForWriting.fileDescriptor)
        #expect(status == .done)
    }
}
