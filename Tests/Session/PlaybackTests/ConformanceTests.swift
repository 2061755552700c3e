import Foundation
import Playback
import TestSupport
import Testing

/// `viperline conform`: correct programs hold, and of each rule a double that breaks it fails.
@Suite struct ConformanceTests {
    private static let folder = Checkout.path("Tests/Doubles")
    private static let double = ["python3", folder + "/conformance/double.py"]

    private static func conform(_ role: String, _ options: [String], _ command: [String]) throws -> Command.Result {
        try Command.run([Products.executable("viperline"), "conform", role] + options + ["--"] + command)
    }

    @Test(
        arguments: [
            ("fetcher", [], ["python3", folder + "/fetcher.py"]), ("fetcher", [], ["sh", folder + "/fetcher.sh"]),
            ("fetcher", [], ["perl", folder + "/conformance/fetcher.pl"]),
            ("fetcher", [], ["mawk", "-W", "interactive", "-f", folder + "/conformance/fetcher.awk"]),
            ("presenter", [], ["mawk", "-W", "interactive", "-f", folder + "/conformance/presenter.awk"]),
            ("view", [], ["perl", folder + "/conformance/view.pl"]),
            ("fetcher", [], double + ["fetcher"]), ("router", [], double + ["router"]),
            ("application", [], double + ["application"]), ("view", [], double + ["view"]),
            ("router", [], [Products.executable("viperline-router"), "--root", "home"]),
            ("view", [], [Products.executable("viperline-view"), "--linear"]),
            ("presenter", ["--scene", "apps"], [Products.executable("viperline-presenter")]),
        ] as [(String, [String], [String])])
    func correctProgramsHold(_ role: String, _ options: [String], _ command: [String]) throws {
        let result = try Self.conform(role, options + ["--patience", "30"], command)
        expect(
            result.status == 0 && result.output.contains("# all checks hold"), "\(result.output)\(result.diagnostics)")
    }

    /// The fetcher in C holds, and with the view in Perl and the presenter in awk it is a session.
    @Test func programsInOtherLanguagesAreASession() throws {
        let scratch = try TemporaryFolder()
        let source = Self.folder + "/conformance/fetcher.c"
        let fetcher = scratch.path + "/fetcher"
        let built = try Command.run(["clang", "-Wall", "-Wextra", "-Werror", "-O1", "-o", fetcher, source])
        try require(built.status == 0, "\(built.diagnostics)")
        let held = try Self.conform("fetcher", ["--patience", "30"], [fetcher])
        expect(held.status == 0 && held.output.contains("# all checks hold"), "\(held.output)")
        let result = try Command.run(
            [
                Products.executable("viperline"), "run", "itunes", "--replace",
                "view=perl \(Self.folder)/conformance/view.pl",
                "--replace", "presenter=mawk -W interactive -f \(Self.folder)/conformance/presenter.awk", "--replace",
                "fetcher=\(fetcher)",
            ], input: "search a \"quoted\" tea\nselect 2\nquit\n", environment: ["XDG_RUNTIME_DIR": scratch.path])
        expect(result.status, equals: 0, "\(result.diagnostics)")
        #expect(
            result.output.hasSuffix(
                "== Items ==\nSearching\n== Items ==\n1. Item 1\n2. Item 2\n== Items ==\n1. Item 1\n2. Item 2\n"),
            "\(result.output)")
    }

    /// roles.md names them with their lines.
    @Test func theProgramsAreAsShortAsThePageSays() throws {
        let page = try String(contentsOfFile: Checkout.path("protocols/roles.md"), encoding: .utf8)
        let rows = page.matches(of: /`(Tests\/Doubles\/conformance\/[\w.]+)` \| \w+ \| (\d+) \|/)
        expect(rows.count, equals: 5)
        for row in rows {
            let text = try String(contentsOfFile: Checkout.path(String(row.1)), encoding: .utf8)
            expect(
                "\(text.split(separator: "\n", omittingEmptySubsequences: false).count - 1)", equals: row.2, "\(row.1)")
        }
    }

    /// A report names the page and the heading below which its rule stands.
    @Test(arguments: Set(ConformanceSubject.Role.allCases.flatMap(\.checks).map(\.rule)))
    func aRuleStandsWhereItsTextSays(_ rule: String) throws {
        let parts = try require(rule.wholeMatch(of: /(protocols\/\w+\.md), ([^:]+): (.+)/))
        let page = try String(contentsOfFile: Checkout.path(String(parts.1)), encoding: .utf8)
        expect(page, contains: "\n## \(parts.2)\n")
    }

    @Test func ourFetcherHolds() throws {
        let viperline = Products.executable("viperline")
        let result = try Command.run([
            Products.executable("viperline-catalog"), "--", viperline, "conform", "fetcher", "--patience", "30", "--",
            Products.executable("viperline-fetcher"),
        ])
        expect(result.status, equals: 0, "\(result.output)\(result.diagnostics)")
    }

    /// A double that breaks one rule, and the check that finds it.
    @Test(
        arguments: [
            ("fetcher", "chatty", "answers a usual request"), ("fetcher", "code", "ends with 0"),
            ("fetcher", "endless", "ends with 0"),
            ("fetcher", "unknown", "ignores types"), ("fetcher", "strict", "ignores members"),
            ("fetcher", "deaf", "ends when nobody reads"),
            ("fetcher", "ids", "finds items with ids"), ("fetcher", "nothing", "finds items with ids"),
            ("fetcher", "lookup", "finds an item by its id"), ("fetcher", "chain", "in the chain"),
            ("fetcher", "subject", "in the chain"),
            ("fetcher", "id", "in the chain"), ("fetcher", "bare", "type and data only"),
            ("fetcher", "twice", "requests once"),
            ("fetcher", "work", "finishes its work"), ("fetcher", "source", "a source that it has not"),
            ("fetcher", "missing", "what is not there"), ("fetcher", "cancel", "a cancelled request"),
            ("fetcher", "pages", "an end of its pages"),
            ("fetcher", "counts", "answers a usual request"), ("fetcher", "repeat", "answers a usual request"),
            ("fetcher", "subjects", "finds an item by its id"),
            ("router", "first", "begins with a scene"), ("router", "order", "opens a scene"),
            ("router", "parameters", "opens a scene"),
            ("router", "back", "goes back"), ("router", "reuse", "scene's number"),
            ("router", "last", "back from the last"),
            ("router", "url", "not a web page"), ("router", "nameless", "without a name"),
            ("router", "random", "equal events"),
            ("application", "first", "a screen for the first scene"),
            ("application", "parts", "a screen for the first scene"),
            ("application", "report", "each action"), ("application", "nameless", "without a subject"),
            ("application", "gone", "has gone"),
            ("application", "data", "does not match the schema"), ("application", "settle", "settles"),
            ("application", "instance", "each instance"), ("application", "empty", "empty stack"),
            ("application", "random", "a successor"), ("application", "successor", "a successor"),
            ("view", "newer", "a newer screen"), ("view", "top", "the top of the stack"),
            ("view", "kinds", "unknown kinds"),
            ("view", "hostile", "control sequence"), ("view", "numbers", "beyond all limits"),
            ("view", "subject", "reports an action"),
            ("view", "empty", "empty stack"),
        ] as [(String, String, String)])
    func aBrokenRuleIsFound(_ role: String, _ rule: String, _ check: String) throws {
        let result = try Self.conform(role, ["--check", check, "--patience", "2"], Self.double + [role, rule])
        expect(result.status, equals: 65, "\(result.output)\(result.diagnostics)")
        expect(result.output.contains("\nnot ok 1 - ") && result.output.contains(check))
        for word in ["sent", "came", "expected", "rule: protocols/"] {
            expect(result.output, contains: "  # \(word)", "\(result.output)")
        }
    }

    /// A line that the bus would not pass is advice.
    @Test func whatTheBusKeepsAwayIsAdvice() throws {
        let check = ["--check", "cannot read"]
        let result = try Self.conform("fetcher", check, Self.double + ["fetcher", "unreadable"])
        expect(
            result.status == 0 && result.output.contains("not ok 1 - goes on after lines that it cannot read # TODO"))
        try expect(
            Self.conform("fetcher", check + ["--patience", "30"], Self.double + ["fetcher"]).output,
            contains: "\nok 1 - ")
    }

    @Test(
        arguments: [
            (["yes"], 65, "an event: "), (["sh", "-c", "exec cat /dev/zero"], 65, "(nothing in"),
            (["sh", "-c", "kill -9 $$"], 65, "(the program "),
            (["/no/such/program"], 69, "not found"), ([], 64, "Name a program after --"),
        ] as [([String], Int32, String)])
    func noProgramHoldsItUp(_ command: [String], status: Int32, saying text: String) throws {
        let result = try Self.conform("fetcher", ["--check", "usual request", "--patience", "1"], command)
        expect(result.status, equals: status)
        expect((result.output + result.diagnostics), contains: text, "\(result.output)\(result.diagnostics)")
    }
}
