import Foundation
import TestSupport

/// A fetcher process that the test talks to line by line.
final class LiveProgram {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// - Parameter ignoresInterrupts: starts it with SIGINT ignored, as a shell starts background jobs.
    init(_ arguments: [String] = [], ignoresInterrupts: Bool = false) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // Independent of how the tests themselves were started.
        let disposition = ignoresInterrupts ? "--ignore-signal=INT" : "--default-signal=INT"
        process.arguments = [disposition, Products.executable("viperline-fetcher")] + arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    func send(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }

    /// Waits for the next byte.
    func receiveByte() -> String {
        String(decoding: output.fileHandleForReading.readData(ofLength: 1), as: UTF8.self)
    }

    /// Waits for the next line.
    func receive() -> String {
        var line: [UInt8] = []
        while let byte = output.fileHandleForReading.readData(ofLength: 1).first, byte != 0x0A { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    /// The number of sockets that it has open.
    var sockets: Int {
        let folder = "/proc/\(process.processIdentifier)/fd/"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let targets = files.map { try? FileManager.default.destinationOfSymbolicLink(atPath: folder + $0) }
        return targets.count { $0?.hasPrefix("socket:") == true }
    }

    var isRunning: Bool { process.isRunning }

    /// Presses Ctrl-C.
    func interrupt() { process.interrupt() }

    func terminate() { process.terminate() }

    /// Sends the signal of this name; by another program, since its number is the system's.
    func kill(_ signal: String) throws {
        _ = try Command.run(["sh", "-c", "kill -\(signal) \(process.processIdentifier)"])
    }

    /// True if a signal has ended it.
    var wasKilled: Bool { process.terminationReason == .uncaughtSignal }

    /// Waits for the process to end while its input stays open.
    func wait() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Closes the input and waits for the process to end.
    func end() throws -> Int32 {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
