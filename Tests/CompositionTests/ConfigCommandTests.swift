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
        #expect(result.status == 0, "\(result.diagnostics)")
        for secret in ["s3cr3t", "hunter2", "topsecret"] { #expect(!result.output.contains(secret)) }
        #expect(result.output.contains(#"TOKEN: "${TOKEN:?withheld}""#))
        #expect(result.output.contains(#"PLAIN: "a$$b""#))
        let again = try config("--env", "PASSWORD=hunter2", text: result.output, in: folder)
        #expect(again.output.contains(#"PASSWORD: "${PASSWORD:?withheld}""#), "\(again.diagnostics)")
        #expect(try config(text: result.output, in: folder).diagnostics.contains("PASSWORD is required: withheld"))
    }

    @Test func theyAreShownOnRequest() throws {
        let folder = try TemporaryFolder()
        let result = try config("--secrets", in: folder)
        #expect(result.output.contains("TOKEN: s3cr3t-t0ken") && result.output.contains("PASSWORD: hunter2"))
        let again = try config("--secrets", text: result.output, in: folder)
        #expect(again.output == result.output)
    }

    @Test func theServicesAreListed() throws {
        let folder = try TemporaryFolder()
        #expect(try config("--services", in: folder).output == "a\n")
        #expect(try config("--services", "--profile", "extra", in: folder).output == "a\nb\n")
        #expect(try config("--json", in: folder).output.hasPrefix(#"{"name":"a","services":{"a":{"command":["#))
        #expect(try config("--services", text: "services: {", in: folder).status == 65)
    }
}
