import Foundation
import TestSupport
import Testing

/// Each service of each pattern gives the same answers again when it is fed what it was sent in a recorded session.
@Suite struct VerificationTests {
    /// Without the pictures: one that comes while a key is pressed is recorded before that key, though the view, or a role in
    /// its process, has not read it yet.
    private static let search = TranscriptTests.search.replacing(
        "select 2\npress next\npress previous\npress previous\nback\nback\n", with: "back\n")

    @Test(arguments: PatternCase.all) func everyServiceAnswersAsRecorded(in pattern: PatternCase) throws {
        let folder = try TemporaryFolder()
        let cassette = folder.path + "/session.ndjson"
        let session = try Command.run(
            [Products.executable("viperline"), "run", Checkout.path("compose/patterns/\(pattern.name).yaml")]
                + ["-f", Checkout.path("compose/offline.yaml"), "--env", "BROWSER=true", "--record", cassette],
            input: Self.search, environment: ["XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path])
        expect(session.output, contains: "== Cantor", "\(session.diagnostics)")
        for service in pattern.services {
            let result = try Command.run(
                [Products.executable("viperline"), "verify", service, cassette, "--patience", "60"],
                environment: ["TMPDIR": folder.path])
            expect(result.status, equals: 0, "\(service): \(result.diagnostics)\(result.output)")
            let outputs = result.output + result.diagnostics
            expect(outputs, lacks: " 0 outputs", "\(service): \(outputs)")
        }
    }
}
