import Foundation

/// A catalog that serves while a test talks to it; killed, if need be, when the test ends.
final class RunningService {
    private let process = Process()
    private let input = Pipe()
    let output = Pipe()
    let diagnostics = Pipe()

    init(_ socket: String, environment: [String: String] = [:]) throws {
        process.executableURL = URL(fileURLWithPath: CatalogRun.program)
        process.arguments = ["--socket", socket]
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = diagnostics
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    func endInput() { try? input.fileHandleForWriting.close() }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    func exitStatus() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Waits for a line; what there was, when the stream ends without one.
    func firstLine(of pipe: Pipe) -> String {
        var line = Data()
        while let byte = try? pipe.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data("\n".utf8) {
            line += byte
        }
        return String(decoding: line, as: UTF8.self)
    }

    func rest(of pipe: Pipe) -> String {
        String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
}
