import LanguageServer
import TestSupport
import Testing

/// Messages that clients may send, and others that they should not.
@Suite struct LanguageServerProtocolTests {
    /// 0 for a result.
    private func code(_ reply: JSONValue?) -> Int {
        if case .number(let code)? = reply?["error"]["code"] { Int(code) } else { 0 }
    }

    @Test func theLifeOfAServer() {
        var editor = Editor(FakeDisk(), isInitialized: false)
        expect(code(editor.request("textDocument/hover", "{}")), equals: -32002)
        expect(code(editor.request("shutdown", "null")), equals: -32002)
        expect(editor.open("a: b\n").isEmpty && editor.pause().isEmpty)
        let capabilities = editor.request("initialize", #"{"processId":null,"capabilities":{}}"#)["result"][
            "capabilities"]
        expect(capabilities["positionEncoding"].text == "utf-16" && capabilities["hoverProvider"] == .bool(true))
        expect(code(editor.request("initialize", "{}")), equals: -32600)
        expect(editor.request("shutdown", "null")["result"], equals: .null)
        expect(code(editor.request("textDocument/hover", "{}")), equals: -32600)
        expect(editor.exitCode, equals: nil)
        expect(editor.notify("exit", "null").isEmpty && editor.exitCode == 0)
    }

    @Test(arguments: [true, false]) func anExitWithoutShutdownIsAFailure(isInitialized: Bool) {
        var editor = Editor(FakeDisk(), isInitialized: isInitialized)
        #expect(editor.send(#"{"jsonrpc":"2.0","method":"exit"}"#, #"{"jsonrpc":"2.0","id":9,"method":"x"}"#).isEmpty)
        expect(editor.exitCode, equals: 1)
    }

    @Test(arguments: [
        ("{", "null", -32700), ("[]", "null", -32600), (#"{"jsonrpc":"2.0","id":"a","method":"nothing"}"#, "a", -32601),
        (#"{"jsonrpc":"2.0","id":4,"method":"$/x"}"#, "4", -32601),
        (#"{"jsonrpc":"2.0","id":5,"method":"textDocument/hover"}"#, "5", -32602),
        (#"{"jsonrpc":"2.0","id":6,"method":"textDocument/hover","params":[1]}"#, "6", -32602),
        (#"{"jsonrpc":"2.0","id":7,"method":"textDocument/hover","params":{"textDocument":{"uri":"x"}}}"#, "7", -32602),
        (
            #"{"jsonrpc":"2.0","id":8,"method":"textDocument/hover","params":{"textDocument":{"uri":"x"},"position":{"line":1e99,"character":0}}}"#,
            "8", -32602
        ),
    ])
    func aMistakeOfTheClientIsAnswered(_ row: (message: String, id: String, code: Int)) {
        var editor = Editor(FakeDisk())
        let replies = editor.send(row.message)
        expect(replies.count == 1 && code(replies.first) == row.code, "\(replies)")
        expect(replies.first.map { $0["id"].description.replacing("\"", with: "") }, equals: row.id)
    }

    @Test(arguments: [
        #"{"jsonrpc":"2.0","method":"nothing"}"#, #"{"jsonrpc":"2.0","method":"$/setTrace","params":{}}"#,
        #"{"jsonrpc":"2.0","id":3,"result":5}"#, #"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}"#,
        #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":77}}"#,
        #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":{}}}"#,
        #"{"jsonrpc":"2.0","method":"$/cancelRequest"}"#,
        #"{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///never-opened"}}}"#,
    ])
    func whatNeedsNoReplyGetsNone(_ message: String) {
        var editor = Editor(FakeDisk())
        #expect(editor.send(message).isEmpty)
    }

    @Test func aRequestThatIsCancelledInTimeIsNotCarriedOut() {
        var editor = Editor(FakeDisk())
        let replies = editor.send(
            #"{"jsonrpc":"2.0","id":"a","method":"shutdown"}"#,
            #"{"jsonrpc":"2.0","id":2,"method":"textDocument/completion","params":{"textDocument":{"uri":"x"},"position":{"line":0,"character":0}}}"#,
            #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"a"}}"#)
        expect(replies.map(code) == [-32800, 0] && replies.map { $0["id"].description } == ["\"a\"", "2"])
    }

    @Test func aDocumentWithinAMessageThatIsTooLongIsMissed() {
        var editor = Editor(FakeDisk())
        expect(code(editor.sendTooLong(100 << 20).first), equals: -32600)
        // A later change has the whole text.
        expect(editor.change("servces: 5\n").isEmpty && editor.pause().count == 1)
    }

    @Test func manyDocumentsAreNotKept() {
        var editor = Editor(FakeDisk())
        for number in 1...LanguageServer.mostDocuments {
            #expect(editor.open("a: b", uri: "untitled:\(number)").isEmpty)
        }
        let refused = editor.open("a: b", uri: "untitled:more")
        expect(
            refused.first?["method"].text == "window/logMessage"
                && refused[0]["params"]["message"].text.contains("untitled:more"))
        #expect(editor.change("a: c", uri: "untitled:1").isEmpty)
    }

    @Test(arguments: [
        ("file:///home/a%20%C3%A9.yaml", true), ("FILE:///home/a%20%C3%A9.yaml", true),
        ("file://localhost/home/a%20%C3%A9.yaml", true),
        ("file:///home/a%20%C3%A9.yaml?x#y", true), ("file://other-host/home/a%20%C3%A9.yaml", false),
        ("untitled:Untitled-1", false),
        ("https://example.org/a.yaml", false), ("file:///home/%00", false), ("file:///home/%zz.yaml", false),
        ("", false),
        ("file://", false), ("/home/a.yaml", false),
    ])
    func onlyAFileIsChecked(_ row: (uri: String, isFile: Bool)) {
        var editor = Editor(FakeDisk())
        _ = editor.open("servces: 5\n", uri: row.uri)
        let published = editor.pause().first
        expect(published?["params"]["uri"].text, equals: row.uri)
        expect(published?["params"]["diagnostics"].items.isEmpty, equals: !row.isFile)
        // Its keys are known all the same.
        #expect(editor.result("completion", of: "|", uri: row.uri)["items"].items.count > 5)
    }

    @Test func aChangeOfAPieceIsRefused() {
        var editor = Editor(FakeDisk())
        _ = editor.open("a: b\n")
        let place = #"{"line":0,"character":0}"#
        let log = editor.notify(
            "textDocument/didChange",
            #"{"textDocument":{"uri":"\#(Editor.uri)","version":2},"contentChanges":[{"range":{"start":\#(place),"end":\#(place)},"text":"x"}]}"#
        )
        expect(log.first?["method"].text, equals: "window/logMessage")
    }

    @Test(arguments: [
        (0, 0), (0, 5), (0, 6), (0, 99), (1, 0), (1, 3), (99, 0), (-1, -1), (2, -5),
    ])
    func aPositionOutsideOfTheTextIsItsNearest(_ place: (line: Int, character: Int)) {
        var editor = Editor(FakeDisk())
        _ = editor.open("é😀: x\n😀😀\n")
        for method in ["hover", "completion", "definition"] {
            let reply = editor.request(
                "textDocument/\(method)",
                #"{"textDocument":{"uri":"\#(Editor.uri)"},"position":{"line":\#(place.line),"character":\#(place.character)}}"#
            )
            expect(reply["error"], equals: .null)
        }
    }
}
