import Foundation
import TestSupport
import Testing

/// The shipped applications' recorded sessions, as a test of each role and as doubles of the others.
@Suite struct RecordedSessionTests {
    private static let viperline = Products.executable("viperline")
    /// Generous, for a busy machine.
    private static let patience = ["--patience", "60"]

    @Test(arguments: RecordedSession.all, RecordedSession.roles)
    func eachRoleVerifiesAlone(session: RecordedSession, role: String) throws {
        let folder = try TemporaryFolder()
        let result = try Command.run(
            [Self.viperline, "verify", role, session.path] + Self.patience,
            environment: ["XDG_RUNTIME_DIR": folder.path, "YOUTUBE_API_KEY": ""])
        expect(result.status, equals: 0, "\(result.output)\(result.diagnostics)")
        #expect(result.output.hasPrefix("\(role): "))
        // In some sessions the fetcher gets no request.
        expect(role == "fetcher" || !result.output.hasPrefix("\(role): 0 outputs"), "something was compared")
    }

    /// The roles that read the file of a declared application.
    @Test(arguments: RecordedSession.declared, ["presenter", "fetcher"])
    func aDeclaredApplicationVerifies(session: RecordedSession, role: String) throws {
        try eachRoleVerifiesAlone(session: session, role: role)
    }

    @Test(arguments: RecordedSession.all, RecordedSession.roles)
    func theSessionIsTheSameWhenTheOthersAreDoubles(session: RecordedSession, role: String) throws {
        let folder = try TemporaryFolder()
        let recording = folder.path + "/again.ndjson"
        let result = try run(
            session, ["--cassette", session.path, "--only", role, "--record", recording, "--log", "-"], in: folder)
        expect(result.status, equals: (role == "view" ? session.viewStatus : 0), "\(result.diagnostics)")
        var recorded = try RecordedSession.transcript(of: session.path)
        // A picture may come while the user leaves: the log counts it, and the recording lacks it.
        if let late = result.diagnostics.firstMatch(of: /(\d+) events? from (\w+) came after view had ended/) {
            recorded[String(late.2)] = recorded[String(late.2)]?.dropLast(Int(late.1) ?? 0)
        }
        try expect(RecordedSession.transcript(of: recording), equals: recorded, "\(result.diagnostics)")
        guard role == "view" else { return }
        let real = try run(session, [], in: folder)
        expect(result.output, equals: real.output)
        expect(result.output, contains: "> quit")
    }

    private func run(
        _ session: RecordedSession, _ options: [String], in folder: TemporaryFolder
    ) throws -> Command.Result {
        try Command.run(
            [Self.viperline, "run", session.composition, "-f", Checkout.path("compose/offline.yaml")]
                + ["--env", "BROWSER=true"] + options,
            input: session.typed(), environment: ["XDG_RUNTIME_DIR": folder.path])
    }

    /// Of all roles in all sessions, only the one with a changed program deviates, and both texts are shown.
    /// Regression: what the view had made of the last command was additional, because the recording lacked it.
    @Test func aRecordingThatBreaksOffIsVerifiedAsFarAsItGoes() throws {
        let folder = try TemporaryFolder()
        let lines = try String(contentsOfFile: RecordedSession(name: "home").path, encoding: .utf8)
            .replacing(#"{"viperline":"cassette","#, with: #"{"viperline":"cassette","ends":true,"#)
            .split(separator: "\n")
        let ends = lines.indices.filter { lines[$0].contains(#""process.output.entered""#) }
        #expect(ends.count > 5)
        for end in ends {
            let cut = try folder.write(lines[...end].joined(separator: "\n") + "\n", to: "cut.ndjson").path
            let result = try Command.run(
                [Products.executable("viperline"), "verify", "view", cut, "--partial", "--patience", "30"])
            expect(result.status, equals: 0, "line \(end + 1): \(result)")
        }
    }

    @Test func anotherWordingOfThePresenterIsFound() throws {
        let folder = try TemporaryFolder()
        let presenter = try folder.writeProgram(
            "\"\(Products.executable("viperline-presenter"))\" | sed -u 's/Search apps/Look for apps/'", to: "presenter"
        )
        func verify(_ session: String) throws -> Command.Result {
            try Command.run(
                [Self.viperline, "verify", "presenter", Checkout.path("Tests/Cassettes/\(session).ndjson")]
                    + Self.patience + ["--", presenter], environment: ["XDG_RUNTIME_DIR": folder.path])
        }
        let deviating = try verify("itunes")
        expect(deviating.status, equals: 1)
        let expected = """
              data.screen.prompt.placeholder
              - "Search apps"
              + "Look for apps"
            """
        expect(deviating.output, contains: expected, "\(deviating.output)")
        expect(deviating.output, contains: "presenter, line 3 (")
        expect(deviating.output, contains: "  answers router.output.didNavigate, line 2 (")
        for other in ["songs", "trafficlight"] { try expect(verify(other).status, equals: 0) }
    }

    /// A session among doubles continues although one role's texts have changed, and the log shows the differences.
    @Test func aPresenterOfOnesOwnRunsAmongDoubles() throws {
        let folder = try TemporaryFolder()
        let session = RecordedSession(name: "greeting")
        let presenter = try folder.writeProgram(
            "\"\(Products.executable("viperline-presenter"))\" | sed -u 's/Show greeting/Greet/'", to: "presenter")
        let result = try run(
            session, ["--cassette", session.path, "--only", "presenter", "--log", "-", "--", presenter], in: folder)
        expect(result.status, equals: 65, "it does not do what was recorded")
        expect(result.diagnostics, contains: "expected \"Show greeting\", got \"Greet\"", "\(result.diagnostics)")
    }
}
