import Foundation
import TestSupport
import Testing

/// `viperline double` and `viperline verify` as processes.
@Suite struct CommandTests {
    private static let session = RecordedSession(name: "greeting")

    private func viperline(_ words: String..., input: String = "") throws -> Command.Result {
        try Command.run([Products.executable("viperline")] + words, input: input)
    }

    @Test func aDoubleAnswersInAPipeline() throws {
        let request =
            #"{"type":"interactor.input.list","id":"x-1","subject":"greeting-1","data":{"source":"greeting"}}"#
        let result = try viperline("double", "fetcher", Self.session.path, input: request + "\n")
        expect(result.status, equals: 0)
        expect(result.lines.count, equals: 1)
        expect(result.output, contains: #""type":"interactor.output.found""#, "\(result.output)")
        expect(result.output, contains: #""causationid":"x-1""#)
        expect(result.diagnostics, equals: "")
    }

    /// A silent presenter: the view's double waits for its first screen, but not for ever. Its patience is longer than the
    /// start of the router takes on a busy machine.
    @Test func aDoubleThatWaitsInVainEndsTheSession() throws {
        let folder = try TemporaryFolder()
        let result = try Command.run(
            [
                "timeout", "60", Products.executable("viperline"), "run", Checkout.path("compose/greeting.yaml"),
                "--cassette", Self.session.path, "--only", "presenter", "--patience", "3", "--log", "-", "--", "sh",
                "-c",
                "cat > /dev/null",
            ], environment: ["XDG_RUNTIME_DIR": folder.path])
        expect(result.status, equals: 65, "\(result.diagnostics)")
        expect(result.diagnostics, contains: "waits for view.input.show", "\(result.diagnostics)")
    }

    @Test(arguments: [
        (["double", "fetcher", "@", "--strict"], 65, "interactor.input.none was not recorded"),
        (["double", "nobody", "@"], 65, "contains no events of a service \"nobody\"; there are: "),
        (["double", "fetcher", "/no/such/file"], 69, "/no/such/file"),
        (["double", "fetcher", "@", "--fault", "nonsense"], 64, "nonsense"),
        (["verify", "nobody", "@"], 65, "contains no events of a service \"nobody\"; there are: "),
        (["verify", "fetcher", "/no/such/file"], 69, "/no/such/file"),
        (["verify", "router", "@", "--", "/no/such/program"], 64, "/no/such/program"),
        (["run", "greeting", "--only", "view"], 64, "go together"),
        (["run", "greeting", "--", "cat"], 65, "no command of these files takes words"),
    ])
    func whatCannotBeDoneIsTold(words: [String], status: Int, told: String) throws {
        let words = words.map { $0 == "@" ? Self.session.path : $0 }
        let result = try Command.run(
            [Products.executable("viperline")] + words, input: #"{"type":"interactor.input.none"}"# + "\n",
            folder: Checkout.root.path)
        expect(result.status == status)
        expect(result.diagnostics, contains: told, "\(result.diagnostics)")
    }

    @Test(arguments: [
        ("exit 3", "is missing: the program has ended", "ended with exit code 3"),
        ("ROUTER | sed -u '/router.output.didNavigate/p'", "router.output.didNavigate is additional", "  + {"),
        ("ROUTER | sed -u 's/\"name\":\"greeting\"/\"name\":\"other\"/'", "data.stack[0].name", "  + \"other\""),
    ])
    func aDeviationIsTold(script: String, headline: String, detail: String) throws {
        let router = Products.executable("viperline-router")
        let result = try viperline(
            "verify", "router", Self.session.path, "--patience", "60", "--", "sh", "-c",
            script.replacing("ROUTER", with: "'\(router)' --root greeting"))
        expect(result.status, equals: 1)
        expect(result.output, contains: headline, "\(result.output)")
        expect(result.output, contains: detail, "\(result.output)")
    }
}
