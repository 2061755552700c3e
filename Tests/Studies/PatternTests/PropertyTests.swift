import TestSupport
import Testing

/// The view of MVVM with a double as its view model.
@Suite struct PropertyTests {
    private static let states = ["path", "title", "query", "rows", "alert", "activity"].map { "viewmodel.output.\($0)" }

    /// - Parameters:
    ///   - viewModel: Python that calls `publish(property, data)`; `path` has been published before.
    ///   - prefix: what the view's process does before it is the view.
    ///   - options: of the view.
    private static func session(
        _ viewModel: String, prefix: String = ":", options: String = ""
    ) throws -> SessionRun {
        let view = Products.executable("viperline-pattern")
        let session = try SessionRun(
            """
            services:
              view:
                command: [sh, -c, '\(prefix); exec "\(view)" mvvm view \(options)']
                tty: true
                exit_on_end: true
                receives: [viewmodel.output]
                sends: [viewmodel.input]
                success_exit_codes: [65, 69, 75]
              viewmodel:
                command: [python3, "@/viewmodel.py"]
                receives: [viewmodel.input]
                sends: [viewmodel.output]
            states: [\(states.joined(separator: ", "))]
            """)
        try session.folder.write(
            """
            import json, os, signal, sys
            def publish(name, data, subject="apps-1"):
                event = {"type": "viewmodel.output." + name, "correlationid": "start", "data": data}
                if subject: event["subject"] = subject
                sys.stdout.write(json.dumps(event) + "\\n")
            publish("path", {"path": [{"scene": "apps-1", "name": "apps"}]}, None)
            \(viewModel)
            sys.stdout.flush()
            sys.stdin.read()
            """, to: "viewmodel.py")
        return session
    }

    /// Some 40 MB that the view does not read do not hold the view model; the view goes on with the newest of each property.
    @Test func aViewThatIsBehindIsSentTheNewest() throws {
        let flood = """
            def hold(*_): raise TimeoutError
            signal.signal(signal.SIGALRM, hold)
            signal.alarm(60)
            state = "all"
            try:
                for number in range(1, 10_001):
                    publish("title", {"title": f"Title {number}"})
                    publish("query", {"query": f"query {number}", "pad": "x" * 4000})
                    publish("activity", {"activity": "Publishing…"})
                publish("activity", {})
                sys.stdout.flush()
            except TimeoutError:
                state = "held"
            with open(os.path.join(os.path.dirname(__file__), "published"), "w") as file: file.write(state + "\\n")
            """
        let session = try Self.session(flood, prefix: "until grep -q . @/published; do sleep 0.01; done")
        try session.folder.write("", to: "published")
        let result = try session.finish(input: "where\nquit\n")
        expect(result.status, equals: 0, "\(result.diagnostics)")
        expect(session.lines(of: "published"), equals: ["all"])
        let page = "== Title 10000 ==\nsearch: query 10000\n"
        expect(result.output, equals: "\(page)\n> where\n\(page)\n> quit\n", "\(result.output.suffix(500))")
    }

    /// What is wrong is refused, what is dangerous is taken out, and the rest is shown.
    @Test func hostilePropertiesDoNoHarm() throws {
        let hostile = """
            publish("title", {"title": "A\\u001b[2Jpp\\u202e Store" + "\\n" * 5})
            publish("title", {"title": ["no", "text"]})
            publish("title", {"title": "without a scene"}, None)
            publish("query", {"query": "x" * 900_000})
            publish("query", {"query": "music"})
            publish("rows", {"found": {"rows": [{"id": 7}]}})
            publish("rows", {"found": {"rows": [{"id": "1", "name": "Metronome\\u0007"}], "text": {}, "hasMore": True}})
            publish("preview", {"app": "none"})
            publish("alert", {"alert": "none"})
            for number in range(1000): publish("title", {"title": "far"}, f"far-{number}")
            publish("colour", {"colour": "red"})
            publish("activity", {"activity": 7})
            publish("activity", {})
            """
        let result = try Self.session(hostile).finish(input: "where\nquit\n")
        expect(result.status, equals: 0, "\(result.diagnostics)")
        #expect(!result.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202E}" })
        expect(
            result.output,
            contains: "search: music\ncolumns: Name; Company; Rating\n 1. Metronome\nmore rows: type more\n",
            "\(result.output)")
    }

    /// A script is told what it waits for.
    @Test func anActivityThatIsNeverClearedEndsTheScript() throws {
        let publishing = """
            publish("title", {"title": "App Store"})
            publish("activity", {"activity": "Searching…"})
            sys.stdout.flush()
            with open(os.path.join(os.path.dirname(__file__), "published"), "w") as file: file.write("all\\n")
            """
        let session = try Self.session(
            publishing, prefix: "until grep -q . @/published; do sleep 0.01; done", options: "--patience 0.5")
        try session.folder.write("", to: "published")
        let result = try session.finish(input: "where\nquit\n")
        expect(result.status, equals: 75)
        expect(result.output, contains: "App Store is still at “Searching…”", "\(result.output)")
    }
}
