import Foundation
import TestSupport
import Testing

/// scripts/conform with the doubles, and with programs that do not conform.
@Suite struct ConformTests {
    private static let conform = Checkout.path("scripts/conform")

    @Test(arguments: [["python3", "Tests/Doubles/fetcher.py"], ["sh", "Tests/Doubles/fetcher.sh"]])
    func doublesConform(_ command: [String]) throws {
        let arguments = [Self.conform, "fetcher-double", "--"] + command
        let result = try Command.run(arguments, folder: Checkout.root.path)
        #expect(result.status == 0, "\(result.output)\(result.diagnostics)")
    }

    @Test(arguments: [["python3", "Tests/Doubles/fetcher.py"], ["sh", "Tests/Doubles/fetcher.sh"]])
    func doublesConformByTheSwiftRuleToo(_ command: [String]) throws {
        let command = command.map { $0.hasPrefix("Tests/") ? Checkout.path($0) : $0 }
        for conversation in Conversation.all(of: "fetcher-double") {
            #expect(try conversation.check(command) == nil, "\(conversation)")
        }
    }

    @Test func ourProgramsConform() throws {
        for role in ["presenter", "router"] {
            let result = try Command.run([Self.conform, role, "--", Products.executable("viperline-\(role)")])
            #expect(result.status == 0, "\(result.output)")
        }
    }

    @Test(
        arguments: [
            (["cat"], 1, "type is \"router.input.back\", not"),
            (["true"], 1, "event 1 is missing"),
            (["sh", "-c", "cat >/dev/null; echo oops"], 1, "the event is \"oops\", not an object"),
            (
                ["sh", "-c", #"cat >/dev/null; echo '{"type":"router.output.didNavigate","data":{"stack":[]}}'"#], 1,
                "data.stack has 0 elements, not 1"
            ),
            (["sh", "-c", "\(Products.executable("viperline-router")); exit 7"], 1, "exit code 7, not 0"),
            (
                ["sh", "-c", "\(Products.executable("viperline-router")); echo '{\"type\":\"a.b.c\"}'"], 1,
                "was not expected"
            ),
            (["sleep", "60"], 1, "did not exit within 0.5 s"),
            (["/no/such/program"], 64, "No such file"),
            ([], 64, "missing role"),
        ] as [([String], Int32, String)])
    func othersAreTold(_ command: [String], status: Int32, saying problem: String) throws {
        let options = ["--case", "back-beyond-the-last", "--timeout", command.first == "sleep" ? "0.5" : "30"]
        let result = try Command.run([Self.conform, "router"] + options + ["--"] + command)
        #expect(result.status == status)
        #expect((result.output + result.diagnostics).contains(problem), "\(result.output)\(result.diagnostics)")
    }
}
