import Platform
package import Processes

/// A file that has been made for a cassette.
package final class CassetteOutput {
    package let path: String
    package let descriptor: Descriptor

    /// Makes the file, or empties it; only this user may read what was said in a session.
    package init(_ path: String) throws(SystemError) {
        let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw SystemError("make the cassette \(path)") }
        self.path = path
        descriptor = Descriptor(owning: number)
    }

    /// Whether its name says so.
    package var isCompressed: Bool { path.hasSuffix(".gz") }
}
