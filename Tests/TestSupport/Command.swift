import Foundation

/// Runs a program to its end with the given input.
package struct Command {
    package struct Result: Sendable {
        package let status: Int32
        package let output: String
        package let diagnostics: String

        package var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// The arguments as one line for a shell.
    package static func line(_ arguments: [String]) -> String {
        arguments.map { "'\($0)'" }.joined(separator: " ")
    }

    package static func run(
        _ arguments: [String], input: String = "", environment: [String: String] = [:], folder: String? = nil
    ) throws -> Result {
        // Files, not pipes: nothing to drain, so no deadlock on a full pipe.
        let scratch = try TemporaryFolder()
        let streams = try [("in", input), ("out", ""), ("err", "")].map { try scratch.write($1, to: $0).path }
        let child = try ChildProcess(arguments, environment: environment, folder: folder, streams: streams)
        let status = child.wait()
        let (output, diagnostics) = (try scratch.text(of: "out"), try scratch.text(of: "err"))
        try BrokenPromises.check(arguments)
        return Result(status: status, output: output, diagnostics: diagnostics)
    }
}

/// The recording of a test's session breaks a promise of the bus.
struct BrokenPromises: Error {
    let report: String

    /// Checks what a session has recorded, if it has recorded anything.
    static func check(_ arguments: [String]) throws {
        guard arguments.count > 1, arguments[0] == Products.executable("viperline"),
            ["run", "app"].contains(arguments[1]),
            let option = arguments.firstIndex(of: "--record"),
            case let file = arguments[option...].dropFirst().first ?? "",
            FileManager.default.fileExists(atPath: file)
        else { return }
        // Sessions are killed, and recordings of full disks have gaps.
        let result = try Command.run([arguments[0], "cassette", "check", "--partial", file])
        // 65: the test has recorded nothing that could be read.
        guard result.status == 1 else { return }
        throw BrokenPromises(report: "\(file): \(result.output)")
    }
}
