import TestSupport
import Testing

@testable import Composition
import YAML

@Suite struct InterpolationTests {
    private static let variables = ["VAR": "value", "EMPTY": "", "FOO": "foo", "_a1": "u", "DOLLAR": "$VAR"]

    private static let forms: [(text: String, expanded: String)] = [
        ("", ""), ("plain", "plain"), ("$VAR", "value"), ("${VAR}", "value"), ("a${VAR}b", "avalueb"),
        ("$VAR-$FOO", "value-foo"), ("$_a1.", "u."), ("$VAR/x", "value/x"), ("${EMPTY}", ""),
        ("${VAR:-default}", "value"), ("${UNSET:-default}", "default"), ("${EMPTY:-default}", "default"),
        ("${VAR-default}", "value"), ("${UNSET-default}", "default"), ("${EMPTY-default}", ""),
        ("${VAR:?error}", "value"), ("${VAR?error}", "value"), ("${EMPTY?error}", ""),
        ("${VAR:+replacement}", "replacement"), ("${EMPTY:+replacement}", ""), ("${UNSET:+replacement}", ""),
        ("${VAR+replacement}", "replacement"), ("${EMPTY+replacement}", "replacement"), ("${UNSET+replacement}", ""),
        ("${UNSET:-${FOO}}", "foo"), ("${VAR?$FOO}", "value"), ("${UNSET:-${UNSET2:-default}}", "default"),
        ("${UNSET:-$FOO-$VAR}", "foo-value"), ("${UNSET:-}", ""), ("${UNSET:-a:b?c+d}", "a:b?c+d"),
        ("$$", "$"), ("$$VAR", "$VAR"), ("$${VAR}", "${VAR}"), ("$$$VAR", "$value"), ("${UNSET:-$$x}", "$x"),
        ("$", "$"), ("a$", "a$"), ("$5", "$5"), ("$ VAR", "$ VAR"), ("}", "}"), ("{$VAR}", "{value}"),
        ("$DOLLAR", "$VAR"), ("é$VAR", "évalue"), ("${VAR:+${UNSET:-x}}", "x"),
        // An unused default is not evaluated.
        ("${VAR:-$UNSET}", "value"), ("${VAR:-${UNSET?error}}", "value"), ("${UNSET:+$UNSET}", ""),
    ]

    /// The forms in the Compose Specification, section "Interpolation".
    @Test(arguments: forms) func expands(_ text: String, _ expected: String) {
        let (expanded, problems) = Interpolation.expand(text) { Self.variables[$0] }
        expect(expanded, equals: expected)
        expect(problems, equals: [])
    }

    private static let unset: [(text: String, problems: [Interpolation.Problem])] = [
        ("$UNSET", [.unset(variable: "UNSET")]),
        ("${UNSET} $UNSET2", [.unset(variable: "UNSET"), .unset(variable: "UNSET2")]),
        ("${UNSET:-$UNSET2}", [.unset(variable: "UNSET2")]),
        ("${UNSET:?because $FOO}", [.required(variable: "UNSET", message: "because foo")]),
        ("${EMPTY:?}", [.required(variable: "EMPTY", message: "")]),
        ("${UNSET?error}", [.required(variable: "UNSET", message: "error")]),
    ]

    @Test(arguments: unset) func tellsWhatIsUnset(_ text: String, _ expected: [Interpolation.Problem]) {
        expect(Interpolation.expand(text) { Self.variables[$0] }.problems, equals: expected)
    }

    @Test(arguments: [
        "${", "${}", "${VAR", "${1A}", "${VAR:-default", "${VAR/foo/bar}", "${VAR:}", "${VAR:x}", "${VAR^^}", "${ VAR}",
        "${UNSET:-${}", "${-x}",
    ])
    func refusesOtherSyntax(_ text: String) {
        let problems = Interpolation.expand(text) { Self.variables[$0] }.problems
        #expect(!problems.isEmpty)
        #expect(problems.allSatisfy { if case .syntax = $0 { true } else { false } })
    }

    @Test func survivesAnyDepth() {
        let text = String(repeating: "${A:-", count: 100_000) + String(repeating: "}", count: 100_000)
        #expect(!Interpolation.expand(text) { _ in nil }.problems.isEmpty)
    }

    @Test func valuesOnlyAndNeverKeys() throws {
        let composition = try FakeDisk.composition(
            """
            services:
              a:
                command: [cat, $SET, '${SET}', "${X:-$SET}"]
                tty: "${TTY:-true}"
                stop_grace_period: ${GRACE:-3s}
                environment: {$SET: "$SET", B: $$SET, C, EMPTY, D: 1.50, E: null}
            x-unused: $NOBODY
            """, environment: ["C": "c"])
        let service = try require(composition.services.first)
        expect(service.command, equals: ["/usr/bin/cat", "value", "value", "value"])
        #expect(service.tty)
        expect(service.stopGracePeriod, equals: .seconds(3))
        expect(service.environment, equals: ["$SET": "value", "B": "$SET", "C": "c", "EMPTY": "", "D": "1.50"])
    }
}
