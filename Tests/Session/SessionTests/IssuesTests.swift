import Foundation
import TestSupport
import Testing

/// The issues of a repository on GitHub: a declared application with filters (Tests/Applications/issues), on the catalog.
@Suite struct IssuesTests {
    private static let viperline = Products.executable("viperline")
    private static let application = Checkout.path("Tests/Applications/issues")

    @Test func itHasAtMost45Lines() throws {
        let text = try require(try? String(contentsOfFile: Self.application + "/compose.yaml", encoding: .utf8))
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 45)
    }

    @Test func itFiltersSortsAndReturns() throws {
        let folder = try TemporaryFolder()
        let commands = """
            set label bug
            set author ada_example
            submit
            sort comments
            select 1
            back
            press c
            set words nothing-like-that
            submit
            set words
            submit
            quit

            """
        let result = try Command.run(
            [Self.viperline, "run", Self.application, "-f", "offline"], input: commands,
            environment: ["XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path, "BROWSER": "true"])
        expect(result.status, equals: 0, "\(result.diagnostics)")
        var rest = result.output[...]
        for seen in [
            "State: Open (one of: Open, Closed, All)", " 1. 112; ", "more rows", "Label: Bug", "> submit", " 1. 104; ",
            " 2. 80; ", "> sort comments", "Comments (sorted, descending)", " 1. 104; ", " 2. 16; ", "> select 1",
            "State: open", "Comments\n", "I see this, too (1).", "> back", "> press c", "State: Closed", " 1. 90; ",
            "There is nothing here", " 1. 90; ",
        ] {
            guard let range = rest.firstRange(of: seen) else {
                Issue.record("\(seen) is missing in \(rest)")
                return
            }
            rest = rest[range.upperBound...]
        }
    }

    @Test func itsOwnTestsPass() throws {
        let folder = try TemporaryFolder()
        let result = try Command.run(
            [Self.viperline, "test", Self.application],
            environment: ["XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path])
        expect(result.status, equals: 0, "\(result.output)\(result.diagnostics)")
    }
}
