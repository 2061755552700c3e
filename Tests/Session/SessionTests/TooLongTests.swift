import Foundation
import TestSupport
import Testing

/// An author's own program writes lines over the limit, and knows nothing of refusals.
@Suite struct TooLongTests {
    /// Shows a row; a search for "many" finds too many, and so does the scene "long".
    private static let program = """
        import json, sys
        def say(kind, data, **head): print(json.dumps({"type": kind, "data": data} | head), flush=True)
        def show(event, count):
            rows = [{"id": str(n), "title": "Row %d" % n} for n in range(count)]
            say("view.input.show", {"screen": {"title": "Rows", "prompt": {"placeholder": "Search", "text": ""},
                "parts": [{"list": {"rows": rows}}]}}, subject="rows-1", **({"correlationid": event["id"]} if event else {}))
        say("router.output.didNavigate", {"stack": [{"scene": "rows-1", "name": "rows"}]})
        show({}, int(sys.argv[1]))
        for line in sys.stdin:
            event = json.loads(line)
            if event["type"] == "view.output.didSearch": show(event, 20000 if event["data"]["query"] == "many" else 2)
        """

    private static func session(first rows: Int) throws -> SessionRun {
        let session = try SessionRun(
            """
            name: long
            line_limit: 64kb
            services:
              view: {extends: {file: roles, service: view}}
              rows:
                command: [python3, "@/rows.py", "\(rows)"]
                receives: [view.output]
                sends: [view.input, router.output]
            states: [view.input.show, router.output.didNavigate]
            """)
        try session.folder.write(program, to: "rows.py")
        return session
    }

    /// Regression: the session never settled. The first screen is lost, or that of a command.
    @Test(arguments: [
        (20_000, "quit\n", "== rows =="), (1, "search many\nsearch few\nquit\n", "> search few\n 2. Row 1\n"),
    ])
    func thePersonIsToldAndTheSessionGoesOn(first: Int, input: String, shown: String) throws {
        let session = try Self.session(first: first)
        let result = try session.finish(input: input)
        expect(result.status, equals: 69)
        let told = /! show: rows wrote view\.input\.show with \d+ bytes, over the limit of 65536; it was dropped\. Send/
        expect(result.output.matches(of: told).count, equals: 1, "\(result.output)")
        expect(result.output, contains: shown, "\(result.output)")
        expect(result.diagnostics, contains: "rows wrote view.input.show with")
        expect(session.keptLog(result)?.contains("over the limit of 65536 (line_limit)"), equals: true)
    }
}
