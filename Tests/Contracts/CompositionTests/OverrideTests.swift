import Composition
import TestSupport
import Testing
import YAML

/// The command line's changes: `--replace` and `--env`.
@Suite struct OverrideTests {
    @Test func aReplacementTakesTheCommandsPlace() throws {
        let composition = try FakeDisk.composition(
            "services:\n  a: {command: no-such-program, environment: {A: b}}\n  c: {}\n",
            replacing: ["a": ["sh", "-c", "x $SET"], "c": ["cat"]])
        expect(composition.services.map(\.command), equals: [["/usr/bin/sh", "-c", "x $SET"], ["/usr/bin/cat"]])
        expect(composition.services.first?.environment, equals: ["A": "b"])
    }

    @Test func aBadReplacementIsReported() {
        let mistakes = FakeDisk.mistakes(
            "services: {fetcher: {command: cat}, b: {command: cat}}",
            replacing: ["feter": ["cat"], "b": [], "fetcher": ["cta"]])
        expect(
            mistakes,
            equals: [
                #"--replace feter: unknown service "feter" (did you mean "fetcher"?)"#,
                "--replace b: services.b.command: empty command; name a program, such as [viperline-view]",
                #"--replace fetcher: services.fetcher.command: command "cta" not found (did you mean "cat"?); looked at /app/bin and PATH"#,
            ])
    }

    @Test func anOverrideWinsEverywhere() throws {
        let composition = try FakeDisk.composition(
            "services:\n  a: {command: [cat, $SET], environment: {SET: file}}\n  b: {command: cat}\n",
            environment: ["SET": "mine"])
        expect(composition.services.map(\.environment), equals: [["SET": "mine"], ["SET": "mine"]])
        expect(composition.services.first?.command, equals: ["/usr/bin/cat", "mine"])
    }

    /// `viperline run mcp -- COMMAND`
    @Test func theUsersWordsTakeTheirPlace() throws {
        let file = "services:\n  a: {command: [cat, --, \"$@\", x]}\n  b: {command: cat}\n"
        let composition = try FakeDisk.composition(file, arguments: ["my server", "$HOME", "$@"])
        expect(composition.services.first?.command, equals: ["/usr/bin/cat", "--", "my server", "$HOME", "$@", "x"])
        let without = try FakeDisk.composition(file)
        expect(
            without.services.map(\.takesArguments), equals: [true, false],
            "viperline check and config work without them")
        expect(without.services.first?.command, equals: ["/usr/bin/cat", "--", "$@", "x"])
    }

    @Test func wordsThatNobodyTakesAreAMistake() {
        let mistakes = FakeDisk.mistakes("services: {b: {command: cat}}", arguments: ["server.py", "x"])
        expect(mistakes, equals: [#"-- server.py: no command of these files takes words: none has "$@""#])
    }
}
