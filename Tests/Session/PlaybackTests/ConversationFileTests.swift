import Foundation
import Playback
import Recording
import TestSupport
import Testing

/// Conversations: their files, their rules, and how `viperline test` holds them.
@Suite struct ConversationFileTests {
    @Test(
        arguments: [
            (#"{}"#, #"{"type":"a"}"#, nil), (#"{"type":"a","id":"1","time":"now"}"#, #"{"type":"a","id":"2"}"#, nil),
            (#"{"data":{"a":1}}"#, #"{"data":{"a":1.0,"b":2}}"#, nil), (#"{"data":{"a":null}}"#, #"{"data":{}}"#, nil),
            (#"{"data":{"a":null}}"#, #"{"data":{"a":0}}"#, "data.a"),
            (#"{"data":{"id":1}}"#, #"{"data":{"id":2}}"#, "data.id"),
            (#"{"data":{"a":[1]}}"#, #"{"data":{"a":[1,2]}}"#, "data.a"),
            (#"{"data":{"a":[1,{"b":2}]}}"#, #"{"data":{"a":[1,{"b":3}]}}"#, "data.a[1].b"),
            (#"{"data":{"a":{}}}"#, #"{"data":{"a":[]}}"#, "data.a"), (#"{"type":"a"}"#, #"{}"#, "type"),
            (#"{"data":9007199254740993}"#, #"{"data":9007199254740992}"#, "data"),
            (#"{"data":1e400}"#, #"{"data":1e401}"#, "data"),
            (#"{"data":"\u00e9"}"#, #"{"data":"e\u0301"}"#, "data"), (#"{"data":"\u00e9"}"#, "{\"data\":\"é\"}", nil),
            (#"{"data":{"\u00e9":1}}"#, #"{"data":{"e\u0301":1}}"#, "data.é"),
            (#"{"data":{"\ud800":1}}"#, #"{"data":{"\ud801":1}}"#, #"data.\ud800"#),
            (#"{"data":"\ud800"}"#, #"{"data":"\ud801"}"#, "data"),
        ] as [(String, String, String?)])
    func anEventIsAsExpected(_ expected: String, _ event: String, unless path: String?) throws {
        let expected = try require(JSONTree(expected.utf8))
        let event = try require(JSONTree(event.utf8))
        expect(ConversationRules.difference(expected, event)?.path, equals: path)
    }

    @Test(arguments: [
        ("", "line 1: the file is empty"), ("{\"given\":{}}", "line 1: unknown member \"given\""),
        ("{\"conversation\":7}", "line 1: conversation is not what it should be"),
        ("{}", "line 1: the first line names the service"),
        ("{\"conversation\":\"a\",\"arguments\":[1]}", "line 1: each of arguments is a text"),
        ("{\"conversation\":\"a\",\"environment\":{\"A=B\":\"\"}}", "a name that a variable cannot have"),
        ("{\"conversation\":\"a\"}\n\n{\"given\":", "line 3: this is not a JSON object"),
        ("{\"conversation\":\"a\"}\n{\"given\":7}", "line 2: a line is {\"given\":EVENT}"),
        ("{\"conversation\":\"a\"}\n{\"given\":{},\"expected\":{}}", "line 2: a line is {\"given\":EVENT}"),
        ("{\"conversation\":\"a\"}\n{\"expected\":\"x\"}", "line 2: a line is {\"given\":EVENT}"),
    ])
    func mistakesInAFileAreTold(_ text: String, _ problem: String) {
        #expect { try Conversation(Array(text.utf8)) } throws: { "\($0)".contains(problem) }
    }

    @Test func numbersAreGivenAsTheyAre() throws {
        let conversation = try Conversation(
            Array(#"{"conversation":"a"}"#.utf8) + [0x0A] + Array(#"{"given": {"n":12345678901234567890}}"#.utf8))
        guard case .given(let line)? = conversation.lines.first?.step else {
            Issue.record("nothing is given")
            return
        }
        expect(String(decoding: line, as: UTF8.self), equals: #"{"n":12345678901234567890}"#)
    }

    /// A program in shell, a conversation with it, and what `viperline test` prints.
    @Test(
        arguments: [
            ("cat", [#"{"given":{"type":"a.b.c"}}"#, #"{"expected":{"type":"a.b.c"}}"#], 0, "1 answers as expected"),
            (
                "cat", [#"{"given":"no event"}"#], 65,
                "it wrote a line that is not an event (not a JSON object; write diagnostics to stderr)\n    + no event"
            ),
            (
                "cat", [#"{"given":{"type":"a.b.c","causationid":null}}"#], 65,
                "is not an event (the attribute \"causationid\" is not a string, or an empty one)\n    + {\"type\""
            ),
            ("cat", [#"{"given":{"type":"a.b.c"}}"#], 65, "this is additional\n    + {\"type\":\"a.b.c\"}"),
            (
                "cat", [#"{"given":{"type":"a.b.c","data":{"x":"\u001b[2J"}}}"#, #"{"expected":{"data":{"x":"y"}}}"#],
                65,
                "line 3: data.x differs\n    - \"y\"\n    + \"\\u001b[2J\""
            ),
            (
                "cat >&2; exit 3", [#"{"given":"oops"}"#], 65,
                "the program ended with exit code 3, not with 0\n    | oops"
            ),
            (
                "read -r line; exec sleep 60", [#"{"given":{}}"#, #"{"expected":{"type":"a.b"}}"#], 65,
                "line 3: this is missing\n    - {\"type\":\"a.b\"}"
            ),
            (
                "exec true", [#"{"expected":{"type":"a.b"}}"#], 65,
                "line 2: this is missing: the program ended with exit code 0"
            ),
            ("exec sleep 60", [], 65, "the program did not end after its input"),
            (#"echo "{\"type\":\"a.b.$X\"}""#, [#"{"expected":{"type":"a.b.c"}}"#], 0, "1 answers as expected"),
            ("cat >/dev/null", [#"{"given":{"type":"a.b.c"}}"#], 0, "no answer, as expected"),
            // What came before it was expected is compared, not waited for.
            (
                #"read -r line; echo "$line"; echo "{\"type\":\"a.b.early\"}"; read -r line"#,
                [
                    #"{"given":{"type":"a.b.c"}}"#, #"{"expected":{"type":"a.b.c"}}"#, #"{"given":{"type":"a.b.d"}}"#,
                    #"{"expected":{"type":"a.b.late"}}"#,
                ], 65, "line 5: type differs\n    - \"a.b.late\"\n    + \"a.b.early\""
            ),
        ] as [(String, [String], Int32, String)])
    func programsAreHeldToThem(_ program: String, _ lines: [String], status: Int32, saying report: String) throws {
        let folder = try Self.folder(program)
        let header = #"{"conversation":"role","environment":{"X":"c"}}"#
        try folder.write(([header] + lines).joined(separator: "\n"), to: "tests/one.ndjson")
        let result = try Self.test(folder, "--patience", "0.3")
        expect(result.status, equals: status)
        expect(result.output, contains: report, "\(result.output)\(result.diagnostics)")
        expect(result.output, lacks: "\u{1B}")
    }

    @Test(
        arguments: [
            ("tests/a.ndjson", "{\"conversation\":\"other\"}", [], 65, "compose.yaml has no service \"other\""),
            ("tests/a.ndjson", "{\"conversation\":\"role\"}\nx", [], 65, "line 2: this is not a JSON object"),
            ("tests/a.ndjson", "nonsense", [], 65, "this is neither a conversation nor a cassette"),
            (
                "tests/a.ndjson", #"{"viperline":"cassette","version":1,"composition":"x","started":"","services":{}}"#,
                [], 65,
                "the cassette has no service \"role\""
            ),
            ("tests/a\u{1B}b.ndjson", "{\"conversation\":\"other\"}", [], 65, "tests/a\\u{1B}b.ndjson other"),
            ("tests/deep/er/a.ndjson", echo, [], 0, "ok"),
            (
                "tests/a.ndjson", "{\"conversation\":\"role\"}", [], 65,
                "only its first line, so there is nothing to test"
            ),
            ("tests/a.ndjson", "{\"conversation\":\"role\"}", ["--filter", "b"], 64, "no test has \"b\" in its name"),
            ("tests/a.txt", "", [], 64, "/tests/NAME.ndjson makes a cassette)"),
            ("compose.yaml", "services: {role: {}}", [], 65, "command"),
        ] as [(String, String, [String], Int32, String)])
    func filesThatAreNoTestsAreTold(
        _ file: String, _ text: String, _ options: [String], status: Int32, saying report: String
    ) throws {
        let folder = try Self.folder("cat")
        try folder.write(text, to: file)
        let result = try Self.test(folder, options)
        expect(result.status, equals: status)
        expect((result.output + result.diagnostics), contains: report, "\(result.output)\(result.diagnostics)")
    }

    @Test func aFolderWithoutACompositionIsRefused() throws {
        let folder = try TemporaryFolder()
        try expect(Self.test(folder).diagnostics, contains: "there is no compose.yaml in")
        let nowhere = try Command.run([Products.executable("viperline"), "test", folder.path + "/nowhere"])
        expect(nowhere.status == 64 && nowhere.diagnostics.contains("is not a folder"))
    }

    @Test func aPipeIsNoTest() throws {
        let folder = try Self.folder("cat")
        try folder.write(Self.echo, to: "tests/one.ndjson")
        let made = try Command.run(["mkfifo", folder.path + "/tests/pipe.ndjson"])
        expect(made.status, equals: 0)
        let result = try Self.test(folder)
        expect(result.status == 65 && result.output.contains("1 test, it passes; 1 left out"))
        expect(result.diagnostics, contains: "tests/pipe.ndjson is left out: it is not a regular file")
    }

    /// Regression: a loop of links ran each test four times.
    @Test func aTestInALoopOfLinksRunsOnce() throws {
        let folder = try Self.folder("cat")
        try folder.write(Self.echo, to: "tests/deep/one.ndjson")
        let tests = folder.path + "/tests"
        for (link, target) in [
            ("loop", "."), ("deep/er/up", "../.."), ("again", "deep"), ("two.ndjson", "deep/one.ndjson"),
            ("round", "round"), ("words.txt", "/etc/passwd"),
        ] {
            try FileManager.default.createSymbolicLink(atPath: "\(tests)/\(link)", withDestinationPath: target)
        }
        let result = try Self.test(folder)
        expect(result.status == 0 && result.output.contains("1 test, it passes, in"), "\(result.output)")
        expect(result.output, contains: "tests/deep/one.ndjson role")
        expect(result.diagnostics, lacks: "is left out", "\(result.diagnostics)")
    }

    /// Regression: tests were left out without a word, and the rest passed.
    @Test func whatCannotBeRunIsNamedAndNoSuccess() throws {
        let folder = try Self.folder("cat")
        let other = try Self.folder("cat")
        let text = Self.echo
        try folder.write(text, to: "tests/one.ndjson")
        try other.write(text, to: "tests/far.ndjson")
        let tests = folder.path + "/tests"
        for (link, target) in [
            ("gone.ndjson", "nothing"), ("out.ndjson", other.path + "/tests/far.ndjson"),
            ("others", other.path + "/tests"),
        ] {
            try FileManager.default.createSymbolicLink(atPath: "\(tests)/\(link)", withDestinationPath: target)
        }
        let script =
            #"cd "$0" && cp one.ndjson "$(printf 'b\377d.ndjson')" && mkdir -p d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d"#
        try expect(Command.run(["sh", "-c", script, tests]).status, equals: 0)
        let result = try Self.test(folder)
        expect(result.status, equals: 65)
        expect(result.output, contains: "1 test, it passes; 5 left out", "\(result.output)")
        for line in [
            "tests/gone.ndjson is left out: it is a link to nothing",
            "tests/out.ndjson is left out: it is a link out of the application's folder",
            "tests/others is left out: it is a link out of the application's folder",
            "tests/b\u{FFFD}d.ndjson is left out: its name is not UTF-8", "is left out: it is deeper than 16 folders",
        ] {
            expect(result.diagnostics, contains: line, "\(result.diagnostics)")
        }
        expect(result.diagnostics, lacks: "not in the tests' copy", "each is named once")
        try expect(Self.test(folder, "--filter", "/one").status, equals: 0)
    }

    /// A cassette that tests no service is no success either.
    @Test func aCassetteThatTestsNothingIsNamed() throws {
        let folder = try Self.folder("cat")
        try folder.write("{\"conversation\":\"view\"}", to: "tests/one.ndjson")
        try folder.write("{}\n", to: "tests/two.ndjson")
        try folder.write(
            "services: {view: {command: [viperline-view, --linear], receives: [a.b], sends: [a.b]}}", to: "compose.yaml"
        )
        let result = try Self.test(folder, "--filter", "two")
        expect(result.status, equals: 64, "\(result.output)\(result.diagnostics)")
        let left = "tests/two.ndjson is left out: "
        expect(
            result.diagnostics, contains: left + "compose.yaml has no service whose program is the folder's own (--all")
        try FileManager.default.removeItem(atPath: folder.path + "/tests/one.ndjson")
        try expect(Self.test(folder).diagnostics, lacks: "makes a cassette", "there is one")
        try folder.write(
            "services: {role: {command: [cat], receives: [a.b], sends: [a.b], test: false}}", to: "compose.yaml")
        try expect(
            Self.test(folder).diagnostics,
            contains: left + "the services with programs of the folder have \"test: false\"")
    }

    /// Regression: a stranger's folder had other files of the user read, and quoted in messages.
    @Test(arguments: ["tests/a.ndjson", "tests/deep", "compose.yaml"]) func noLinkLeadsOutOfTheFolder(_ name: String)
        throws
    {
        let folder = try Self.folder("cat")
        let other = try TemporaryFolder()
        try other.write("{\"conversation\":\"topsecret\"}", to: "a.ndjson")
        try other.write("services: {role: {command: topsecret}}", to: "compose.yaml")
        let target = name.hasSuffix("deep") ? other.path : "\(other.path)/\(name.split(separator: "/").last ?? "")"
        try folder.write(Self.echo, to: "tests/own.ndjson")
        let link = "\(folder.path)/\(name)"
        try? FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        let result = try Self.test(folder)
        expect(result.status, equals: 65)
        let reason = name.hasPrefix("tests") ? "is a link out of the application's folder" : "through a link"
        expect((result.output + result.diagnostics), contains: reason, "\(result)")
        expect((result.output + result.diagnostics), lacks: "topsecret", "\(result)")
    }

    @Test func aLinkWithinTheFolderIsATest() throws {
        let folder = try Self.folder("cat")
        try folder.write(Self.echo, to: "tests/deep/one.txt")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/tests/one.ndjson", withDestinationPath: "deep/one.txt")
        try expect(Self.test(folder).output, contains: "1 test, it passes")
    }

    @Test func whatAProgramSaysNowIsAccepted() throws {
        let folder = try Self.folder("cat")
        let given = #"{"given":{"type":"a.b.c","id":"7","data":{"n":12345678901234567890}}}"#
        try folder.write(
            [#"{"conversation":"role"}"#, given, #"{"expected":{"type":"a.b.d"}}"#, given, ""].joined(separator: "\n"),
            to: "tests/one.ndjson")
        let accepted = try Self.test(folder, "--accept").output
        expect(accepted, contains: "accepted")
        expect(accepted, contains: "line 3: type differs\n    - \"a.b.d\"\n    + \"a.b.c\"", "\(accepted)")
        let event = #"{"expected":{"type":"a.b.c","data":{"n":12345678901234567890}}}"#
        let lines = try folder.text(of: "tests/one.ndjson").split(separator: "\n").map(String.init)
        expect(lines, equals: [#"{"conversation":"role"}"#, given, event, given, event])
        try expect(Self.test(folder).status, equals: 0)
    }

    /// A conversation that `cat` passes.
    private static let echo = """
        {"conversation":"role"}
        {"given":{"type":"a.b.c"}}
        {"expected":{"type":"a.b.c"}}
        """

    /// The reader of the report may leave; the exit code is the answer all the same.
    @Test func theVerdictOutlivesItsReader() throws {
        let folder = try Self.folder("true")
        try folder.write(Self.echo, to: "tests/one.ndjson")
        let viperline = Products.executable("viperline")
        for arguments in [
            ["test"], ["conform", "view", "--", "true"],
            ["cassette", "diff"] + ["itunes", "home"].map { Checkout.path("Tests/Cassettes/\($0).ndjson") },
        ] {
            let whole = try Command.run([viperline] + arguments, folder: folder.path)
            let unread = try Command.run(
                ["bash", "-c", #""$@" > >(exec true) ; exit $?"#, "bash", viperline] + arguments, folder: folder.path)
            expect(whole.status != 0 && unread.status == whole.status, "\(arguments): \(unread)")
        }
    }

    private static func folder(_ program: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("tests/deep/er"), withIntermediateDirectories: true)
        try folder.write(program, to: "role.sh")
        try folder.write(
            "services: {role: {command: [sh, role.sh], receives: [a.b], sends: [a.b]}}", to: "compose.yaml")
        return folder
    }

    private static func test(_ folder: TemporaryFolder, _ options: String...) throws -> Command.Result {
        try test(folder, options)
    }

    private static func test(_ folder: TemporaryFolder, _ options: [String]) throws -> Command.Result {
        try Command.run(
            [Products.executable("viperline"), "test"] + options, environment: ["XDG_RUNTIME_DIR": folder.path],
            folder: folder.path)
    }
}
