import Foundation

/// A running `Tests/Doubles/upstream.py`, which ends with this value.
package final class Upstream: Sendable {
    private let process: Process
    private let leash = Pipe()
    /// `http://127.0.0.1:PORT`, or a host that only a Unix socket serves.
    package let base: String

    /// Shared by all tests of this process that need no server of their own.
    package static let shared = Result { try Upstream() }

    package enum Failure: Error { case saidNothing }

    /// - Parameters:
    ///   - socket: the path of a Unix socket to listen on instead of a port.
    ///   - certificate: the path of a file with a key and its certificate (PEM); enables TLS.
    ///   - isMutual: whether clients must present the same certificate.
    package init(socket: String? = nil, certificate: String? = nil, isMutual: Bool = false) throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["python3", Checkout.path("Tests/Doubles/upstream.py")] + (socket.map { ["--unix", $0] } ?? [])
            + (certificate.map { ["--tls", $0] } ?? []) + (isMutual ? ["--mutual"] : [])
        let output = Pipe()
        process.standardInput = leash
        process.standardOutput = output
        // Neither end may be inherited by another child of the tests, nor the tests' own output by this one: the reader
        // of that output waits until all copies are closed.
        process.standardError = FileHandle.nullDevice
        for end in [leash.fileHandleForWriting, output.fileHandleForReading] {
            _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
        try process.run()
        var line = ""
        while !line.hasSuffix("\n") {
            let byte = output.fileHandleForReading.readData(ofLength: 1)
            guard !byte.isEmpty else { throw Failure.saidNothing }
            line += String(decoding: byte, as: UTF8.self)
        }
        let scheme = certificate == nil ? "http" : "https"
        base = socket == nil ? "\(scheme)://127.0.0.1:\(line.dropLast())" : "http://upstream.invalid"
    }

    deinit {
        // Not terminate(): the child inherits the signal mask of a dispatch thread, which blocks SIGTERM.
        try? leash.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    package func url(_ path: String) -> String { base + path }
}
