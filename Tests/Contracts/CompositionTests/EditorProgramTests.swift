import Foundation
import TestSupport
import Testing

/// `viperline lsp` with clients that are not ours.
@Suite struct EditorProgramTests {
    private static let viperline = Products.executable("viperline")

    /// Same lines, same words, as the program `viperline check` prints them.
    @Test func whatTheServerPublishesIsWhatCheckPrints() throws {
        let folder = try TemporaryFolder()
        let mask = "/usr/bin:/bin"
        var texts = SchemaTests.rows.map(\.yaml)
        texts.append(
            "sources:\n  a: {url: \"https://h/{id}\", answer: .}\n  b: {url: \"https://h/\", answer: nosuch}\nscenes:\n  b: {list: b, row: .}\n"
        )
        texts.append(
            "sources:\n  a: {url: \"https://h/\", answer: .}\n  b: {url: \"https://h/\", answer: .}\nscenes:\n  b: {list: b, row: .}\n"
        )
        let paths = try texts.enumerated().map { try folder.write($1, to: "a \($0).yaml").path }
        let result = try Command.run(
            ["python3", Checkout.path("Tests/Tools/language_client.py"), Self.viperline, "lsp"],
            input: String(decoding: try JSONEncoder().encode(paths), as: UTF8.self), environment: ["PATH": mask])
        let found = try JSONValue(result.output)
        expect(found["code"].number, equals: 0, "\(result.diagnostics)")
        try require(found["diagnostics"].items.count == texts.count)
        for (path, shown) in zip(paths, found["diagnostics"].items) {
            let check = try Command.run([Self.viperline, "check", path], environment: ["PATH": mask])
            let lines = shown.items.map { "\($0[0].number): \($0[1].text)" }
            let expected = check.diagnostics.split(separator: "\n").map { line -> String in
                let rest = line.replacing("viperline: \(path):", with: "")
                return rest.hasPrefix(" ") ? "1:\(rest)" : String(rest)
            }
            expect(Set(lines), equals: Set(expected), "\(path)")
        }
    }

    @Test(.enabled(if: access("/usr/bin/nvim", X_OK) == 0)) func neovimShowsWhatIsWrongAndHelps() throws {
        let folder = try TemporaryFolder()
        try folder.write("services:\n  model: {command: cat}\n", to: "other.yaml")
        let path = try folder.write(
            "services:\n  a: {extends: {file: other.yaml, service: model}}\n  b:\n    recieves: [é.a]\n    command: cat\n",
            to: "compose.yaml"
        ).path
        let result = try Command.run(
            [
                "nvim", "--headless", "-u", "NONE", "-n", "-c", "luafile \(Checkout.path("Tests/Tools/editor.lua"))",
                path,
            ],
            environment: ["VIPERLINE": Self.viperline, "HOME": folder.path, "XDG_STATE_HOME": folder.path],
            folder: folder.path)
        let shown = try JSONValue(result.output)
        expect(shown["diagnostics"][0][0].number, equals: 4, "\(result)")
        expect(
            shown["diagnostics"][0][1].text, equals: #"services.b: unknown key "recieves" (did you mean "receives"?)"#)
        expect(shown["mended"], equals: .bool(true))
        expect(shown["completion"].items.map(\.text), contains: "restart", "\(shown)")
        #expect(shown["hover"].text.hasPrefix("**receives**: protocols"), "\(shown)")
        #expect(shown["definition"]["uri"].text.hasSuffix("/other.yaml"), "\(shown)")
    }

    struct Stream: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let input: String
        let status: Int32
        let output: String
        let diagnostics: String

        init(_ name: String, _ input: String, _ status: Int32, output: String = "", diagnostics: String = "") {
            (testDescription, self.input, self.status) = (name, input, status)
            (self.output, self.diagnostics) = (output, diagnostics)
        }
    }

    private static func framed(_ messages: String...) -> String {
        messages.map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined()
    }

    private static let initialize = #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#
    private static let shutdown = #"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#
    private static let exit = #"{"jsonrpc":"2.0","method":"exit"}"#

    @Test(arguments: [
        Stream(
            "an orderly end", framed(initialize, shutdown, exit), 0, output: #"{"jsonrpc":"2.0","id":2,"result":null}"#),
        Stream("exit alone", framed(initialize, exit), 1), Stream("no input", "", 1),
        Stream("the end after shutdown alone", framed(initialize, shutdown), 1),
        Stream("nothing behind a header", "Content-Length: 99\r\n\r\n{", 65),
        Stream("no length", "GET / HTTP/1.1\r\nHost: x\r\n\r\n", 65, diagnostics: "neither a message nor a header"),
        Stream("a wrong length", "Content-Length: -5\r\n\r\n", 65, diagnostics: "\"-5\" is not a valid Content-Length"),
        Stream(
            "a header without end", String(repeating: "a", count: 1 << 20), 65,
            diagnostics: "a header has more than 4096 bytes"
        ),
        Stream("a message cut short", framed(initialize) + "Content-Length: 3\r\n\r\n{}\r\n\r\n", 1, output: "-32600"),
    ])
    func aStreamHasItsEnd(_ stream: Stream) throws {
        let result = try Command.run([Self.viperline, "lsp"], input: stream.input)
        expect(result.status, equals: stream.status, "\(result.diagnostics)")
        expect(stream.output.isEmpty || result.output.contains(stream.output))
        expect(stream.diagnostics.isEmpty || result.diagnostics.contains(stream.diagnostics))
    }

    @Test func aFolderAsInputIsNamed() throws {
        let result = try Command.run(["sh", "-c", "exec \"$0\" lsp </", Self.viperline])
        expect(result.status, equals: 69)
        expect(result.diagnostics, equals: "viperline: lsp: read or write messages: Is a directory\n")
    }

    /// Its bytes are passed over, and the connection goes on.
    @Test func aDocumentOf100MBIsNotKept() throws {
        let beginning =
            #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a","text":""#
        let script = """
            printf '%s' "$1"
            printf 'Content-Length: %d\\r\\n\\r\\n' $((${#2} + 104857600 + 4))
            printf '%s' "$2"
            head -c 104857600 /dev/zero | tr '\\0' a
            printf '"}}}%s' "$3"
            """
        let rest = Self.framed(Self.shutdown, Self.exit)
        let result = try Command.run([
            "bash", "-o", "pipefail", "-c", "{ \(script)\n} | \"$0\" lsp", Self.viperline, Self.framed(Self.initialize),
            beginning, rest,
        ])
        expect(result.status, equals: 0, "\(result.diagnostics)")
        expect(
            result.output.contains("is too long; at most 16 MiB") && result.output.contains(#""id":2,"result":null"#))
    }
}
