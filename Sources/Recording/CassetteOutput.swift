import Platform
package import Processes

/// A file opened for writing a cassette.
package final class CassetteOutput {
    package let path: String
    package let descriptor: Descriptor

    /// Creates or truncates the file, readable by this user only.
    package init(_ path: String) throws(SystemError) {
        let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw SystemError("make the cassette \(path)") }
        self.path = path
        descriptor = Descriptor(owning: number)
    }

    /// Whether the name ends in `.gz`.
    package var isCompressed: Bool { path.hasSuffix(".gz") }
}
