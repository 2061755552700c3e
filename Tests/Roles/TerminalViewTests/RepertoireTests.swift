import ScreenModel
import TerminalText
import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// Terminals without UTF-8, or with few symbols in their font.
@Suite struct RepertoireTests {
    @Test(arguments: [
        ("a", "a"), ("é", "e"), ("e\u{301}", "e"), ("Ý", "Y"), ("ß", "s"), ("ñ", "n"), ("Å", "A"), ("ø", "o"),
        ("ł", "l"),
        ("★", "*"), ("☆", "-"), ("…", "."), ("─", "-"), ("│", "|"), ("╭", "+"), ("▸", ">"), ("⠹", "-"), ("“", "\""),
        ("·", "."), ("→", ">"), ("↓", "v"), ("日", "??"), ("👍", "??"), ("👨‍👩‍👧‍👦", "??"), ("ж", "?"), ("Ａ", "A "),
        ("ﬁ", "f"), ("\u{FFFD}", "?"), ("▟", "?"),
    ]) func aCharacterIsTranscribedInItsCells(_ character: Character, _ ascii: String) {
        expect(Repertoire.ascii.text(for: character, cells: CellWidth.of(character)), equals: ascii)
        expect(Repertoire.unicode.text(for: character, cells: CellWidth.of(character)), equals: String(character))
    }

    @Test func aTextIsTranscribedAtLength() {
        expect(
            Repertoire.ascii.text(for: "⏎ öffnen… Straße, Æon ★★☆\n日本"),
            equals: "Enter offnen... Strasse, AEon **-\n????")
        expect(Repertoire.letters.text(for: "é ★ ж"), equals: "é * ж")
    }

    /// Regression: the ordinary letters C3 9D … C3 9C started and ended an operating system command.
    @Test func toATerminalThatIsNotUTF8OnlyASCIIIsWritten() throws {
        let texts = ["ÝX", "Ü", "日本語 ★", "👨‍👩‍👧‍👦 family", "שלום", "e\u{301}", "⏎ ← …"]
        var screen = Fixture.details
        screen.parts += texts.map { .label(.init($0, style: .title)) }
        var state = try ViewState.showing(screen, rows: 60)
        state.repertoire = .ascii
        var painter = Painter(inColor: true, repertoire: .ascii)
        var terminal = TinyTerminal(state.size)
        for keys: [Key] in [[], ["?"], [.escape, .down], ["/", "é"]] {
            state.handle(all: keys)
            let bytes = painter.paint(Layout.frame(of: state))
            #expect(bytes.allSatisfy { $0 == 0x1B || 0x20..<0x7F ~= $0 || [0x0A, 0x0D].contains($0) })
            terminal.receive(bytes)
            #expect(terminal.unknown.isEmpty)
        }
        #expect(terminal.buffer.text.contains { $0.hasSuffix("YX") })
        state.handle(all: [.escape])
        expect(state.lines[59], contains: "Enter open", "a key without a sign has a name")
    }

    @Test(
        arguments: [
            ("\u{1B}[1;2R", 2, ""), ("\u{1B}[24;80R", 80, ""), ("ab\u{1B}[1;3Rc", 3, "abc"),
            ("\u{1B}[A\u{1B}[1;2R", 2, "\u{1B}[A"), ("\u{1B}[A\u{1B}[1;2R\u{1B}[B", 2, "\u{1B}[A\u{1B}[B"),
            ("", nil, ""),
            ("R", nil, ""), ("\u{1B}R", nil, ""), ("\u{1B}[R", nil, ""), ("\u{1B}[1R", nil, ""),
            ("\u{1B}[1;2", nil, ""),
            ("\u{1B}[;R", nil, ""), ("\u{1B}[1;99999999999999999999R", nil, ""), ("\u{1B}[1;2;3R", nil, ""),
            ("\u{1B}", nil, ""), ("\u{1B}[", nil, ""), ("\u{1B}\u{1B}[1;2R", 2, "\u{1B}"),
        ] as [(String, Int?, String)])
    func aCursorReportIsFoundAmongKeys(_ input: String, _ column: Int?, _ rest: String) {
        let report = CursorReport(in: Array(input.utf8))
        expect(report?.column, equals: column)
        expect(report.map { String(decoding: $0.rest, as: UTF8.self) }, equals: (column == nil ? nil : rest))
    }

    /// tmux reads UTF-8 in any locale, so it gets UTF-8; keys typed during the test are not lost.
    @Test func theTerminalIsAskedWhereTheLocaleDoesNotSay() throws {
        let stage = try Stage(environment: ["LC_ALL": "C"])
        try stage.terminal.send("?")
        try stage.send(Fixture.show(Fixture.found), Fixture.navigate("apps-1"))
        try stage.terminal.wait(for: "this help")
        try stage.terminal.send("Escape")
        let screen = try stage.terminal.wait(for: "the list") { !$0.contains("this help") }
        expect(screen.contains("★★★★★ 4.8") && screen.contains("─"))
        try stage.terminal.send("q")
        try expect(stage.finish(), equals: Stage.End(status: "0"))
    }

    /// Linear mode does not ask the terminal, because it reads lines. Files always get UTF-8.
    @Test(arguments: [("", "***** 4.8"), ("3</dev/tty 4>text", "★★★★★ 4.8")])
    func linearTextOnSuchATerminalIsASCII(_ redirections: String, _ stars: String) throws {
        let stage = try Stage(environment: ["LC_ALL": "C", "TERM": "dumb"], redirections: redirections)
        try stage.send(Fixture.navigate("apps-1"), Fixture.show(Fixture.found))
        if redirections.isEmpty {
            try stage.terminal.wait(for: stars)
        } else {
            #expect(eventually { stage.text.contains(stars) })
        }
    }

    /// A terminal that does not answer, such as script(1).
    @Test func aTerminalThatDoesNotAnswerGetsASCII() throws {
        let folder = try TemporaryFolder()
        let events = [Fixture.navigate("apps-1"), Fixture.show(Fixture.found)].map {
            String(decoding: $0.line, as: UTF8.self)
        }
        try folder.write(events.joined(), to: "bus")
        let view = "(cat bus; sleep 1) | LC_ALL=C TERM=xterm '\(Products.executable("viperline-view"))' >events"
        let result = try Command.run(
            ["script", "-qec", view, "typescript"], environment: ["SHELL": "/bin/sh"], folder: folder.path)
        expect(result.status, equals: 0)
        let written = try folder.text(of: "typescript")
        expect(written.contains("***** 4.8 (3,201,552)") && written.contains("????????????"))
        // Except for the test letter.
        #expect(!written.replacing("\r" + "é", with: "").utf8.contains { $0 >= 0x80 })
    }

    @Test(
        arguments: [
            (["LANG": "C.UTF-8"], true), (["LANG": "de_DE.utf8"], true), (["LC_CTYPE": "UTF-8"], true), ([:], false),
            (["LANG": "de_DE"], false), (["LANG": "en_US.UTF-8", "LC_ALL": "C"], false),
            (["LANG": "C", "LC_CTYPE": "en_US.UTF-8"], true), (["LANG": "en_US.ISO-8859-1"], false),
            (["LC_ALL": "POSIX", "LC_CTYPE": "en_US.UTF-8"], false),
        ] as [([String: String], Bool)])
    func theLocaleSaysWhetherItIsUTF8(_ variables: [String: String], _ isUTF8: Bool) {
        expect(TerminalKind { variables[$0] }.isUTF8, equals: isUTF8)
    }

    @Test(
        arguments: [
            ("vt100", "", "", .none), ("vt220", "truecolor", "", .none), ("xterm-mono", "", "", .none),
            ("xterm", "", "", .basic), ("linux", "", "", .basic), ("screen", "", "", .basic),
            ("xterm-256color", "", "", .palette), ("tmux-256color", "", "", .palette), ("xterm-kitty", "", "", .full),
            ("xterm-kitty", "", "1", .none), ("alacritty", "", "", .full), ("foot-extra", "", "", .full),
            ("xterm-direct", "", "", .full), ("screen", "24bit", "", .full), ("xterm-256color", "truecolor", "", .full),
            ("xterm-256color", "truecolor", "1", .none), ("vtnt", "", "", .basic),
        ] as [(String, String, String, ColorDepth)])
    func theColoursAreThoseThatTheTerminalHas(
        _ name: String, _ colorTerm: String, _ noColor: String, _ colors: ColorDepth
    ) {
        let variables = ["TERM": name, "COLORTERM": colorTerm, "NO_COLOR": noColor].filter { !$0.value.isEmpty }
        expect(TerminalKind { variables[$0] }.colors, equals: colors)
    }

    @Test func theLinuxConsoleHasLettersAndFewSigns() {
        let kind = TerminalKind { ["TERM": "linux", "LANG": "C.UTF-8"][$0] }
        expect(kind.repertoire(readsUTF8: true) == .letters && kind.repertoire(readsUTF8: false) == .ascii)
    }
}
