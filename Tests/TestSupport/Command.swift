import Foundation

/// Runs a program to its end, with all of its input at once.
package struct Command {
    package struct Result: Sendable {
        package let status: Int32
        package let output: String
        package let diagnostics: String

        package var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    package static func run(
        _ arguments: [String], input: String = "", environment: [String: String] = [:], folder: String? = nil
    ) throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        // Files, not pipes: nothing to drain, so no way to hang on a full one.
        let scratch = try TemporaryFolder()
        let input = try scratch.write(input, to: "in")
        let output = try scratch.write("", to: "out")
        let diagnostics = try scratch.write("", to: "err")
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: diagnostics)
        try process.run()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
            diagnostics: try String(contentsOf: diagnostics, encoding: .utf8))
    }
}
