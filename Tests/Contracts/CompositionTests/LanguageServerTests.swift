import Foundation
@testable import LanguageServer
import TestSupport
import Testing
import YAML

/// The help of an editor, without a process.
@Suite struct LanguageServerTests {
    // MARK: - Diagnostics

    /// Same lines, same words.
    @Test(arguments: SchemaTests.rows) func showsWhatCheckReports(_ row: MistakeRow) {
        var editor = Editor(FakeDisk())
        _ = editor.open(row.yaml)
        let published = editor.pause()
        expect(published.count == 1 && published.first?["params"]["uri"].text == Editor.uri)
        let lines = published[0]["params"]["diagnostics"].items.map { diagnostic in
            "\(diagnostic["range"]["start"]["line"].number + 1): \(diagnostic["message"].text)"
        }
        // A mistake of the whole file is shown in its first line.
        let expected = row.expected.map { line in
            let rest = line.dropFirst("a.yaml:".count)
            return rest.hasPrefix(" ") ? "1:\(rest)" : String(rest)
        }
        expect(Set(lines) == Set(expected) && lines.count == expected.count)
    }

    @Test func aMistakeIsShownAtItsWord() {
        var editor = Editor(FakeDisk())
        _ = editor.open("services:\n  é😀a: {command: cat}\n  b: {command: cat, x-😀: 1, recieves: []}  # recieves\n")
        let diagnostic = editor.pause()[0]["params"]["diagnostics"].items.last
        expect(diagnostic?["range"]["start"]["character"].number, equals: 29)
        expect(diagnostic?["range"]["end"]["character"].number, equals: 37)
        expect(diagnostic?["message"].text.contains("did you mean"), equals: true)
    }

    /// libyaml counts more line breaks than editors do.
    @Test func aLineBreakOfUnicodeIsNoneForTheEditor() {
        var editor = Editor(FakeDisk())
        _ = editor.open("# a\u{2028}# b\u{85}# c\r\nservices: {a: {command: cat}}\rtype: 5\n")
        let diagnostics = editor.pause()[0]["params"]["diagnostics"].items
        expect(diagnostics.map { $0["range"]["start"]["line"].number }, equals: [2])
    }

    @Test func aMistakeOfAnotherFileIsShownWhereItIsNamed() {
        var editor = Editor(
            FakeDisk(files: ["/home/other.yaml": "services:\n  b: {command: cat, recieves: [a]}\n", "/home/sub": ""]))
        _ = editor.open("services:\n  a:\n    extends: {file: other.yaml, service: b}\n")
        let diagnostics = editor.pause()[0]["params"]["diagnostics"].items
        expect(diagnostics.count == 1 && diagnostics[0]["range"]["start"]["line"].number == 2)
        expect(
            diagnostics[0]["message"].text,
            equals: #"/home/other.yaml:2: services.b: unknown key "recieves" (did you mean "receives"?)"#)
        // In the editor, the other file is mended already.
        _ = editor.open("services:\n  b: {command: cat}\n", uri: "file:///home/other.yaml")
        let all = editor.pause()
        expect(all.count == 2 && all.allSatisfy { $0["params"]["diagnostics"].items.isEmpty })
    }

    @Test func aClosedDocumentHasNoDiagnostics() {
        var editor = Editor(FakeDisk())
        _ = editor.open("servces: 5\n")
        _ = editor.pause()
        let closed = editor.notify("textDocument/didClose", #"{"textDocument":{"uri":"\#(Editor.uri)"}}"#)
        expect(closed.first?["params"]["diagnostics"], equals: .list([]))
    }

    // MARK: - Completion

    private static let completions: [(text: String, offered: [String], notOffered: [String])] = [
        ("|", ["services", "sources", "forbids"], ["command"]), ("na|", ["name"], ["services"]),
        ("services:\n  a:\n    |", ["command", "receives", "tty"], ["services"]),
        (
            "services:\n  a:\n    command: cat\n    re|\n    tty: true\n", ["receives", "restart", "recovery"],
            ["command", "tty"]
        ),
        ("services:\n  a: {command: cat, st|}\n", ["stop_signal", "restart"], ["command"]),
        ("services:\n  a: {command: cat, |}\n", ["sends"], ["command"]),
        ("services:\n  a:\n    restart: |\n", ["no", "on-failure", "always"], []),
        ("services:\n  a:\n    recovery: re|\n", ["redeliver", "replay"], ["latest"]),
        ("services:\n  a:\n    tty: |\n", ["true", "false"], []),
        ("services:\n  a:\n    stop_signal: SIGT|\n", ["SIGTERM"], ["SIGHUP"]),
        ("services:\n  a: {command: cat}\n  b:\n    depends_on: [|]\n", ["a"], ["b"]),
        ("services:\n  a: {command: cat}\n  b:\n    depends_on:\n      |\n", ["a"], ["b", "condition"]),
        ("services:\n  a: {command: cat}\n  b:\n    depends_on:\n      - |\n", ["a"], []),
        ("services:\n  a: {command: cat}\n  b:\n    depends_on: {a: {condition: |}}\n", ["service_healthy"], []),
        ("services:\n  a: {command: cat}\n  b: {extends: |}\n", ["a"], ["b"]),
        ("services:\n  b: {extends: {file: |}}\n", ["other.yaml", "roles"], ["a.yaml"]),
        ("services:\n  b: {extends: {file: other.yaml, service: |}}\n", ["model"], ["b"]),
        ("services:\n  b: {extends: {file: roles, service: vi|}}\n", ["view"], ["b"]),
        ("services:\n  b:\n    command: [|]\n", ["viperline-view", "viperline-fetcher", "cat", "sh"], []),
        ("services:\n  b:\n    command: viperline-f|\n", ["viperline-fetcher"], ["cat"]),
        ("services:\n  b:\n    command: [sh, |]\n", ["other.yaml"], ["cat"]),
        ("services:\n  b:\n    receives: [view.|]\n", ["view.input", "view.input.show"], ["router.output"]),
        ("services:\n  b:\n    receives:\n      - mine.out|\n  c: {sends: [mine.output]}\n", ["mine.output"], []),
        ("forbids:\n  - {|}\n", ["service", "because"], []), ("forbids:\n  - se|\n", ["service", "sends"], []),
        ("include:\n  - |\n", ["other.yaml", "roles", "path"], []),
        ("sources:\n  s:\n    paging: |\n", ["page", "cursor"], []), ("sources:\n  s:\n    me|\n", ["method"], ["url"]),
        ("sources: {s: {}}\nscenes:\n  a:\n    search: |\n", ["s"], ["a"]),
        ("scenes:\n  a:\n    choose: |\n  b: {parts: .}\n", ["a", "b"], []),
        (
            "scenes:\n  a:\n    filters: {tag: [x], draft: }\n    press:\n      n: {title: N, set: {|}}\n",
            ["tag", "draft"], []
        ),
        ("scenes:\n  a:\n    press:\n      n:\n        |\n", ["title", "open", "reload"], ["row"]),
        ("scenes:\n  a:\n    columns: {c: {align: |}}\n", ["start", "end"], []),
        // Where nothing is known.
        ("scenes:\n  a:\n    row: |\n", [], ["title"]), ("services:\n  a: # |\n", [], ["command"]),
        ("scenes:\n  a:\n    row: >\n      {\n        |\n      }\n", [], ["title"]),
        ("nothing:\n  here:\n    |\n", [], ["command"]), ("x-a:\n  |\n", [], ["command"]),
        // While the text around is broken.
        ("services:\n  a: {command: [cat, \"x\n  b:\n    rec|\n", ["receives"], []),
        ("services:\n  a:\n    command: [cat\n    rece|\n", ["receives"], []),
        ("\tservices:\n  a:\n    te|\n", [], []), ("services:\r\n  a:\r\n    te|\r\n", ["test"], []),
    ]

    @Test(arguments: completions) func completes(_ row: (text: String, offered: [String], notOffered: [String])) {
        var editor = Editor(Self.disk)
        let found = editor.completions(of: row.text)
        #expect(Set(row.offered).isSubset(of: found), "\(found)")
        #expect(Set(row.notOffered).isDisjoint(with: found), "\(found)")
    }

    private static let disk = FakeDisk(
        files: [
            "/home/other.yaml": "services:\n  model: {command: cat}\n",
            "/app/share/viperline/compose/roles.yaml": "# roles\nservices:\n  view: {command: cat}\n",
            "/app/share/viperline/protocols/schemas/view.input.show.json": "{}",
            "/app/share/viperline/protocols/schemas/router.output.didFail.json": "{}",
            "/app/share/viperline/protocols/compose.md": "# Compose files\n",
        ], folders: ["/home", "/app/share/viperline/protocols/schemas"])

    @Test func aWordIsReplacedWhole() {
        var editor = Editor(Self.disk)
        func edit(_ text: String) -> JSONValue { editor.result("completion", of: text)["items"].items[0]["textEdit"] }
        let dotted = edit("services:\n  b:\n    receives: [😀, view.in|]\n")
        expect(dotted["range"]["start"]["character"].number == 19 && dotted["range"]["end"]["character"].number == 26)
        expect(dotted["newText"].text, equals: "view.input")
        // A key that has its colon keeps it.
        expect(edit("services:\n  b:\n    comm|d: cat\n")["newText"].text, equals: "command")
        expect(edit("services:\n  b:\n    comm|\n")["newText"].text, equals: "command: ")
    }

    // MARK: - Hover and definition

    @Test func aKeyIsDescribedInTheWordsOfItsPage() {
        var editor = Editor(Self.disk)
        let hover = editor.result("hover", of: "services:\n  a: {wor|king_dir: x}\n")
        expect(
            hover["contents"]["value"].text,
            equals:
                "**working_dir**: its working directory\n\n[compose.md, Services](file:///app/share/viperline/protocols/compose.md#services)"
        )
        expect(hover["range"]["start"]["character"].number == 6 && hover["range"]["end"]["character"].number == 17)
        // A value is described by its key.
        #expect(
            editor.result("hover", of: "services:\n  a:\n    restart: on-fa|ilure\n")["contents"]["value"].text
                .hasPrefix("**restart**"))
        expect(editor.result("hover", of: "services:\n  a|: {}\n"), equals: .null)
        expect(editor.result("hover", of: "services:\n  a: {}\n|"), equals: .null)
    }

    @Test(arguments: [
        ("services:\n  a: {command: cat}\n  b: {extends: |a}\n", "file:///home/a.yaml", 1),
        ("services:\n  b: {extends: {file: other.yaml, service: mod|el}}\n", "file:///home/other.yaml", 1),
        ("services:\n  b: {extends: {file: oth|er.yaml, service: model}}\n", "file:///home/other.yaml", 0),
        (
            "services:\n  b: {extends: {file: roles, service: vie|w}}\n",
            "file:///app/share/viperline/compose/roles.yaml", 2
        ),
        ("include: [./ot|her.yaml]\n", "file:///home/other.yaml", 0),
        ("include:\n  - path: other.y|aml\n", "file:///home/other.yaml", 0),
        ("services:\n  a: {command: cat}\n  b: {depends_on: [|a]}\n", "file:///home/a.yaml", 1),
        ("services:\n  a: {command: cat}\n  b: {depends_on: {|a: {}}}\n", "file:///home/a.yaml", 1),
        ("services:\n  b: {command: [sh, oth|er.yaml]}\n", "file:///home/other.yaml", 0),
        ("scenes:\n  a: {choose: b|}\n  b: {parts: .}\n", "file:///home/a.yaml", 2),
        ("scenes:\n  a: {choose: {open: b|}}\n  b: {parts: .}\n", "file:///home/a.yaml", 2),
        ("sources:\n  s: {}\nscenes:\n  a: {search: |s}\n", "file:///home/a.yaml", 1),
        ("scenes:\n  a:\n    filters: {tag: [x]}\n    press: {n: {set: {ta|g: x}}}\n", "file:///home/a.yaml", 2),
        ("services:\n  b: {extends: nob|ody}\n", "", -1), ("services:\n  b: {extends: {file: ../x|.yaml}}\n", "", -1),
        ("services:\n  b: {env_file: /etc/pass|wd}\n", "", -1),
        ("services:\n  b: {extends: {file: none|.yaml}}\n", "", -1),
    ])
    func goesToWhatIsNamed(_ row: (text: String, uri: String, line: Int)) {
        var editor = Editor(Self.disk)
        let found = editor.result("definition", of: row.text)
        expect(found["uri"].text == row.uri && found["range"]["start"]["line"].number == row.line, "\(found)")
    }

    /// At every place of every text, nothing traps, and an answer comes.
    @Test func everyPlaceHasAnAnswer() {
        let texts =
            SchemaTests.rows.map(\.yaml).filter { $0.utf8.count < 300 } + [
                "a: {b: [c, {d: 'e\n f: \"g\n", "- - - a: b\n  - c\n", "? a\n: b\n", "{", "[", "}", "]", "'", "\"",
                "\"\\", ":", "-", "|", "a: |",
                "a: >-\n\n\n", "é😀: 😀\r\n😀: é", "a: !!str &x |\n  b\n", "[a: b, {c}]: d", "{a: b}: c\n",
                "\u{FEFF}services: {}",
            ]
        var editor = Editor(Self.disk)
        for text in texts {
            _ = editor.open(text)
            for (line, content) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                for character in 0...(content.utf16.count + 1) {
                    let params =
                        #"{"textDocument":{"uri":"\#(Editor.uri)"},"position":{"line":\#(line),"character":\#(character)}}"#
                    for method in ["completion", "hover", "definition"] {
                        let isAnswered = editor.answers("textDocument/\(method)", params)
                        expect(isAnswered, "\(method) \(params) in \(text)")
                    }
                }
            }
        }
    }

    /// A pass over the text for each change, and none for an answer.
    @Test func theWorkForAnAnswerIsBounded() {
        let service = "  s%: {command: [sh, -c, x], receives: [a.b], environment: {A: 1}}\n"
        let text = "services:\n" + (1..<1000).map { service.replacing("%", with: "\($0)") }.joined()
        var editor = Editor(Self.disk)
        _ = editor.open(text)
        #expect(editor.visits <= 2 * text.utf8.count)
        let before = editor.visits
        for line in [10, 500, 998] {
            let place = #"{"textDocument":{"uri":"\#(Editor.uri)"},"position":{"line":\#(line),"character":12}}"#
            #expect(!editor.request("textDocument/completion", place)["result"]["items"].items.isEmpty)
        }
        expect(editor.visits, equals: before)
    }

    /// Each byte is looked at a bounded number of times, whatever repeats.
    @Test(arguments: [
        "[", "{", "{a: ", "[[", "- ", "a:\n ", "\"", "'\n", "\"\\", "a: \"\n  ", "a: {\n", ",", ":", "#", "\r", " ",
        "a: |\n", "&a ", "!a ",
        "😀", "a: [b, c]\n", "? ", "x\n",
    ])
    func aHostileTextIsReadOnce(_ piece: String) {
        let text = String(repeating: piece, count: 50_000 / piece.utf8.count)
        var editor = Editor(Self.disk)
        _ = editor.open(text)
        #expect(editor.visits <= 3 * text.utf8.count)
        let place = #"{"textDocument":{"uri":"\#(Editor.uri)"},"position":{"line":0,"character":5}}"#
        for method in ["completion", "hover", "definition"] {
            expect(editor.request("textDocument/\(method)", place)["error"], equals: .null)
        }
    }

    /// The keys of all shipped files are where the loader's parser finds them.
    @Test func theOutlineIsThatOfTheParser() throws {
        let folder = Checkout.path("compose")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yaml") }
        for file in files {
            let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            let tree = try require(YAMLReader.read(text, file: file).tree)
            let wanted = Self.keys(of: tree)
            let found = Self.outlinedKeys(of: text).filter { !$0.contains("x-") }
            expect(Set(found), equals: Set(wanted), "\(file): \(Set(found).symmetricDifference(wanted))")
        }
    }

    /// Such as `3 services.view`.
    private static func outlinedKeys(of text: String) -> [String] {
        let document = TextDocument(uri: "", version: nil, text: text)
        let outline = YAMLOutline(document.bytes)
        return outline.nodes.filter { $0.kind == .key }.map { node in
            let path = (outline.path(to: node) + [node.text]).filter { $0 != "-" }.joined(separator: ".")
            return "\(document.position(of: node.range.lowerBound).line + 1) \(path)"
        }
    }

    private static func keys(of node: ComposeNode) -> [String] {
        if let items = node.items { return items.flatMap(keys) }
        return (node.members ?? []).flatMap { member in
            ["\(member.place.line ?? 0) \(ComposeNode.path(node.path, member.key))"] + keys(of: member.value)
        }
    }
}
