import Foundation
import TestSupport
import Testing

/// Cassettes crafted to be expensive, or to contain control sequences.
@Suite(.timeLimit(.minutes(5))) struct HostileCassetteTests {
    private static let viperline = Products.executable("viperline")
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Each event has a different sender and a different receiver.
    private func manyServices(_ count: Int) throws -> String {
        let lines = (0..<count).map {
            #"{"t":\#($0 / 1000).0,"from":"s\#($0)","to":["s\#($0 + 1)"],"event":{"type":"a.output.x\#($0)","id":"\#($0)"}}"#
        }
        return try folder.write(lines.joined(separator: "\n") + "\n", to: "many.ndjson").path
    }

    /// More names than are counted separately; the rest count as one.
    @Test(arguments: [["stat"], ["stat", "--json"], ["diagram"]])
    func manyServicesTakeNeitherMemoryNorTime(words: [String]) throws {
        let path = try manyServices(11_000)
        let result = try Command.run(
            ["sh", "-c", "ulimit -v 300000; exec \"$@\"", "sh", Self.viperline, "cassette", words[0], path]
                + words.dropFirst())
        expect(result.status, equals: 0, "\(result.diagnostics)")
        // Long names are truncated.
        expect(result.output, contains: "(o")
    }

    @Test func aHeaderOfThousandsOfServicesIsDamage() throws {
        let services = (0..<100_000).map { #""s\#($0)":{"command":[],"receives":[],"sends":[]}"# }
        let header =
            #"{"viperline":"cassette","version":1,"composition":"c","started":"","services":{\#(services.joined(separator: ","))}}"#
        let path = try folder.write(header + "\n", to: "c.ndjson").path
        let result = try Command.run([Self.viperline, "cassette", "stat", path])
        expect(
            result.diagnostics, contains: "line 1 is a header of \(header.utf8.count) bytes", "\(result.diagnostics)")
    }

    /// Each answer causes the next one. The analysis must not walk back the whole chain for each of them.
    @Test func aLongChainOfCausesIsNotCounted() throws {
        let lines = (0..<20_000).map {
            #"{"t":1.0,"from":"\#($0 == 0 ? "view" : "p")","to":["view"],"event":{"type":"a.output.x","id":"i\#($0)","causationid":"i\#($0 - 1)"}}"#
        }
        let path = try folder.write(lines.joined(separator: "\n") + "\n", to: "chain.ndjson").path
        try expect(Command.run([Self.viperline, "cassette", "stat", path]).status, equals: 0)
    }

    @Test(arguments: [
        ["cassette", "show", "@"], ["cassette", "show", "@", "--records"], ["cassette", "stat", "@"],
        ["cassette", "stat", "@", "--json"], ["cassette", "diagram", "@"],
        ["cassette", "redact", "@"], ["cassette", "diff", "@", "/dev/null"], ["replay", "@"],
        ["verify", "router", "@"],
    ])
    func outputThatIsLostIsAnError(words: [String]) throws {
        let session = Checkout.path("Tests/Cassettes/greeting.ndjson")
        let result = try Command.run(
            ["sh", "-c", "exec \"$@\" > /dev/full", "sh", Self.viperline]
                + words.map {
                    $0 == "@" ? session : $0 == "/dev/null" ? Checkout.path("Tests/Cassettes/home.ndjson") : $0
                },
            environment: ["XDG_RUNTIME_DIR": folder.path])
        expect(result.status, equals: 69, "\(result.diagnostics)")
        let reason = words[1] == "redact" ? "No space left on device" : "the disk is full; make room, and run it again"
        expect(result.diagnostics, contains: reason, "\(result.diagnostics)")
    }

    /// C1 controls, DEL, direction overrides, invalid UTF-8: a terminal gets none of them, a pipe gets all.
    @Test(arguments: [
        (["cassette", "show", "@"], true), (["cassette", "show", "@", "--records"], true),
        (["cassette", "stat", "@"], false),
        (["cassette", "stat", "@", "--json"], false), (["cassette", "diagram", "@"], false),
        (["cassette", "diff", "@", "/dev/null"], false),
        (["cassette", "redact", "@", "-o", "/dev/null"], false), (["verify", "s", "@"], false),
        (["replay", "@"], false),
        (["cassette", "show", "@", "--service", "nobody"], false), (["double", "nobody", "@"], false),
    ])
    func aTerminalIsToldNoCommands(words: [String], isExact: Bool) throws {
        let hostile = "\u{9B}2J\u{9D}0;title\u{9C}\u{7F}\u{202E}evil"
        var bytes = Array(
            (#"{"viperline":"cassette","version":1,"composition":"\#(hostile)","started":"\#(hostile)","services":{"s":{"command":["\#(hostile)"],"receives":[],"sends":[]},"\#(hostile)":{"command":[],"receives":[],"sends":[]}}}"#
                + "\n"
                + #"{"t":0.1,"from":"\#(hostile)","to":["s","\#(hostile)"],"event":{"type":"a.output.\#(hostile)","id":"\#(hostile)","subject":"\#(hostile)","data":{"\#(hostile)":"\#(hostile)"}}}"#
                + "\n\(hostile)\n").utf8)
        bytes += Array(#"{"t":0.2,"from":"s","to":["x"],"event":{"type":"a.output.x","id":"1","data":{"a":""#.utf8)
        bytes += [0x9B, 0x32, 0x4A] + Array("\"}}}\n".utf8)
        let path = folder.path + "/c.ndjson"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let command = [Self.viperline] + words.map { $0 == "@" ? path : $0 }
        let line = command.map { "'\($0)'" }.joined(separator: " ")
        // Runs the command with a terminal as stdout and stderr.
        _ = try Command.run(
            ["script", "-qec", line, folder.path + "/terminal"], environment: ["XDG_RUNTIME_DIR": folder.path])
        let drawn = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/terminal"))
        #expect(drawn.count > 100)
        let text = String(decoding: drawn, as: UTF8.self)
        #expect(
            !text.unicodeScalars.contains { 0x7F...0x9F ~= $0.value || 0x202A...0x202E ~= $0.value || $0 == "\u{1B}" })
        expect(drawn.allSatisfy { $0 != 0x9B } || !drawn.indices.contains { drawn[$0] == 0x9B && drawn[$0 - 1] < 0x80 })
        guard isExact else { return }
        let piped = try Command.run(["sh", "-c", "\(line) > '\(folder.path)/piped'"])
        expect(piped.status, equals: 0)
        let exact = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/piped"))
        expect(exact.contains(0x9B) && exact.range(of: Data(hostile.utf8)) != nil)
    }
}
