import SafeText
import TestSupport
import Testing

@testable import Composition
import YAML

@Suite struct ShellWordsTests {
    @Test(arguments: [
        ("", []), ("  \t\n", []), ("cat", ["cat"]), (" a  b\tc\n", ["a", "b", "c"]),
        ("python3 'my fake.py'", ["python3", "my fake.py"]), (#"a "b c" d"#, ["a", "b c", "d"]),
        ("a'b'\"c\"d", ["abcd"]), ("''", [""]), (#"a "" b"#, ["a", "", "b"]), (#"a\ b c"#, ["a b", "c"]),
        (#"'a\b'"#, [#"a\b"#]), (#""a\b\"\\\$\`""#, [#"a\b"\$`"#]), ("a\\\nb", ["ab"]), ("\"a\\\nb\"", ["ab"]),
        ("$HOME *.txt # x | y > z", ["$HOME", "*.txt", "#", "x", "|", "y", ">", "z"]),
        ("'e\u{301}'", ["e\u{301}"]), ("a\r\nb", ["a", "b"]), ("\"\u{301}\"", ["\u{301}"]),
    ])
    func splits(_ line: String, _ words: [String]) throws {
        try expect(ShellWords.split(line), equals: words)
    }

    @Test(arguments: [
        ("'a", ShellWords.Failure.unclosedQuote("'")), ("a \"b", .unclosedQuote("\"")), ("\"a\\", .unclosedQuote("\"")),
        ("a\\", .trailingBackslash), ("it's", .unclosedQuote("'")),
    ])
    func refuses(_ line: String, _ failure: ShellWords.Failure) {
        #expect(throws: failure) { try ShellWords.split(line) }
    }
}

@Suite struct UnitTests {
    @Test(arguments: [
        ("40us", Duration.microseconds(40)), ("10ms", .milliseconds(10)), ("2.5s", .milliseconds(2500)),
        ("10s", .seconds(10)), ("1m30s", .seconds(90)), ("1h5m30s20ms", .milliseconds(3_930_020)), ("0s", .zero),
        (".5m", .seconds(30)), ("1s1s", .seconds(2)), ("2562047h", .seconds(2_562_047 * 3600)),
    ])
    func durations(_ text: String, _ duration: Duration) {
        expect(ComposeDuration.parse(text), equals: duration)
    }

    @Test(arguments: [
        "", "10", "s", "1 s", "-1s", "+1s", "1S", "1d", "1s2", "1..5s", ".s", "1e3s", "2562048h",
        "99999999999999999999s",
        "9223372036854775807us", "٣s",
    ])
    func noDurations(_ text: String) {
        expect(ComposeDuration.parse(text), equals: nil)
    }

    @Test(arguments: [
        ("0", 0), ("2b", 2), ("65536", 65536), ("64k", 65536), ("64kb", 65536), ("64KB", 65536), ("300m", 300 << 20),
        ("1mb", 1 << 20), ("1g", 1 << 30), ("1gb", 1 << 30),
    ])
    func bytes(_ text: String, _ bytes: Int) {
        expect(ComposeBytes.parse(text), equals: bytes)
    }

    @Test(arguments: [
        "", "b", "kb", "1 kb", "-1", "1.5k", "1t", "1kib", "0x10", "99999999999gb", "9999999999999999999", "٣",
    ])
    func noBytes(_ text: String) {
        expect(ComposeBytes.parse(text), equals: nil)
    }

    @Test(
        arguments: [
            ("SIGTERM", 15), ("TERM", 15), ("term", 15), ("15", 15), ("SIGKILL", 9), ("HUP", 1), ("64", 64),
        ] as [(String, Int32)])
    func signals(_ text: String, _ number: Int32) {
        expect(SignalName.parse(text), equals: number)
    }

    @Test(arguments: ["", "SIG", "SIGSIGTERM", "SIGNOPE", "0", "65", "-9", "1.5"])
    func noSignals(_ text: String) {
        expect(SignalName.parse(text), equals: nil)
    }
}
