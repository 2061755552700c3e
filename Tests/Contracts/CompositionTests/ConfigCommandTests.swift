import Foundation
import TestSupport
import Testing

/// `viperline config` as a process.
@Suite struct ConfigCommandTests {
    private static let text = """
        services:
          a: {command: [cat, -H, "Authorization: Bearer ${TOKEN}", --key, topsecret], environment: {TOKEN: "${TOKEN}", PASSWORD: hunter2, PLAIN: "a$$b"}}
          b: {command: cat, profiles: [extra]}
        """

    private func config(_ arguments: String..., text: String = text, in folder: TemporaryFolder) throws
        -> Command.Result
    {
        try folder.write(text, to: "a.yaml")
        return try Command.run(
            [Products.executable("viperline"), "config", "./a.yaml"] + arguments,
            environment: ["TOKEN": "s3cr3t-t0ken"], folder: folder.path)
    }

    @Test func secretsAreWithheldAndAskedFor() throws {
        let folder = try TemporaryFolder()
        let result = try config(in: folder)
        expect(result.status, equals: 0, "\(result.diagnostics)")
        for secret in ["s3cr3t", "hunter2", "topsecret"] { expect(result.output, lacks: secret) }
        expect(result.output, contains: #"TOKEN: "${TOKEN:?withheld}""#)
        expect(result.output, contains: #"PLAIN: "a$$b""#)
        let again = try config("--env", "PASSWORD=hunter2", text: result.output, in: folder)
        expect(again.output, contains: #"PASSWORD: "${PASSWORD:?withheld}""#, "\(again.diagnostics)")
        try expect(config(text: result.output, in: folder).diagnostics, contains: "PASSWORD is required: withheld")
    }

    @Test func theyAreShownOnRequest() throws {
        let folder = try TemporaryFolder()
        let result = try config("--secrets", in: folder)
        expect(result.output.contains("TOKEN: s3cr3t-t0ken") && result.output.contains("PASSWORD: hunter2"))
        let again = try config("--secrets", text: result.output, in: folder)
        expect(again.output, equals: result.output)
    }

    /// Regression: the key that offline.yaml gives was withheld, so that the file ran nowhere.
    @Test(arguments: shipped)
    func aShippedApplicationOfflineRunsFromItsConfigWithoutAKey(_ file: String) throws {
        let folder = try TemporaryFolder()
        let result = try Command.run(
            [
                Products.executable("viperline"), "config", Checkout.path("compose/\(file)"), "-f",
                Checkout.path("compose/offline.yaml"),
            ], folder: folder.path)
        expect(result.status, equals: 0, "\(result.diagnostics)")
        expect(result.output, lacks: "withheld")
        let again = try config(text: result.output, in: folder)
        expect(again.status == 0 && again.output == result.output, "\(again.diagnostics)")
    }

    private static let shipped = ["", "patterns/"].flatMap { folder in
        let names = (try? FileManager.default.contentsOfDirectory(atPath: Checkout.path("compose/" + folder))) ?? []
        // mcp.yaml has no API, for which offline.yaml would be.
        let parts = ["offline.yaml", "roles.yaml", "declared.yaml", "web.yaml", "mcp.yaml"]
        return names.filter { $0.hasSuffix(".yaml") && !parts.contains($0) }.sorted().map { folder + $0 }
    }

    /// A key of the same name is one, and so is any other text that a file has.
    @Test(arguments: ["hunter2", "offline1", "Offline", "test", "changeme", "AIzaSyA-1234567890abcdefghijklmnopqrstu"])
    func aLiteralSecretIsWithheld(value: String) throws {
        let folder = try TemporaryFolder()
        let text = "services: {a: {command: [cat, --key, \(value)], environment: {YOUTUBE_API_KEY: \(value)}}}"
        let result = try config(text: text, in: folder)
        expect(result.status == 0 && !result.output.contains(value), "\(result.output)")
    }

    /// Regression: the placeholder was replaced in the paths of commands too.
    @Test func aPlaceholderInACommandStays() throws {
        let folder = try TemporaryFolder()
        let text = "services: {a: {command: [cat, /srv/offline/x], environment: {API_KEY: offline, TOKEN: ''}}}"
        let result = try config(text: text, in: folder)
        expect(result.output.contains("/srv/offline/x") && result.output.contains("API_KEY: offline"))
        try expect(config(text: result.output, in: folder).output, equals: result.output)
    }

    @Test func theServicesAreListed() throws {
        let folder = try TemporaryFolder()
        try expect(config("--services", in: folder).output, equals: "a\n")
        try expect(config("--services", "--profile", "extra", in: folder).output, equals: "a\nb\n")
        #expect(try config("--json", in: folder).output.hasPrefix(#"{"name":"a","services":{"a":{"command":["#))
        try expect(config("--services", text: "services: {", in: folder).status, equals: 65)
    }
}
