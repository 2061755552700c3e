import Foundation
import TestSupport
import Testing

/// The moving picture in README.md is a film of a session that the programs of today still have.
@Suite struct ReadmePictureTests {
    private static let picture = "Tests/Pictures/session.svg"
    private static let session = "Tests/Pictures/session.ndjson"

    @Test func theReadmeShowsIt() throws {
        let readme = try String(contentsOfFile: Checkout.path("README.md"), encoding: .utf8)
        expect(readme, contains: "](\(Self.picture))")
    }

    /// After a change of the view: `scripts/record picture`.
    @Test func theFilmsAreUpToDate() throws {
        let result = try Command.run([
            Checkout.path("scripts/recorders/picture"), "--check", "--programs", Products.folder.path,
        ])
        expect(result.status, equals: 0, "\(result.diagnostics)")
    }

    /// After a change of a screen: `scripts/record picture --session`.
    @Test(arguments: ["view", "presenter", "router", "fetcher"]) func theSessionIsThatOfToday(role: String) throws {
        let folder = try TemporaryFolder()
        let result = try Command.run(
            [Products.executable("viperline"), "verify", role, Checkout.path(Self.session), "--patience", "60"],
            environment: ["XDG_RUNTIME_DIR": folder.path, "YOUTUBE_API_KEY": ""])
        expect(result.status, equals: 0, "\(result.output)\(result.diagnostics)")
    }
}
