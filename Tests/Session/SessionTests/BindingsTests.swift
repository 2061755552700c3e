import Foundation
import TestSupport
import Testing

/// The libraries of protocols/bindings: on the protocol itself, and in the README's applications.
@Suite struct BindingsTests {
    /// A language: what runs its programs, and what marks its examples in the README.
    struct Language: Sendable, CustomTestStringConvertible {
        let interpreter: String
        let suffix: String
        let fence: String

        var testDescription: String { interpreter }
        var library: String { "protocols/bindings/viperline.\(suffix)" }
        var application: String { "Tests/Doubles/bindings/conformance.\(suffix)" }
    }

    /// A library with one line changed, and the dialogue that finds it.
    struct Mutant: Sendable, CustomTestStringConvertible {
        let dialogue: String
        let line: String
        let changed: String

        init(_ dialogue: String, _ line: String, _ changed: String) {
            (self.dialogue, self.line, self.changed) = (dialogue, line, changed)
        }

        var testDescription: String { dialogue }
    }

    static let languages = [
        Language(interpreter: "python3", suffix: "py", fence: "python"),
        Language(interpreter: "node", suffix: "mjs", fence: "js"),
        Language(interpreter: "bash", suffix: "sh", fence: "sh"),
    ]
    private static let conform = Checkout.path("scripts/conform")

    @Test(arguments: languages) func itConformsToTheProtocol(_ language: Language) throws {
        let result = try Command.run(
            [
                Self.conform, "protocol", "--timeout", "60", "--", language.interpreter,
                Checkout.path(language.application),
            ])
        expect(result.status, equals: 0, "\(result.output)\(result.diagnostics)")
    }

    /// Its code may have changed: it searches again, or asks the scene on top. After a crash, the screen stays.
    @Test(
        arguments: languages, [("swap", "", "a"), ("swap", "z", "z"), ("1", "z", nil)] as [(String, String, String?)])
    func aSwappedApplicationShowsItsSceneAgain(
        _ language: Language, _ restored: (reason: String, query: String, title: String?)
    ) throws {
        let folder = try TemporaryFolder()
        let library = Checkout.path(language.library)
        let programs = [
            "py": """
            import sys; sys.path.insert(0, "\(Checkout.path("protocols/bindings"))")
            from viperline import app
            app.on_open("home")(lambda: app.show("a", prompt={"placeholder": "P", "live": True}))
            app.on_search(lambda query: app.show(query))
            app.run()
            """,
            "mjs": """
            import { onOpen, onSearch, show, run } from '\(library)'
            onOpen('home', () => show({ title: 'a', prompt: { placeholder: 'P', live: true } }))
            onSearch(query => show({ title: query }))
            run()
            """,
            "sh": """
            . '\(library)'
            on_open_home() { echo '{"title":"a","prompt":{"placeholder":"P","live":true}}' | show; }
            on_search() { show --arg title "$1"; }
            run
            """,
        ]
        let program = try folder.write(programs[language.suffix] ?? "", to: "app." + language.suffix)
        let scene =
            #"{"scene":"home-1","name":"home","query":"\#(restored.query)","chain":"c","screen":{"title":"old","parts":[]}}"#
        let state = #"{"type":"process.input.restore","id":"r","data":{"state":{},"scenes":[\#(scene)]}}"#
        let result = try Command.run(
            [language.interpreter, program.path], input: state + "\n",
            environment: ["VIPERLINE_SERVICE": "app", "VIPERLINE_RESTORED": restored.reason])
        let shown = result.lines.filter { $0.contains("view.input.show") }
        expect(shown.count, equals: (restored.title == nil ? 0 : 1), "\(result.output)\(result.diagnostics)")
        guard let title = restored.title, let line = shown.first?.replacing(" ", with: "") else { return }
        expect(line, contains: "\"title\":\"\(title)\"")
        if title == "a" { expect(line.contains("\"placeholder\":\"P\"") && line.contains("\"live\":true")) }
    }

    /// Regression: `@app.on_submit("f")` failed inside the library, and in the shell `every 1 f` at each tick.
    @Test(
        arguments: [
            ("py", "app.on_submit('f')", "write @app.on_submit above a function of (values, secrets); 'f' is not one"),
            ("py", "app.on_reach_end(1)", "write @app.on_reach_end above a function of (); 1 is not one"),
            (
                "py", "app.on_search(__import__('functools').partial(lambda: 1))",
                "write @app.on_search above a function of"
            ),
            ("py", "app.on_open('home')('f')", "write @app.on_open('home') above a function; 'f' is not one"),
            ("py", "app.on_return('home')(None)", "write @app.on_return('home') above a function; None is not one"),
            ("py", "app.on('x')(2)", "write @app.on('x') above a function of (data); 2 is not one"),
            ("py", "app.on('x')(lambda: 1)", "write @app.on('x') above a function of (data); <function <lambda> at"),
            ("py", "app.on('note.output.didSubmit')(lambda a, b: 1)", "above a function of (data)"),
            ("py", "app.on('end')(lambda data: 1)", "write @app.on('end') above a function of ()"),
            ("py", "app.every(1)('f')", "write @app.every(1) above a function of (time); 'f' is not one"),
            ("py", "app.on_end('f')", "write @app.on_end above a function of (); 'f' is not one"),
            ("py", "@app.on\ndef f(data): pass", "write @app.on(\"NAME\") above a function; <function f at"),
            ("py", "@app.on_open\ndef f(): pass", "write @app.on_open(\"NAME\") above a function; <function f at"),
            ("py", "@app.on_return\ndef f(): pass", "write @app.on_return(\"NAME\") above a function; <function f at"),
            ("py", "@app.every\ndef f(time): pass", "every(<function f at"),
            (
                "py", "@app.on_search\nasync def f(query): pass",
                "write @app.on_search above a function without async and yield; nothing would run <function f at"
            ),
            (
                "py", "@app.on('x')\nasync def f(data): yield",
                "write @app.on('x') above a function without async and yield"
            ),
            ("py", "@app.on_end\ndef f(): yield", "write @app.on_end above a function without async and yield"),
            (
                "py", "class F:\n  async def __call__(self, query): pass\napp.on_search(F())",
                "write @app.on_search above a function without async and yield"
            ),
            // These have the arguments that `on` gives, and the next line fails.
            (
                "py", "app.on('view.output.didSubmit')(lambda values, secrets: 1)\napp.on('x')(print)\napp.on_end(1)",
                "write @app.on_end above a function of (); 1 is not one"
            ),
            // The function around another one is what the library calls.
            (
                "py", "@app.on_search\n@__import__('functools').wraps(lambda: 0)\ndef f(query): pass\napp.on_end(1)",
                "write @app.on_end above a function of (); 1 is not one"
            ),
            ("mjs", "m.onSubmit('f')", "view.output.didSubmit needs a function, not string"),
            ("mjs", "m.onOpen('home')", "open home needs a function, not undefined"),
            ("mjs", "m.every(1, null)", "timer 0 needs a function, not null"),
            ("sh", "every 1 f", "write every SECONDS FUNCTION; in \"every 1 f\", \"f\" is not a function"),
            ("sh", "every 1 if", "\"if\" is not a function"),
            ("sh", "every x true", "every x true: from 0.1 to 86400 seconds"),
            ("sh", "every 0 true", "every 0 true: from 0.1 to 86400 seconds"),
            ("sh", "every nan true", "every nan true: from 0.1 to 86400 seconds"),
            ("sh", "every 1e9 true", "every 1e9 true: from 0.1 to 86400 seconds"),
            ("sh", "every 1", "write every SECONDS FUNCTION; in \"every 1 \", \"\" is not a function"),
        ] as [(String, String, String)])
    func theLibraryRefusesWhatItCannotCall(_ suffix: String, _ line: String, _ message: String) throws {
        let folder = try TemporaryFolder()
        let language = try require(Self.languages.first { $0.suffix == suffix })
        let library = Checkout.path(language.library)
        let programs = [
            "py":
                "import sys; sys.path.insert(0, '\(Checkout.path("protocols/bindings"))')\nfrom viperline import app\n",
            "mjs": "import * as m from '\(library)'\n", "sh": ". '\(library)'\n",
        ]
        let run = ["py": "app.run()", "mjs": "m.run()", "sh": "run"]
        let program = try folder.write(
            "\(programs[suffix] ?? "")\(line)\n\(run[suffix] ?? "")\n", to: "app." + suffix)
        let result = try Command.run([language.interpreter, program.path])
        expect(result.status, equals: 1, "\(result)")
        expect(result.diagnostics, contains: message)
    }

    /// What only a call tells.
    @Test(arguments: ["lambda query: f(query)", "functools.lru_cache(f)", "functools.partial(F())"])
    func aCoroutineThatNothingRunsIsAFailure(_ function: String) throws {
        let folder = try TemporaryFolder()
        let program = try folder.write(
            """
            import functools, sys
            sys.path.insert(0, '\(Checkout.path("protocols/bindings"))')
            from viperline import app
            async def f(query): pass
            class F:
                async def __call__(self, query): pass
            app.on_search(\(function))
            app.run()

            """, to: "app.py")
        let result = try Command.run(
            ["python3", program.path],
            input: """
                {"type":"router.output.didNavigate","id":"r","data":{"stack":[{"scene":"home-1","name":"home"}]}}
                {"type":"view.output.didSearch","id":"v","subject":"home-1","data":{"query":"a"}}

                """)
        expect(result.output, contains: "write the function for view.output.didSearch without async")
    }

    @Test(arguments: ["show", "send view.input.mark", "post note.output.made"])
    func theShellTellsThatStandardInputIsEmpty(_ function: String) throws {
        let folder = try TemporaryFolder()
        let library = Checkout.path("protocols/bindings/viperline.sh")
        let program = try folder.write(
            ". '\(library)'\non_open_home() { \(function) </dev/null; }\nrun\n", to: "app.sh")
        let scene = #"{"scene":"home-1","name":"home"}"#
        let stack = #"{"type":"router.output.didNavigate","id":"r","data":{"stack":[\#(scene)]}}"#
        let result = try Command.run(["bash", program.path], input: stack + "\n")
        expect(result.output, contains: "\(function): standard input is empty, where it needs JSON")
    }

    /// The dialogues that ask for nothing but the protocol hold for our presenter too.
    @Test func ourPresenterConformsToTheProtocol() throws {
        let dialogues = [
            "first-screen", "an-action-is-answered", "actions-nobody-knows-are-answered", "bytes-that-are-no-text",
            "deep-nesting", "a-stack-twice-changes-nothing",
        ]
        let options = dialogues.flatMap { ["--case", $0] }
        let presenter = Products.executable("viperline-presenter")
        let result = try Command.run([Self.conform, "protocol"] + options + ["--", presenter])
        expect(result.status, equals: 0, "\(result.output)\(result.diagnostics)")
    }

    @Test(
        arguments: [
            Mutant("an-action-is-answered", "\"correlationid\": scene.get", "\"chain\": scene.get"),
            Mutant("actions-nobody-knows-are-answered", "(self._is_due or self._is_busy or alert)", "alert"),
            Mutant("an-event-twice-has-one-effect", "identity in self._seen or", ""),
            Mutant("a-scene-without-parameters", "{\"parameters\": {}, **entry,", "{**entry,"),
            Mutant("rows-keys-forms-and-changes", "if \"row\" in data else []", ""),
            Mutant("half-a-surrogate-pair", "errors=\"replace\") + b", "errors=\"surrogatepass\") + b"),
            Mutant("what-is-no-number-is-not-written", "allow_nan=False).encode", "allow_nan=True).encode"),
            Mutant("a-screen-over-the-limit-becomes-an-alert", "if len(line) > LIMIT * 7 // 8:", "if False:"),
            Mutant("what-is-printed-is-no-event", "os.dup2(2, 1)", "os.dup2(2, 1); os.dup2(OUTPUT.fileno(), 2)"),
            Mutant("a-newer-action-ends-an-older", "raise KeyboardInterrupt", "pass"),
            Mutant("a-failure-is-an-alert", "self.state = json.loads(state)", "pass"),
            Mutant("a-successor-goes-on", "{\"state\": self.state,", "{\"state\": {},"),
            Mutant("a-request-is-answered", "if message != \"progress\":", "if True:"),
            Mutant("an-answer-without-a-cause-has-its-chain", "(asks or [\"\"])[0]", "\"\""),
            Mutant("a-failed-request-is-told", "raise RequestFailed(event[\"data\"])", "pass"),
            Mutant("a-request-without-an-answer-ends", "answers.get(timeout=timeout)", "answers.get()"),
            Mutant("a-newer-action-cancels-a-request", "self.send(role + \".input.cancel\"", "print(role"),
            Mutant("the-end-of-input-amid-a-request", "answers.put(None)", "pass"),
            Mutant("a-timer-takes-no-alert-away", "screen | self.scene.get(\"failure\", {})", "screen"),
            Mutant("a-timer-takes-no-alert-away", "\"Resize\", \"Run\",", "\"Resize\","),
            Mutant("what-a-timer-lacks-is-told", "for key in (\"receives\", \"sends\")", "for key in (\"receives\",)"),
            Mutant("a-timer-is-an-event", "            is_over.set()", "            pass"),
            Mutant("what-is-posted-comes-back", "self._posts.append((type, line, is_foreign))", "pass"),
            Mutant("a-flood-of-posts", "self._is_flying and not self._is_own(event)", "self._is_flying"),
            Mutant(
                "a-state-over-the-limit-takes-no-event-with-it", "                finally:  # what waits",
                "                except OSError:\n                    pass\n                else:  # what waits"),
            Mutant("a-scene-is-on-top-again", "self._return(self._scenes[-1])", "pass"),
            Mutant("order-selection-and-more", "self.scene.update(sort=data)", "None"),
            Mutant("a-copy-is-the-views", "\"view.input.copy\"", "\"view.input.copied\""),
            Mutant("misuse-is-told", "raise TypeError(f\"a screen has no", "print(f\"a screen has no"),
            Mutant("the-end-has-a-function", "self._functions[\"end\"]()", "pass"),
            Mutant(
                "a-replayed-action-is-told", "**json.loads(line.decode()),",
                "**json.loads(line.decode()), \"replayed\": False,"),
        ])
    func theDialoguesFindMistakes(_ mutant: Mutant) throws {
        let folder = try TemporaryFolder()
        let language = Self.languages[0]
        for file in [language.library, language.application] {
            let target = folder.url.appendingPathComponent(file)
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            let text = try String(contentsOfFile: Checkout.path(file), encoding: .utf8)
            expect(file == language.application || text.contains(mutant.line), "the library has no such line")
            try folder.write(text.replacing(mutant.line, with: mutant.changed), to: file)
        }
        let result = try Command.run([
            Self.conform, "protocol", "--case", mutant.dialogue, "--timeout", "5", "--", language.interpreter,
            folder.path + "/" + language.application,
        ])
        expect(result.status == 1 && result.output.contains("not ok 1 - \(mutant.dialogue)"), "\(result.output)")
    }

    @Test(arguments: languages) func theLibraryHasAtMost375LinesOfCode(_ language: Language) throws {
        let lines = try String(contentsOfFile: Checkout.path(language.library), encoding: .utf8).split(separator: "\n")
        let code = lines.filter { line in
            let line = line.trimmingCharacters(in: .whitespaces)
            return !line.isEmpty && !["#", "//", "/**"].contains { line.hasPrefix($0) }
        }
        #expect(code.count <= 375)
    }

    /// The libraries refuse members that screens do not have, so they know all of them.
    @Test(arguments: languages) func theLibraryKnowsAllMembersOfAScreen(_ language: Language) throws {
        let schema = try String(contentsOfFile: Checkout.path("protocols/schemas/screen.json"), encoding: .utf8)
        let library = try String(contentsOfFile: Checkout.path(language.library), encoding: .utf8)
        let members = schema.matches(of: /\n    "([a-zA-Z]+)": \{/).map { String($0.1) }
        try require(members.contains("hasMore") && members.count > 10)
        for quote in ["\"", "'"] where library.contains("\(quote)hasMore\(quote)") {
            for member in members { expect(library, contains: "\(quote)\(member)\(quote)", "\(member)") }
        }
    }

    @Test func theLibrariesHaveOneVersion() throws {
        let versions = try Self.languages.map { language in
            let library = try String(contentsOfFile: Checkout.path(language.library), encoding: .utf8)
            return try require(library.firstMatch(of: /(?:__version__ = "|version = '|VIPERLINE_LIBRARY=)([0-9.]+)/)?.1)
        }
        expect(Set(versions).count, equals: 1)
        let page = try String(contentsOfFile: Checkout.path("protocols/bindings/README.md"), encoding: .utf8)
        expect(page, contains: "| \(versions[0]) |")
    }

    @Test func theDeclarationsNameWhatTheLibraryExports() throws {
        func names(_ file: String) throws -> Set<Substring> {
            let text = try String(contentsOfFile: Checkout.path("protocols/bindings/\(file)"), encoding: .utf8)
            return Set(
                text.matches(of: /\nexport (?:async )?(?:function|class|const) (\w+)/).map(\.1))
        }
        try expect(names("viperline.d.mts"), equals: names("viperline.mjs"))
    }

    /// Regression: a request of a background job was cancelled when its function had replied, and at the end of the input, the events
    /// that still waited were dropped.
    @Test func aBackgroundRequestDropsNoEvent() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            . '\(Checkout.path("protocols/bindings/viperline.sh"))'
            on_search() { (echo '{}' | ask other.input.get >/dev/null) & show --arg title searched; }
            on_select() { show --arg title "selected $1"; }
            run

            """, to: "app.sh")
        let script = """
            cd "$0" && mkfifo input && : >output && { timeout 60 bash app.sh <input >output & } && exec 8>input
            echo '{"type":"router.output.didNavigate","source":"r","id":"r1","data":{"stack":[{"scene":"s-1","name":"home"}]}}' >&8
            echo '{"type":"view.output.didSearch","subject":"s-1","source":"v","id":"v1","data":{"query":"a"}}' >&8
            until grep -q searched output && grep -q input.get output; do sleep 0.05; done
            echo '{"type":"view.output.didSelect","subject":"s-1","source":"v","id":"v2","data":{"row":"1"}}' >&8
            exec 8>&-
            wait
            cat output
            """
        let result = try Command.run(["bash", "-c", script, folder.path])
        let lines = result.output.split(separator: "\n")
        let selected = lines.firstIndex { $0.contains("selected 1") } ?? lines.count
        expect(lines[..<selected].contains { $0.contains("input.cancel") }, equals: false, "\(result)")
        expect(result.output, contains: "selected 1", "\(result.diagnostics)")
    }

    /// A timer's events are inputs in a recording, so that a session with a clock verifies.
    @Test(arguments: languages) func aSessionWithATimerVerifies(_ language: Language) throws {
        let clock = [
            "py": """
            from viperline import app
            @app.every(0.2)
            def tick(time):
                app.state["count"] = app.state.get("count", 0) + 1
                app.show("Clock", f"{time}: {app.state['count']}") if app.state["count"] < 4 else app.back()
            app.run()

            """,
            "mjs": """
            import { back, every, run, show, state } from './viperline.mjs'
            every(0.2, time => {
              state.count = (state.count ?? 0) + 1
              if (state.count < 4) show({ title: 'Clock', text: `${time}: ${state.count}` })
              else back()
            })
            run()

            """,
            "sh": """
            . ./viperline.sh
            tick() {
                remember count $(($(recall count || echo 0) + 1))
                if [ "$(recall count)" -lt 4 ]; then show --arg title Clock --arg text "$1: $(recall count)"; else back; fi
            }
            every 0.2 tick
            run

            """,
        ]
        let page = try String(contentsOfFile: Checkout.path("protocols/bindings/README.md"), encoding: .utf8)
        let composition = try require(Self.blocks("yaml", in: page).first)
            .replacing("[python3, app.py]", with: "[\(language.interpreter), app.\(language.suffix)]")
            .replacing("router.output]\n    sends: [", with: "router.output, app.output]\n    sends: [app.output, ")
        let folder = try self.folder(require(clock[language.suffix]), composition, language)
        // Its commands never end: the application ends the session.
        let commands = folder.path + "/commands"
        try require(mkfifo(commands, 0o600) == 0)
        let typing = open(commands, O_RDWR | O_CLOEXEC)
        defer { close(typing) }
        for file in ["screen", "errors"] { try folder.write("", to: file) }
        let session = try ChildProcess(
            [Products.executable("viperline"), "run", ".", "--record", "session.ndjson"],
            environment: environment(folder),
            folder: folder.path, streams: [commands, folder.path + "/screen", folder.path + "/errors"])
        expect(session.wait(), equals: 0, "\((try? folder.text(of: "errors")) ?? "")")
        try expect(folder.text(of: "screen"), contains: ": 3\n")
        let verified = try Command.run(
            [Products.executable("viperline"), "verify", "app", "session.ndjson", "--trust"],
            environment: environment(folder),
            folder: folder.path)
        expect(verified.status, equals: 0, "\(verified.output)\(verified.diagnostics)")
    }

    @Test(arguments: languages) func theExamplesRunAsTheyStand(_ language: Language) throws {
        let page = try String(contentsOfFile: Checkout.path("protocols/bindings/README.md"), encoding: .utf8)
        let examples = Self.blocks(language.fence, in: page)
        try require(examples.count >= 2)
        #expect(examples[0].split(separator: "\n").count <= 5)
        #expect(
            examples[1].split(separator: "\n", omittingEmptySubsequences: false).count <= 26, "the last one is empty")

        let command = "[\(language.interpreter), app.\(language.suffix)]"
        let composition = try require(Self.blocks("yaml", in: page).first)
            .replacing("[python3, app.py]", with: command)
        let echo = try run(examples[0], composition, language, input: "search hello\nquit\n")
        expect(echo.status == 0 && echo.output.contains("You said hello."), "\(echo.output)\(echo.diagnostics)")

        let packages = try run(
            examples[1], composition, language, input: "search coreutils\nselect 1\npress 1\nback\nquit\n")
        expect(packages.status, equals: 0, "\(packages.output)\(packages.diagnostics)")
        for text in [
            "\n 1. coreutils  ", "== coreutils ==\n", "GNU core utilities", "http://gnu.org/software/coreutils",
        ] {
            expect(packages.output, contains: text, "\(packages.output)")
        }
    }

    /// The README's application of a source and a screen, in a session and in its conversation.
    @Test func anApplicationOfTwoProgramsIsTestedExactly() throws {
        let page = try String(contentsOfFile: Checkout.path("protocols/bindings/README.md"), encoding: .utf8)
        let programs = Self.blocks("python", in: page).dropFirst(2).map { String($0) }
        try require(programs.count == 2)
        let folder = try self.folder(programs[1], Self.blocks("yaml", in: page)[1], Self.languages[0])
        try folder.write(programs[0], to: "machine.py")
        try FileManager.default.createDirectory(atPath: folder.path + "/tests", withIntermediateDirectories: true)
        try folder.write(require(Self.blocks("json", in: page).first), to: "tests/load.ndjson")
        let tested = try Command.run(
            [Products.executable("viperline"), "test"], environment: environment(folder), folder: folder.path)
        expect(tested.status, equals: 0, "\(tested.output)\(tested.diagnostics)")
        let commands = folder.path + "/commands"
        try require(mkfifo(commands, 0o600) == 0)
        let typing = open(commands, O_RDWR | O_CLOEXEC)
        defer { close(typing) }
        for file in ["screen", "errors"] { try folder.write("", to: file) }
        let session = try ChildProcess(
            [Products.executable("viperline"), "run", "."], environment: environment(folder),
            folder: folder.path, streams: [commands, folder.path + "/screen", folder.path + "/errors"])
        #expect(eventually { (try? folder.text(of: "screen"))?.contains("== Load ==") == true })
        _ = write(typing, "quit\n", 5)
        expect(session.wait(), equals: 0)
    }

    private func run(
        _ example: String, _ composition: String, _ language: Language, input: String
    ) throws -> Command.Result {
        let folder = try self.folder(example, composition, language)
        return try Command.run(
            [Products.executable("viperline"), "run", "./compose.yaml"], input: input, environment: environment(folder),
            folder: folder.path)
    }

    private func environment(_ folder: TemporaryFolder) -> [String: String] {
        ["XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path, "BROWSER": "true"]
    }

    private func folder(_ example: String, _ composition: String, _ language: Language) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(example, to: "app.\(language.suffix)")
        try folder.write(composition, to: "compose.yaml")
        let library = try String(contentsOfFile: Checkout.path(language.library), encoding: .utf8)
        try folder.write(library, to: "viperline.\(language.suffix)")
        return folder
    }

    private static func blocks(_ fence: String, in page: String) -> [String] {
        page.components(separatedBy: "```\(fence)\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    }
}
