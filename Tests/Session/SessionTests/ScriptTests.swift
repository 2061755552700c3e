import Foundation
import TestSupport
import Testing

/// Applications in one file: scripts by name and by path, and compose files that are commands.
@Suite struct ScriptTests {
    private static let script = "#!/bin/sh\n# viperline: Names two trees\necho oak\necho elm\n"
    private static let session = """
        #!/usr/bin/env -S viperline run
        name: onefile
        services:
          one: {command: [sh, -c, 'echo "from ${WHERE:-nowhere}" >&2; exec true'], exit_on_end: true}
        """

    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for inner in ["config/viperline/apps", "bin"] {
            try FileManager.default.createDirectory(
                at: folder.url.appendingPathComponent(inner), withIntermediateDirectories: true)
        }
        for (path, text) in [("config/viperline/apps/trees", script), ("trees.sh", script), ("bin/onefile", session)] {
            try folder.writeExecutable(text, to: path)
        }
        return folder
    }

    private static func run(_ command: [String], in folder: TemporaryFolder, input: String = "") throws
        -> Command.Result
    {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return try Command.run(
            ["setsid", "--wait"] + command, input: input,
            environment: [
                "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path + "/config",
                "PATH": "\(folder.path)/bin:\(Products.folder.path):\(path)",
            ], folder: folder.path)
    }

    @Test(arguments: ["trees", "./trees.sh"]) func aScriptRunsAsAnApplication(_ name: String) throws {
        let folder = try Self.folder()
        let result = try Self.run(["viperline", "run", name], in: folder, input: "search elm\nselect 1\n")
        expect(result.status == 0 && result.output == "elm\n", "\(result.output)\(result.diagnostics)")
        let refused = try Self.run(["viperline", "run", name, "--watch"], in: folder)
        expect(
            refused.status == 64 && refused.diagnostics.contains("is a script, without services"),
            "\(refused.diagnostics)")
    }

    @Test func theListHasTheScriptWithItsDescription() throws {
        let result = try Self.run(["viperline", "apps"], in: try Self.folder())
        #expect(result.lines.contains { $0.hasPrefix("trees ") && $0.hasSuffix("Names two trees") }, "\(result.output)")
    }

    @Test(arguments: ["./bin/onefile", "onefile"]) func aComposeFileIsACommand(_ name: String) throws {
        let result = try Self.run([name, "--env", "WHERE=there", "--log", "-"], in: try Self.folder())
        expect(result.status == 0 && result.diagnostics.contains("from there"), "\(result.output)\(result.diagnostics)")
    }
}
