package import Foundation

/// A folder that is deleted with this value. Its path is short, because a Unix socket's path may have 107 bytes.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("vl-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    package var path: String { url.path }

    @discardableResult
    package func write(_ text: String, to name: String) throws -> URL {
        let file = url.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        return file
    }

    /// Puts an executable shell script into the folder.
    @discardableResult
    package func writeProgram(_ body: String, to name: String) throws -> String {
        try writeExecutable("#!/bin/sh\n\(body)\n", to: name)
    }

    /// Puts an executable file into the folder.
    @discardableResult
    package func writeExecutable(_ text: String, to name: String) throws -> String {
        let source = try write(text, to: name + ".source").path
        defer { unlink(source) }
        return try install(source, to: name)
    }

    /// Copies an executable file into the folder.
    ///
    /// Another process does it. A child that another test starts at this moment would briefly inherit our descriptor, and a file
    /// that is open for writing cannot be executed (ETXTBSY).
    @discardableResult
    package func install(_ source: String, to name: String) throws -> String {
        let target = url.appendingPathComponent(name).path
        let copied = try Command.run(["install", "-m", "755", source, target])
        guard copied.status == 0 else { throw CocoaError(.fileWriteUnknown) }
        return target
    }

    package func text(of name: String) throws -> String {
        try String(decoding: Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
    }
}
