import Foundation
import TestSupport
import Testing

/// scripts/conform with the doubles, and with programs that do not conform.
@Suite struct ConformTests {
    private static let conform = Checkout.path("scripts/conform")

    @Test(arguments: [["python3", "Tests/Doubles/fetcher.py"], ["sh", "Tests/Doubles/fetcher.sh"]])
    func doublesConform(_ command: [String]) throws {
        for tool in [[Self.conform, "fetcher-paper"], [Products.executable("viperline"), "conform", "fetcher"]] {
            let result = try Command.run(tool + ["--"] + command, folder: Checkout.root.path)
            expect(result.status, equals: 0, "\(result.output)\(result.diagnostics)")
        }
    }

    /// Regression: a fetcher with data of its own could not pass.
    private static let tasks = """
        import json, sys
        TASKS = [{"id": f"t{n}", "title": f"Task {n}"} for n in range(5)]
        for line in sys.stdin:
            request = json.loads(line)
            kind, data = request["type"].rpartition(".")[2], request.get("data", {})
            if kind not in ("search", "lookup"): continue
            answer = {"subject": request.get("subject"), "correlationid": request.get("correlationid") or request.get("id")}
            if data["source"] != "my.tasks":
                answer |= {"type": "interactor.output.failed", "data": {"kind": "notFound", "message": "no such source", "retryable": False}}
            elif kind == "lookup":
                answer |= {"type": "interactor.output.found", "data": {"source": "my.tasks", "items": [t for t in TASKS if t["id"] == data["id"]]}}
            else:
                at = int(data.get("cursor", 0))
                page = {"source": "my.tasks", "items": TASKS[at:at + 2], "total": 5}
                if at + 2 < 5: page["cursor"] = str(at + 2)
                answer |= {"type": "interactor.output.found", "data": page}
            print(json.dumps({name: value for name, value in answer.items() if value}), flush=True)
        """

    @Test(
        arguments: [
            ("import json", "import json", nil),
            (#""cursor"] = str(at + 2)"#, #""cursor"] = str(at + 1)"#, "no item twice"),
            (#""cursor"] = str(at + 2)"#, #""cursor"] = at + 2"#, "data.cursor, a text that leads on"),
            (
                #""correlationid": request.get("correlationid") or request.get("id")"#, #""x": 1"#,
                "the correlationid of the request, v1"
            ),
            (
                #"items": TASKS[at:"#, #"items": TASKS[0:0] and TASKS[at:"#,
                "name a source and a term"
            ),
            (#""retryable": False"#, #""retryable": 0"#, "\"retryable\": true or false"),
            (
                #"if kind not in ("search", "lookup"): continue"#,
                #"""
                if kind == "cancel":
                    print('{"type":"interactor.output.failed","data":{"kind":"local","message":"x","retryable":false}}', flush=True)
                    continue
                """#.replacing("\n", with: "\n    "), "not ok"
            ),
            ("for line in sys.stdin:", "for line in sys.stdin:\n    print('oops', flush=True)", "not a JSON object"),
            ("f\"t{n}\"", "n", "a list of objects with the text \"id\""),
        ] as [(String, String, String?)])
    func aFetcherIsTestedOnItsProtocol(_ part: String, _ change: String, _ problem: String?) throws {
        let folder = try TemporaryFolder()
        expect(Self.tasks, contains: part)
        let text = Self.tasks.replacing(part, with: change)
        let program = try folder.write(text, to: "tasks.py").path
        let result = try Command.run(
            [
                Products.executable("viperline"), "conform", "fetcher", "--source", "my.tasks", "--term", "milk",
                "--patience", "30", "--", "python3", program,
            ])
        expect(result.status, equals: (problem == nil ? 0 : 65), "\(result.output)\(result.diagnostics)")
        if let problem { expect(result.output, contains: problem, "\(result.output)") }
    }

    @Test(arguments: [["python3", "Tests/Doubles/fetcher.py"], ["sh", "Tests/Doubles/fetcher.sh"]])
    func doublesConformByTheSwiftRuleToo(_ command: [String]) throws {
        let command = command.map { $0.hasPrefix("Tests/") ? Checkout.path($0) : $0 }
        for conversation in Conversation.all(of: "fetcher-paper") {
            try expect(conversation.check(command), equals: nil, "\(conversation)")
        }
    }

    @Test func ourProgramsConform() throws {
        for role in ["presenter", "router"] {
            let result = try Command.run([Self.conform, role, "--", Products.executable("viperline-\(role)")])
            expect(result.status, equals: 0, "\(result.output)")
        }
    }

    @Test(
        arguments: [
            (["cat"], 1, "type is \"router.input.back\", not"),
            (["true"], 1, "event 1 is missing"),
            (["sh", "-c", "cat >/dev/null; echo oops"], 1, "the event is \"oops\", not an object"),
            (
                ["sh", "-c", #"cat >/dev/null; echo '{"type":"router.output.didNavigate","data":{"stack":[]}}'"#], 1,
                "data.stack has 0 elements, not 1"
            ),
            (["sh", "-c", "\(Products.executable("viperline-router")); exit 7"], 1, "exit code 7, not 0"),
            (
                ["sh", "-c", "\(Products.executable("viperline-router")); echo '{\"type\":\"a.b.c\"}'"], 1,
                "was not expected"
            ),
            (["sleep", "60"], 1, "did not exit within 0.5 s"),
            (["/no/such/program"], 64, "No such file"),
            ([], 64, "missing role"),
        ] as [([String], Int32, String)])
    func othersAreTold(_ command: [String], status: Int32, saying problem: String) throws {
        let options = ["--case", "back-beyond-the-last", "--timeout", command.first == "sleep" ? "0.5" : "30"]
        let result = try Command.run([Self.conform, "router"] + options + ["--"] + command)
        expect(result.status, equals: status)
        expect((result.output + result.diagnostics), contains: problem, "\(result.output)\(result.diagnostics)")
    }
}
