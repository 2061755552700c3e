import ScreenModel
import TerminalView
import TestSupport
import Testing

@Suite struct KeyDecoderTests {
    static let table: [(String, [Key])] = [
        ("a", ["a"]), ("ü", ["ü"]), ("日本", ["日", "本"]), ("👍", ["👍"]), ("e\u{301}", ["e", "\u{301}"]),
        ("\r", [.enter]), ("\n", [.control("j")]), ("\t", [.tab]), ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]),
        ("\u{3}", [.control("c")]), ("\u{1A}", [.control("z")]), ("\u{1}", [.control("a")]), ("\0", [.control("@")]),
        ("\u{1F}", [.control("_")]), ("\u{1B}\r", [.alt("\r")]),
        ("\u{1B}[A", [.up]), ("\u{1B}[B", [.down]), ("\u{1B}[C", [.right]), ("\u{1B}[D", [.left]),
        ("\u{1B}OA", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}OH", [.home]), ("\u{1B}OM", [.enter]),
        ("\u{1B}[H", [.home]), ("\u{1B}[F", [.end]), ("\u{1B}[1~", [.home]), ("\u{1B}[4~", [.end]),
        ("\u{1B}[7~", [.home]), ("\u{1B}[8~", [.end]), ("\u{1B}[3~", [.delete]), ("\u{1B}[5~", [.pageUp]),
        ("\u{1B}[6~", [.pageDown]), ("\u{1B}[Z", [.backTab]),
        // With modifiers.
        ("\u{1B}[1;5C", [.wordRight]), ("\u{1B}[1;5D", [.wordLeft]), ("\u{1B}[1;3D", [.wordLeft]),
        ("\u{1B}[1;2D", [.left]), ("\u{1B}[5D", [.wordLeft]), ("\u{1B}Od", [.wordLeft]), ("\u{1B}Oc", [.wordRight]),
        ("\u{1B}\u{1B}[D", [.wordLeft]), ("\u{1B}[5;3~", [.pageUp]), ("\u{1B}[1;5A", [.up]),
        ("\u{1B}b", [.alt("b")]), ("\u{1B}\u{7F}", [.alt("\u{7F}")]), ("\u{1B}\u{8}", [.alt("\u{7F}")]),
        ("\u{1B}d\u{1B}f", [.alt("d"), .alt("f")]), ("\u{1B}\u{3}", [.control("c")]),
        // Another ESC ends no sequence and loses no key.
        ("\u{1B}\u{1B}[A", [.escape, .up]), ("\u{1B}q", [.alt("q")]), ("\u{1B}[1\u{1B}[A", [.up]),
        ("\u{1B}\u{1B}[5~", [.escape, .pageUp]), ("\u{1B}\u{1B}q", [.escape, .alt("q")]),
        // A string that another sequence interrupts.
        ("\u{1B}]0;t\u{1B}[0nx", [.statusReport, "x"]), ("\u{1B}[0n", [.statusReport]),
        ("\u{1B}OPx", [.function(1), "x"]), ("\u{1B}OS", [.function(4)]), ("\u{1B}[15~x", [.function(5), "x"]),
        ("\u{1B}[24~", [.function(12)]), ("\u{1B}[2~", [.insert]),
        // Unknown sequences, mouse reports, replies: ignored.
        ("\u{1B}[[Ax", ["x"]), ("\u{1B}[27;5;106~x", ["x"]),
        ("\u{1B}[<2;10;10Mx", ["x"]), ("\u{1B}[M !!x", ["x"]), ("\u{1B}[?62;1;4cx", [Key.pictures(.sixel), "x"]),
        ("\u{1B}[24;80Rx", ["x"]), ("\u{1B}[?2026;2$yx", ["x"]), ("\u{1B}[Ix", ["x"]), ("\u{1B}[>0;276;0cx", ["x"]),
        ("\u{1B}]12;rgb:ffff/ffff/ffff\u{7}x", ["x"]), ("\u{1B}P11;rgb:0/0/0\u{1B}\\x", ["x"]),
        ("\u{1B}P>|tmux 3.3a\u{1B}\\x", ["x"]), ("\u{1B}_Gi=1;OK\u{1B}\\x", ["x"]),
        // Pastes that contain key sequences.
        ("\u{1B}[200~two\rlines\u{1B}[Aq\u{1B}[201~x", [.paste("two\rlines\u{1B}[Aq"), "x"]),
        ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
        ("\u{1B}[200~a\u{1B}\u{1B}[20\u{1B}[201~", [.paste("a\u{1B}\u{1B}[20")]),
    ]

    @Test(arguments: table) func decodesAtOnceAndInPieces(_ input: String, _ keys: [Key]) {
        let bytes = Array(input.utf8)
        for cut in 0...bytes.count {
            var decoder = KeyDecoder()
            let decoded = decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...])
            expect(decoded, equals: keys, "cut before byte \(cut)")
            expect(decoder.waiting, equals: .nothing)
        }
    }

    @Test(arguments: [
        ("\u{1B}", [Key.escape]), ("\u{1B}\u{1B}", [.escape, .escape]), ("\u{1B}[", [.alt("[")]),
        ("\u{1B}O", [.alt("O")]), ("\u{1B}[1;", []),
        ("\u{1B}]0;", []), ("\u{C3}", []),
    ]) func aTimeoutEndsWhatHasBegun(_ input: String, _ keys: [Key]) {
        // The lone byte 0xC3: the start of a character that never arrives.
        let bytes = input == "\u{C3}" ? [0xC3] : Array(input.utf8)
        var decoder = KeyDecoder()
        #expect(decoder.decode(bytes).isEmpty)
        expect(decoder.waiting, equals: .sequence)
        expect(decoder.timeout(), equals: keys)
        expect(decoder.waiting, equals: .nothing)
        expect(decoder.decode("a".utf8), equals: ["a"])
    }

    @Test(
        arguments: [
            [0x80], [0xFF], [0xC0, 0xAF], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
            [0xF4, 0x90, 0x80, 0x80],
            [0xC2, 0x9B],
        ] as [[UInt8]]) func brokenUTF8IsDropped(_ bytes: [UInt8])
    {
        var decoder = KeyDecoder()
        let keys = decoder.decode(bytes + Array("ok".utf8))
        expect(keys.suffix(2), equals: ["o", "k"])
        #expect(keys.dropLast(2).allSatisfy { $0 == "(" })
    }

    /// They begin control strings of terminals as well, and swallowed all keys after them.
    @Test(arguments: Array("]P_^X".unicodeScalars), [true, false])
    func altAndTheBeginningOfAStringAreKeys(_ opener: Unicode.Scalar, _ expectsAnswer: Bool) {
        let text = Array("\u{1B}\(opener)jjk\u{1B}[A".utf8)
        for cut in 0...text.count {
            var decoder = KeyDecoder()
            decoder.expectsAnswer = expectsAnswer
            let keys = decoder.decode(text[..<cut]) + decoder.decode(text[cut...])
            expect(keys, equals: [.alt(opener), "j", "j", "k", .up], "cut before \(cut)")
        }
        // One after another, as they are typed.
        var decoder = KeyDecoder()
        decoder.expectsAnswer = expectsAnswer
        var keys: [Key] = []
        for byte in text { keys += decoder.decode([byte]) }
        expect(keys, equals: [.alt(opener), "j", "j", "k", .up])
    }

    @Test(arguments: [
        ("\u{1B}]", [Key.alt("]")]), ("\u{1B}\u{1B}]", [.escape, .alt("]")]), ("\u{1B}P", [.alt("P")]),
        ("\u{1B}]\u{7}", [.alt("]")]), ("\u{1B}]\u{1B}\\", [.alt("]"), .alt("\\")]),
    ]) func aStringWithoutATextIsAKey(_ input: String, _ keys: [Key]) {
        for expectsAnswer in [true, false] {
            var decoder = KeyDecoder()
            decoder.expectsAnswer = expectsAnswer
            let decoded = decoder.decode(input.utf8)
            expect((decoded + decoder.timeout()).filter { $0 != .control("g") }, equals: keys)
        }
    }

    /// Nobody has asked, so digits after Alt-] are digits, at the latest when the wait is over.
    @Test func whatNobodyHasAskedForIsHandedOn() {
        var decoder = KeyDecoder()
        decoder.expectsAnswer = false
        expect(decoder.decode("\u{1B}".utf8) + decoder.decode("]12".utf8), equals: [])
        expect(decoder.timeout(), equals: [.alt("]"), "1", "2"])
        expect(decoder.decode("\u{1B}]11;rgb:ffff/ffff/ffff\u{7}".utf8), equals: [.background(isLight: true)])
        expect(decoder.decode("\u{1B}]1\u{1B}[0n".utf8), equals: [.alt("]"), "1", .statusReport])
        let flood = decoder.decode("\u{1B}]1\(String(repeating: "j", count: 1000))".utf8)
        expect(flood.count, equals: 1002)
    }

    /// The view asked for the terminal's status after the ESC: everything that belongs to the ESC comes before the
    /// answer.
    @Test(arguments: [
        ("\u{1B}[0n", [Key.escape, .statusReport]), ("[A\u{1B}[0n", [.up, .statusReport]),
        ("OA\u{1B}[0n", [.up, .statusReport]), ("q\u{1B}[0n", [.escape, "q", .statusReport]),
        ("P\u{1B}[0n", [.escape, "P", .statusReport]), ("\u{1B}\u{1B}[0n", [.escape, .escape, .statusReport]),
    ]) func anEscapeThatStandsAloneIsAKey(_ rest: String, _ keys: [Key]) {
        for cut in 0...rest.utf8.count {
            var decoder = KeyDecoder()
            #expect(decoder.decode("\u{1B}".utf8).isEmpty)
            decoder.separate()
            let bytes = Array(rest.utf8)
            expect(decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...]), equals: keys, "cut before \(cut)")
        }
    }

    /// Regression: each byte of a paste copied the whole paste; 200 kB took nine seconds, and the text was cut at
    /// 65,531 bytes.
    @Test func aPasteIsTakenWholeUpToItsLimit() {
        for (count, kept) in [(200_000, 200_000), (KeyDecoder.pasteLimit + 5000, KeyDecoder.pasteLimit)] {
            var decoder = KeyDecoder()
            #expect(decoder.decode("\u{1B}[200~".utf8).isEmpty)
            expect(decoder.waiting, equals: .paste)
            let text = String(repeating: "x", count: count)
            let keys = decoder.decode(text.utf8) + decoder.decode("\u{1B}[201~q".utf8)
            expect(keys, equals: [.paste(String(repeating: "x", count: kept)), "q"])
        }
    }

    /// Regression: it swallowed Ctrl-C and everything else.
    @Test func aPasteWithoutItsEndIsLeft() {
        var decoder = KeyDecoder()
        #expect(decoder.decode("\u{1B}[200~lost".utf8).isEmpty)
        expect(decoder.decode("\u{3}".utf8), equals: [.control("c")])
        expect(decoder.decode("a".utf8), equals: ["a"])
        #expect(decoder.decode("\u{1B}[200~kept".utf8).isEmpty)
        expect(decoder.timeout(), equals: [.paste("kept")])
        expect(decoder.decode("a".utf8), equals: ["a"])
    }
}
