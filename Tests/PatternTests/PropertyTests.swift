import TestSupport
import Testing

/// The view of MVVM with a double as its view model.
@Suite struct PropertyTests {
    private static let states = ["path", "title", "query", "rows", "alert", "activity"].map { "viewmodel.output.\($0)" }

    /// - Parameters:
    ///   - viewModel: Python that calls `publish(property, data)`; `path` has been published before.
    ///   - prefix: what the view's process does before it is the view.
    private static func session(_ viewModel: String, prefix: String = ":") throws -> SessionRun {
        let view = Products.executable("viperline-pattern")
        let session = try SessionRun(
            """
            services:
              view:
                command: [sh, -c, '\(prefix); exec "\(view)" mvvm view']
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

    /// Some 30 MB that nobody reads do not hold the view model; the view goes on with the newest of each property.
    @Test func aStoppedViewIsSentTheNewestOnly() throws {
        let flood = """
            pid = os.path.join(os.path.dirname(__file__), "pid")
            while not os.path.exists(pid) or not open(pid).read().endswith("\\n"): pass
            view = int(open(pid).read())
            while open(f"/proc/{view}/stat").read().rsplit(")", 1)[1].split()[0] != "T": pass
            def give_up(*_): raise TimeoutError
            signal.signal(signal.SIGALRM, give_up)
            signal.alarm(60)
            try:
                for number in range(1, 100_001):
                    publish("title", {"title": f"Title {number}"})
                    publish("query", {"query": f"query {number}"})
                    publish("activity", {})
                sys.stdout.flush()
            except TimeoutError:
                pass
            os.kill(view, signal.SIGCONT)
            """
        let session = try Self.session(flood, prefix: "echo $$ > @/pid; kill -STOP $$")
        let result = try session.finish(input: "where\nquit\n")
        #expect(result.status == 0, "\(result.diagnostics)")
        let page = "== Title 100000 ==\nsearch: query 100000\n"
        #expect(result.output == "\(page)\n> where\n\(page)\n> quit\n", "\(result.output.prefix(2000))")
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
            publish("alert", {"alert": "none"})
            for number in range(1000): publish("title", {"title": "far"}, f"far-{number}")
            publish("colour", {"colour": "red"})
            publish("activity", {"activity": 7})
            publish("activity", {})
            """
        let result = try Self.session(hostile).finish(input: "where\nquit\n")
        #expect(result.status == 0, "\(result.diagnostics)")
        #expect(!result.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202E}" })
        #expect(result.output.contains("search: music\n 1. Metronome\nmore rows: type more\n"), "\(result.output)")
    }

    /// A script is told what it waits for.
    @Test func anActivityThatIsNeverClearedEndsTheScript() throws {
        let session = try Self.session(
            """
            publish("title", {"title": "App Store"})
            publish("activity", {"activity": "Searching…"})
            """)
        let compose = try session.folder.text(of: "compose.yaml").replacing(
            "mvvm view'", with: "mvvm view --patience 0.5'")
        try session.folder.write(compose, to: "compose.yaml")
        let result = try session.finish(input: "where\nquit\n")
        #expect(result.status == 75)
        #expect(result.output.contains("App Store is still at “Searching…”"), "\(result.output)")
    }
}
