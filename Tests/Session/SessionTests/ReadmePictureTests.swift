import Foundation
import TestSupport
import Testing

/// The moving pictures in README.md are films of sessions that the programs of today still have.
@Suite struct ReadmePictureTests {
    private static let films = ["services", "logs", "tickets"]

    @Test(arguments: films + ["page-services"]) func theReadmeShowsIt(picture: String) throws {
        let readme = try String(contentsOfFile: Checkout.path("README.md"), encoding: .utf8)
        expect(readme, contains: "](Tests/Pictures/\(picture).")
    }

    /// After a change of the view: `scripts/record picture`.
    @Test func theFilmsAreUpToDate() throws {
        let result = try Command.run([
            Checkout.path("scripts/recorders/picture"), "--check", "--programs", Products.folder.path,
        ])
        expect(result.status, equals: 0, "\(result.diagnostics)")
    }

    /// After a change of a screen: `scripts/record picture --sessions`.
    @Test(arguments: films, ["view", "router"]) func theSessionIsThatOfToday(film: String, role: String) throws {
        let folder = try TemporaryFolder()
        let session = Checkout.path("Tests/Pictures/\(film).ndjson")
        let result = try Command.run(
            [Products.executable("viperline"), "verify", role, session, "--patience", "60"],
            environment: ["XDG_RUNTIME_DIR": folder.path])
        expect(result.status, equals: 0, "\(result.output)\(result.diagnostics)")
    }
}
