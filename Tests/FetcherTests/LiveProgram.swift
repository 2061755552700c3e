import Foundation
import TestSupport

/// The fetcher as a process that is talked to line by line.
final class LiveProgram {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// - Parameter ignoresInterrupts: whether it is started as a shell starts a job in the background.
    init(_ arguments: [String] = [], ignoresInterrupts: Bool = false) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // Not as the tests themselves were started.
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

    var isRunning: Bool { process.isRunning }

    /// Presses Ctrl-C.
    func interrupt() { process.interrupt() }

    /// Waits for the end, with the input still open.
    func wait() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Closes the input, and waits for the end.
    func end() throws -> Int32 {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
