import Foundation
import ScreenModel
import TerminalText
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages

@Suite struct ThemeTests {
    @Test(arguments: [
        ("accent: bold #ff8800 on black", Look.accent, "1;38;2;255;136;0;40"), ("danger:red", .danger, "31"),
        ("  selection :  reverse  underline ", .selection, "4;7"), ("muted: 245", .muted, "38;5;245"),
        ("match: bright-blue on 15", .match, "94;107"), ("strong: bold plain", .strong, ""),
        ("strong:", .strong, ""),
    ]) func aLineGivesALookItsStyle(_ line: String, _ look: Look, _ parameters: String) {
        let file = ThemeFile("# mine\n\n\(line)\r\n")
        #expect(file.mistakes.isEmpty)
        var painter = Painter(inColor: true, theme: file.theme(isLight: false, depth: .full))
        var buffer = CellBuffer(Size(columns: 4, rows: 1))
        buffer.write(StyledText("x", CellStyle(isBold: true, color: .cyan, look: look)), row: 0, column: 0)
        let text = String(decoding: painter.paint(Frame(buffer)), as: UTF8.self)
        expect(text, contains: "\u{1B}[1;1H" + (parameters.isEmpty ? "" : "\u{1B}[\(parameters)m") + "x")
    }

    @Test(arguments: [
        ("accent", 1, "is not one of accent, strong"), ("\n\nacent: red", 3, "\"acent: red\" is not one"),
        ("accent: rred", 1, "\"rred\" is neither"), ("accent: 256", 1, "neither"), ("accent: #12345", 1, "neither"),
        ("accent: -1", 1, "neither"), ("accent: #+12345", 1, "neither"), ("[middle]", 1, "is not one of"),
        ("accent: \u{1B}[31m", 1, "neither"),
    ]) func aMistakeIsToldWithItsLineAndTheRestHolds(_ text: String, _ line: Int, _ reason: String) {
        let file = ThemeFile(text + "\ndanger: blue")
        expect(file.mistakes.map(\.line), equals: [line])
        #expect(file.mistakes.allSatisfy { $0.reason.contains(reason) })
        #expect(file.theme(isLight: true, depth: .full) != ThemeFile("").theme(isLight: true, depth: .full))
    }

    @Test func sectionsHoldForTheirBackground() {
        let file = ThemeFile("accent: red\n[dark]\naccent: green\n[light]\nmuted: blue")
        func color(_ look: Look, isLight: Bool) -> CellStyle.Color? {
            file.theme(isLight: isLight, depth: .full).applied(to: CellStyle(look: look)).color
        }
        expect(color(.accent, isLight: false) == .green && color(.accent, isLight: true) == .red)
        expect(color(.muted, isLight: false) == nil && color(.muted, isLight: true) == .palette(4))
    }

    @Test(
        arguments: [
            ("#ff8700", .full, .rgb(255, 135, 0)), ("#ff8700", .palette, .palette(208)),
            ("#ff8700", .basic, .palette(3)),
            ("#000001", .basic, .palette(0)), ("#fefefe", .basic, .palette(15)), ("#080808", .palette, .palette(232)),
            ("208", .basic, .palette(3)), ("208", .palette, .palette(208)), ("12", .basic, .palette(12)),
            ("255", .basic, .palette(7)),
        ] as [(String, ColorDepth, CellStyle.Color)])
    func coloursAreTheNearestThatTheTerminalHas(_ color: String, _ depth: ColorDepth, _ nearest: CellStyle.Color) {
        let theme = ThemeFile("accent: \(color)").theme(isLight: false, depth: depth)
        expect(theme.applied(to: .accent).color, equals: nearest)
    }

    /// Also those of a style that no theme has changed.
    @Test func coloursOfAProgramAreThoseOfTheTerminal() {
        let style = CellStyle(color: .rgb(255, 135, 0), background: .palette(12))
        for (depth, color) in [(.full, style.color), (.palette, .palette(208)), (.basic, .palette(3))]
            as [(ColorDepth, CellStyle.Color?)]
        {
            let applied = ThemeFile().theme(isLight: false, depth: depth).applied(to: style)
            expect(applied.color == color && applied.background == .palette(12))
        }
    }

    @Test(arguments: [false, true]) func linesThatAreGivenCountMoreThanTheFile(_ isLight: Bool) {
        let file = ThemeFile("accent: red\nmuted: blue\n[light]\naccent: 3\nbad", given: ["accent: green"])
        let theme = file.theme(isLight: isLight, depth: .full)
        expect(theme.applied(to: .accent).color == .green && theme.applied(to: .quiet).color == .palette(4))
        expect(file.mistakes.map(\.line), equals: [5])
    }

    /// What needs attention is still underlined.
    @Test func withoutColoursAThemeHasOnlyItsAttributes() {
        let theme = ThemeFile("warning: red on blue\naccent: underline").theme(isLight: false, depth: .none)
        let warning = theme.applied(to: CellStyle.plain.toned(.warning))
        expect(warning.parameters(inColor: false), equals: ["4"])
        expect(theme.applied(to: .accent).parameters(inColor: false), equals: ["4"])
    }

    @Test func anotherThemePaintsEverythingAnew() {
        var painter = Painter(inColor: true)
        let frame = Frame(CellBuffer(Size(columns: 4, rows: 1)))
        _ = painter.paint(frame)
        #expect(painter.paint(frame).isEmpty)
        painter.theme = .light
        #expect(!painter.paint(frame).isEmpty)
        painter.theme = .light
        #expect(painter.paint(frame).isEmpty)
    }

    @Test(arguments: [
        ("]11;rgb:ffff/ffff/ffff", true), ("]11;rgb:0000/0000/0000", false), ("]11;rgb:f/f/f", true),
        ("]11;rgb:fd/f6/e3", true), ("]11;rgb:00/2b/36", false), ("]11;rgba:ffff/ffff/ffff/8000", true),
        ("]11;rgb:ffff/ffff", nil), ("]11;rgb:fffff/ffff/ffff", nil), ("]11;rgb://", nil), ("]11;rgb:x/y/z", nil),
        ("]11;#ffffff", nil), ("]10;rgb:ffff/ffff/ffff", nil), ("]11;rgb:-1/ff/ff", nil),
        ("]11;rgb:" + String(repeating: "f", count: 100_000), nil),
    ]) func theTerminalSaysWhetherItIsLight(_ string: String, _ isLight: Bool?) {
        for end in ["\u{7}", "\u{1B}\\"] {
            var decoder = KeyDecoder()
            let keys = decoder.decode("\u{1B}\(string)\(end)x".utf8)
            expect(keys, equals: (isLight.map { [.background(isLight: $0)] } ?? []) + ["x"])
        }
    }

    @Test(arguments: [
        ("?997;1n", [Key.background(isLight: false)]), ("?997;2n", [.background(isLight: true)]), ("?996n", []),
    ])
    func theTerminalSaysThatItsColoursHaveChanged(_ report: String, _ keys: [Key]) {
        var decoder = KeyDecoder()
        expect(decoder.decode("\u{1B}[\(report)".utf8), equals: keys)
    }

    @Test(arguments: [("15;0", false), ("0;15", true), ("0;default;7", true), ("12;8", false), ("x", nil), ("", nil)])
    func aVariableSaysSoToo(_ value: String, _ isLight: Bool?) {
        expect(TerminalKind { $0 == "COLORFGBG" ? value : nil }.isLight, equals: isLight)
    }

    @Test func onATerminalTheFileHolds() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/viperline", withIntermediateDirectories: true)
        try folder.write("accent: bold #010203\n[light]\naccent: #040506\nnonsense", to: "viperline/theme")
        let stage = try Stage(
            columns: 300, environment: ["XDG_CONFIG_HOME": folder.path, "COLORTERM": "truecolor", "NO_COLOR": ""])
        try stage.send(Fixture.show(Fixture.found), Fixture.navigate("apps-1"))
        try stage.terminal.wait(for: "is not one of accent")
        expect(stage.diagnostics, contains: "theme: line 4:")
        // This terminal may have answered by itself.
        try stage.terminal.type("\u{1B}]11;rgb:0/0/0\u{7}")
        try stage.terminal.wait(for: "the dark theme") { _ in
            (try? stage.terminal.colors.contains("38;2;1;2;3")) == true
        }
        // A late answer is no key.
        try stage.terminal.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{7}")
        try stage.terminal.wait(for: "the light theme") { _ in
            (try? stage.terminal.colors.contains("38;2;4;5;6")) == true
        }
        try expect(stage.terminal.screen().lines[1], contains: "/ music")
        try stage.terminal.send("q")
        try expect(stage.finish(), equals: Stage.End(status: "0"))
    }
}
