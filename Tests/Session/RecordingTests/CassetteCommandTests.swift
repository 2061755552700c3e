import Foundation
import Recording
import TestSupport
import Testing
import Wire

/// The commands for recorded sessions, as a user types them.
@Suite struct CassetteCommandTests {
    private static let viperline = Products.executable("viperline")

    /// Records an iTunes session with a search and some browsing.
    private static func record(in folder: TemporaryFolder) throws -> AppSession {
        let session = try AppSession("itunes", options: ["--record", folder.path + "/s.ndjson.gz"])
        let result = try session.run("search music\nselect 1\nback\nquit\n")
        expect(result.status, equals: 0)
        expect(result.diagnostics, equals: "")
        return session
    }

    private static func shell(_ line: String, in folder: TemporaryFolder) throws -> Command.Result {
        let path = Products.folder.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
        return try Command.run(["bash", "-c", line], environment: ["PATH": path], folder: folder.path)
    }

    @Test func aRecordedSessionIsWholeAndItsRolesCanBeHeldAgainstIt() throws {
        let folder = try TemporaryFolder()
        let session = try Self.record(in: folder)
        let routed = try Self.shell(
            "viperline cassette show s.ndjson.gz --records | grep -v '\"to\":\\[\\]' | wc -l", in: folder)
        // A service in the session received all events too: the same, byte for byte.
        let heard = session.text(of: "events.ndjson").split(separator: "\n").map(String.init)
        let shown = try Self.shell("viperline cassette show s.ndjson.gz --service recorder --inputs", in: folder).lines
        expect(shown, equals: heard)
        expect(routed.output.trimmingCharacters(in: .whitespacesAndNewlines), equals: "\(heard.count)")
        for role in ["presenter", "router"] {
            let difference = try Self.shell(
                """
                viperline cassette show s.ndjson.gz --service \(role) --inputs | viperline-\(role) |
                    viperline cassette show - --normalised |
                    diff - <(viperline cassette show s.ndjson.gz --service \(role) --outputs --normalised)
                """, in: folder)
            // Guards against an empty comparison: there must be events.
            let outputs = try Self.shell(
                "viperline cassette show s.ndjson.gz --service \(role) --outputs", in: folder)
            #expect(outputs.lines.count >= 3)
            expect(difference.output, equals: "", "\(role)")
        }
    }

    /// A pipe gets the bytes as they were recorded; a terminal gets escapes, which mean the same.
    @Test(arguments: [
        "cassette redact s.ndjson", "cassette show s.ndjson", "double a s.ndjson",
        "double a s.ndjson --fault x:malformed",
    ])
    func redactAndDoublePrintedControlsRawOnATerminal(command: String) throws {
        let folder = try TemporaryFolder()
        let text = "a\u{9B}31m\u{202E}b\u{7F}é"
        try folder.write(
            #"{"viperline":"cassette","version":1,"composition":"c","started":"2026-11-21T09:02:28Z","services":{"a":{"command":["x"],"receives":[],"sends":["x"]}}}"#
                + "\n"
                + #"{"t":0.1,"from":"a","to":["b"],"event":{"type":"x","source":"a","id":"1","data":{"t":"\#(text)","u":"\#(String(repeating: "u", count: 400))"}}}"#
                + "\n", to: "s.ndjson")
        let program = Self.viperline
        let piped = try Self.shell("'\(program)' \(command) < /dev/null | cat", in: folder).output
        expect(piped, contains: text, "\(piped)")
        let shown = try Self.shell("script -qec \"'\(program)' \(command)\" /dev/null < /dev/null", in: folder).output
        expect(shown, contains: #"a\u009b31m\u202eb\u007fé"#, "\(shown)")
        #expect(!shown.unicodeScalars.contains { $0 == "\u{9B}" || $0 == "\u{202E}" || $0 == "\u{7F}" })
    }

    @Test func whatIsTypedIsRecordedInItsPlaceAndOnlyThere() throws {
        let folder = try TemporaryFolder()
        let session = try Self.record(in: folder)
        let typed = try Self.shell(

            "viperline cassette show s.ndjson.gz --type process.output --type view.output", in: folder)
        let types = typed.lines.compactMap { try? Event(line: $0).type }
        expect(
            types,
            equals: [
                "process.output.entered", "view.output.didSearch", "process.output.entered", "view.output.didSelect",
                "process.output.entered", "view.output.didGoBack", "process.output.entered",
            ])
        expect(typed.lines.first?.contains(#""data":{"text":"search music\n"}"#), equals: true)
        expect(session.text(of: "events.ndjson"), lacks: "process.output")
        let outputs = try Self.shell("viperline cassette show s.ndjson.gz --service view --outputs", in: folder)
        expect(outputs.output, lacks: "process.output")
    }

    @Test func twoRecordingsOfOneSessionAreEqualForEachRoleWhenNormalised() throws {
        let folders = try (TemporaryFolder(), TemporaryFolder())
        _ = try Self.record(in: folders.0)
        _ = try Self.record(in: folders.1)
        let line =
            "for s in view presenter router fetcher; do "
            + "viperline cassette show s.ndjson.gz --service $s --outputs --normalised; done"
        let (one, other) = try (Self.shell(line, in: folders.0), Self.shell(line, in: folders.1))
        #expect(one.lines.count > 10)
        expect(one.lines, equals: other.lines)
    }

    @Test func aRedactedCassetteKeepsItsShape() throws {
        let folder = try TemporaryFolder()
        _ = try Self.record(in: folder)
        let result = try Self.shell(
            "viperline cassette redact s.ndjson.gz --member data.query -o r.ndjson; "
                + "viperline cassette show r.ndjson --type view.output.didSearch; grep -c music r.ndjson; "
                + "viperline cassette show s.ndjson.gz --records | wc -l; viperline cassette show r.ndjson --records | wc -l",
            in: folder)
        expect(result.lines.count, equals: 4)
        expect(result.lines.first?.contains(#""data":{"query":"redacted-1"}"#), equals: true)
        expect(result.lines.dropFirst().first, equals: "0", "neither where it was typed")
        expect(result.lines.suffix(2).first, equals: result.lines.last)
        expect(result.diagnostics, contains: "1 different")
    }

    @Test(arguments: [
        (["/nowhere"], Int32(69), "open /nowhere: No such file"), (["nonsense"], 65, "this is not a cassette"),
        (["-", "--service", "a", "--inputs"], 0, ""), (["c.ndjson", "--inputs"], 64, "Name it with --service"),
        (["c.ndjson", "--service", "z"], 65, "there are: a"), (["c.ndjson", "--from", "3", "--to", "2"], 64, "after"),
        (["c.ndjson", "--type", ".."], 64, "expected a pattern such as"),
    ])
    func aMistakeIsNamed(arguments: [String], status: Int32, words: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("nonsense\n", to: "nonsense")
        try Samples.write([Samples.passages(3)], to: folder.path + "/c.ndjson")
        let result = try Command.run([Self.viperline, "cassette", "show"] + arguments, folder: folder.path)
        expect(result.status, equals: status)
        expect(words.isEmpty ? result.diagnostics.isEmpty : result.diagnostics.contains(words))
    }

    @Test(arguments: [
        (["--from", "0.15", "--to", "0.3"], 2), (["--service", "b"], 3), (["--service", "b", "--outputs"], 0),
        (["--type", "a.output"], 3), (["--type", "b"], 0),
    ])
    func eventsAreChosen(arguments: [String], count: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/c.ndjson"
        try Samples.write([Samples.passages(3)], to: path)
        _ = try Command.run([
            "sed", "-i", "s/\"services\":{/&\"b\":{\"command\":[],\"receives\":[],\"sends\":[]},/", path,
        ]).status
        let result = try Command.run([Self.viperline, "cassette", "show", path] + arguments)
        expect(result.lines.count, equals: count)
    }
}
