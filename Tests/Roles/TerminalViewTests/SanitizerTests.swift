import ScreenModel
import TerminalText
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

@Suite struct SanitizerTests {
    static let attacks: [(String, String)] = [
        ("\u{1B}]52;c;ZXZpbA==\u{7}", "]52;c;ZXZpbA=="),  // clipboard
        ("\u{1B}]0;pwned\u{7}x", "]0;pwnedx"),  // window title
        ("\u{1B}]8;;http://evil\u{1B}\\bank\u{1B}]8;;\u{1B}\\", "]8;;http://evil\\bank]8;;\\"),  // spoofed link
        ("\u{1B}Ptmux;\u{1B}\u{1B}]52;c;x\u{7}\u{1B}\\", "Ptmux;]52;c;x\\"),  // DCS into a multiplexer
        ("\u{1B}_Ga=T;AAAA\u{1B}\\", "_Ga=T;AAAA\\"),  // APC
        ("\u{1B}[6n", "[6n"),  // requests a reply into our input
        ("\u{1B}]0;never ended", "]0;never ended"), ("\u{1B}c", "c"),  // RIS
        ("\u{9B}31mred\u{9D}0;t\u{9C}", "31mred0;t"),  // 8-bit C1
        ("\u{202E}txt.exe\u{202C}", "txt.exe"), ("\u{2066}a\u{2069}", "a"), ("\u{FEFF}bom", "bom"),
        ("a\u{0}b\u{8}\u{8}c\u{7F}", "abc"), ("a\tb", "a b"), ("two\nlines", "two lines"),
        ("two\r\nlines", "two lines"),
        ("old\rmac", "old mac"), ("sep\u{2028}ar\u{2029}ated", "sep ar ated"), ("日本語 ü 👨‍👩‍👧‍👦", "日本語 ü 👨‍👩‍👧‍👦"),
        ("Z" + String(repeating: "\u{335}", count: 50) + "!", "Z" + String(repeating: "\u{335}", count: 8) + "!"),
    ]

    @Test(arguments: attacks) func aLineIsHarmless(_ attack: String, _ harmless: String) {
        expect(Array(Sanitizer.line(attack).unicodeScalars), equals: Array(harmless.unicodeScalars))
    }

    @Test(arguments: [
        ("two\r\nlines\nthree\rfour", "two\nlines\nthree\nfour"), ("a\tb\n日本\tb", "a       b\n日本    b"),
        ("12345678\tb\n\t\u{301}e\u{301}\tb", "12345678        b\n        \u{301}e\u{301}       b"),
        ("a\u{2028}b", "a\nb"),
        ("\u{1B}[2J\nx", "[2J\nx"),
    ]) func aBlockKeepsItsLines(_ text: String, _ clean: String) {
        expect(Sanitizer.block(text), equals: clean)
    }

    @Test(.timeLimit(.minutes(1))) func manyTabsTakeTimeInProportion() {
        expect(Sanitizer.row(String(repeating: "a\t", count: 200_000)).utf8.count, equals: 1_600_000)
    }

    @Test func theInvariantsHoldForAnything() {
        var random = Seeded(seed: 1)
        let dangerous: [UInt32] = [
            0x1B, 0x9B, 0x0A, 0x0D, 0x09, 0x7F, 0x202E, 0x2028, 0xFEFF, 0x301, 0x5B, 0x41, 0x200D,
        ]
        for _ in 0..<2000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...30, using: &random) {
                let value =
                    Bool.random(using: &random)
                    ? dangerous.randomElement(using: &random) ?? 0 : UInt32.random(in: 0...0x10FFFF, using: &random)
                if let scalar = Unicode.Scalar(value) { text.append(scalar) }
            }
            let (line, block) = (Sanitizer.line(String(text)), Sanitizer.block(String(text)))
            expect(Self.isHarmless(line, isBlock: false) && Self.isHarmless(block, isBlock: true))
            expect(Array(Sanitizer.line(line).utf8), equals: Array(line.utf8))
            expect(Array(Sanitizer.block(block).utf8), equals: Array(block.utf8))
        }
    }

    static func isHarmless(_ text: String, isBlock: Bool) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x0A: isBlock
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: false
            default: true
            }
        }
    }

    /// Every string of a screen, in both kinds of output.
    @Test func noStringOfAScreenIsForgotten() throws {
        let evil = "\u{1B}]0;x\u{7}\u{9B}5m\u{202E}"
        let button = Button(control: "c", title: evil, key: evil)
        let rows = [Row(id: evil, title: evil, symbol: evil, subtitle: evil, accessory: evil)]
        let parts = [.button(button), .list(List(rows: rows))] + HostileParts.parts(evil)
        let pager = Screen(
            title: evil, parts: [.pager(Pager(position: 1, count: 2, page: Picture(caption: evil, image: evil)))])
        let plain = Screen(
            title: evil, prompt: Prompt(placeholder: evil, text: evil), activity: evil, parts: parts, hasMore: true)
        var alerting = plain
        alerting.alert = Alert(title: evil, message: evil, buttons: [button])
        var previewing = plain
        previewing.preview = HostileParts.parts(evil)
        previewing.head = HostileParts.parts(evil)
        for screen in [plain, alerting, pager, previewing] {
            var state = try ViewState.showing(screen)
            try state.receive(Event("router.output.didFail", ["action": evil, "message": evil]))
            for help in [false, true] {
                state.opened = help ? .help(top: 0) : nil
                var painter = Painter(inColor: true)
                var terminal = TinyTerminal(state.size)
                terminal.receive(painter.paint(Layout.frame(of: state)))
                #expect(terminal.unknown.isEmpty)
                #expect(terminal.buffer.text.allSatisfy { Self.isHarmless($0, isBlock: false) })
            }
            #expect(Self.isHarmless(LinearPage.text(of: screen.sanitized), isBlock: true))
        }
        // Ids are returned unchanged.
        var state = try ViewState.showing(plain)
        let effects = state.handle(all: ["/", .escape, "g", .down, .enter])
        guard case .send(let event) = effects.first else { Issue.record("nothing is sent: \(effects)"); return }
        expect(effects.count, equals: 1)
        try expect(event.decode(ViewOutput.DidSelect.self), equals: ViewOutput.DidSelect(row: evil))
    }
}
